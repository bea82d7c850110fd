import { useQuery } from '@apollo/client/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { type ColleagueFragment, ColleaguesDocument } from './message-assign.generated.ts';

interface MessageAssignProps {
  /** Who handles the message now. */
  readonly handlerId: string | undefined;
  readonly onChoose: (userId: string) => void;
  readonly onClose: () => void;
}

/** Finds somebody of the support during typing, for administrators; focused when it opens. */
export default function MessageAssign({ handlerId, onChoose, onClose }: MessageAssignProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, error, loading } = useQuery(ColleaguesDocument);
  const { contains } = useFilter({ sensitivity: 'base' });
  const lists = data === undefined ? [] : [data.agents, data.administrators, data.superadministrators];
  const found = lists
    .flatMap(({ nodes }) => nodes)
    .filter(({ id }) => id !== handlerId)
    .filter((person) => [person.username, person.email].some((text) => contains(text ?? '', search.trim())));
  return (
    <div className="message__assign">
      <SearchPicker
        label={t('support.assignTo')}
        placeholder={t('support.assignSearch')}
        show={t('support.assignShow')}
        items={found}
        nothing={t(
          error !== undefined ? 'support.assignFailed' : loading ? 'support.assignLoading' : 'support.assignNobody',
        )}
        search={search}
        onSearch={setSearch}
        onChoose={({ id }) => onChoose(id)}
        nameOf={nameOf}
        detailOf={({ email }) => <span>{email}</span>}
      />
      <Button look="quiet" icon={X} aria-label={t('support.assignClose')} onClick={onClose} />
    </div>
  );
}

function nameOf({ username, email, id }: ColleagueFragment): string {
  return username ?? email ?? id;
}
