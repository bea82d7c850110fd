import { useQuery } from '@apollo/client/react';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { useLater } from '../../ui/use-later.ts';
import { OwnersFoundDocument } from './owner-search.generated.ts';
import { type Owner, ownerName } from './use-owner.ts';

const PAUSE_MS = 150;

interface OwnerSearchProps {
  readonly label: string;
  readonly onChoose: (owner: Owner) => void;
}

/** Searches users on the server during typing; focused when it opens. */
export default function OwnerSearch({ label, onChoose }: OwnerSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  useLater(text, PAUSE_MS, () => setSearch(cleanLine(text)));
  const isTooLong = search.length > LONGEST_SEARCH;
  const found = useQuery(OwnersFoundDocument, { variables: { search }, skip: !open || isTooLong });
  const people = (isTooLong ? undefined : (found.data ?? found.previousData))?.users.nodes ?? [];
  return (
    <SearchPicker
      label={label}
      placeholder={t('admin.searchOwner')}
      show={t('admin.showOwners')}
      items={people}
      nothing={
        isTooLong
          ? t('search.tooLong', { limit: LONGEST_SEARCH })
          : found.error !== undefined
            ? t('adminUsers.failed')
            : found.loading
              ? t('adminUsers.loading')
              : t('adminUsers.none', { search })
      }
      search={text}
      onSearch={setText}
      onOpenChange={setOpen}
      onChoose={({ id, username, email }) => onChoose({ id, username, email })}
      nameOf={ownerName}
      detailOf={({ email }) => <span>{email}</span>}
    />
  );
}
