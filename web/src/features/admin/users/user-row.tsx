import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RoleCell } from './role-cell.tsx';
import type { Role } from './role-words.ts';
import type { UserRowFragment } from './user-row.generated.ts';

interface UserRowProps {
  readonly user: UserRowFragment;
  /** Place in the whole list, from 1. */
  readonly position: number;
  readonly failure: Failure | undefined;
  readonly onChange: (user: UserRowFragment, role: Role) => void;
}

/** A person with an account: a row on a desk, a card on a phone. */
export function UserRow({ user, position, failure, onChange }: UserRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { username, email, createdAt, pageCount } = user;
  return (
    // The heads are the first row.
    <tr aria-rowindex={position + 1} className="user-row">
      <td className="user-row__person">
        <strong dir="auto">{username}</strong>
        <span>{email}</span>
      </td>
      <td className="user-row__pages tabular">
        <span className="user-row__label">{t('adminUsers.pagesHead')}</span>
        {pageCount === null ? '–' : format.number(pageCount)}
      </td>
      <td className="user-row__since tabular">
        <span className="user-row__label">{t('adminUsers.sinceHead')}</span>
        {createdAt !== null && format.date(createdAt)}
      </td>
      <td className="user-row__role">
        <RoleCell user={user} onChange={(role) => onChange(user, role)} />
        <FailureNotice failure={failure} />
      </td>
    </tr>
  );
}
