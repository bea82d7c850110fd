import { Lock } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { useSession } from '../../../session/use-session.ts';
import { ROLES, type Role } from './use-role-change.ts';
import type { UserRowFragment } from './user-row.generated.ts';

interface UserCellsProps {
  readonly user: UserRowFragment;
  readonly tabIndex: 0 | -1;
  readonly onChange: (user: UserRowFragment, role: Role) => void;
}

/** Address of the list of a user's pages. */
export function pagesOf({ id }: { readonly id: string }) {
  return { pathname: href('/admin'), search: new URLSearchParams({ search: id }).toString() };
}

/** A user as a table row; on phones as a card. */
export const UserCells = memo(function UserCells({ user, tabIndex, onChange }: UserCellsProps) {
  const { t, format } = useLocale();
  const { username, email, createdAt, pageCount } = user;
  return (
    <>
      <th scope="row" className="user-cell--name" dir="auto" translate="no" title={username ?? undefined}>
        {username}
      </th>
      <td className="user-cell--email" title={email ?? undefined}>
        {email}
      </td>
      <td className="user-cell--pages tabular">
        <span className="user-cell__label">{t('adminUsers.pagesHead')} </span>
        {pageCount === null ? (
          '–'
        ) : (
          <Link to={pagesOf(user)} tabIndex={tabIndex}>
            {format.number(pageCount)}
          </Link>
        )}
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

/** A user's role: a select, or a text if the current user may not change it. */
function RoleCell({ user, tabIndex, onChange }: UserCellsProps) {
  const { t } = useTranslation();
  const names = t('adminUsers.role', { returnObjects: true });
  const me = useSession()?.user;
  if (me === undefined || user.role === null) return null;
  // Only a SUPERADMIN may grant SUPERADMIN, or change one.
  const roles = me.role === 'SUPERADMIN' ? ROLES : ROLES.filter((role) => role !== 'SUPERADMIN');
  if (!roles.includes(user.role)) {
    return (
      <span className="user-role--fixed">
        <Lock aria-hidden="true" />
        {names[user.role]} {t('adminUsers.protected')}
      </span>
    );
  }
  // Users cannot change their own role.
  if (user.id === me.id) {
    return (
      <span className="user-role--fixed">
        {names[user.role]} {t('adminUsers.you')}
      </span>
    );
  }
  return (
    <select
      className="user-role"
      tabIndex={tabIndex}
      aria-label={t('adminUsers.roleOf', { name: user.username ?? user.email ?? user.id })}
      value={user.role}
      onChange={({ target }) => {
        const next = roles.find((role) => role === target.value);
        if (next !== undefined) onChange(user, next);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {names[role]}
        </option>
      ))}
    </select>
  );
}
