import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { RoleCell } from './role-cell.tsx';
import type { Role } from './role-words.ts';
import type { UserRowFragment } from './user-row.generated.ts';

interface UserCellsProps {
  readonly user: UserRowFragment;
  readonly tabIndex: 0 | -1;
  readonly onChange: (user: UserRowFragment, role: Role) => void;
}

/** A user as a table row; on phones as a card. */
export const UserCells = memo(function UserCells({ user, tabIndex, onChange }: UserCellsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { username, email, createdAt, pageCount } = user;
  return (
    <>
      <th scope="row" className="user-cell--name" dir="auto" title={username ?? undefined}>
        {username}
      </th>
      <td className="user-cell--email" title={email ?? undefined}>
        {email}
      </td>
      <td className="user-cell--pages tabular">
        <span className="user-cell__label">{t('adminUsers.pagesHead')} </span>
        {pageCount === null ? '–' : format.number(pageCount)}
      </td>
      <td className="user-cell--since tabular">
        <span className="user-cell__label">{t('adminUsers.sinceHead')} </span>
        {createdAt !== null && <time dateTime={createdAt}>{format.date(createdAt)}</time>}
      </td>
      <td className="user-cell--role">
        <RoleCell user={user} tabIndex={tabIndex} onChange={onChange} />
      </td>
    </>
  );
});
