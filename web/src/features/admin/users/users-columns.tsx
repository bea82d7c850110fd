import { Lock } from 'lucide-react';
import { href, Link } from 'react-router';
import type { Column, Row } from '../../../lists/column.tsx';
import { useSession } from '../../../session/use-session.ts';
import { ROLES, type Role } from './use-role-change.ts';
import type { UserRowFragment } from './user-row.generated.ts';
import type { UserColumn } from './users-tab.generated.ts';

/** What the cells of a user get besides it. */
interface Added {
  readonly onChange: (user: UserRowFragment, role: Role) => void;
}

/** Address of the list of a user's pages. */
export function pagesOf({ id }: { readonly id: string }) {
  return { pathname: href('/admin'), search: new URLSearchParams({ search: id }).toString() };
}

/** The columns of the list of users; on phones the lines of a card. */
export const COLUMNS = [
  {
    head: 'adminUsers.nameHead',
    className: 'user-column--name',
    order: 'NAME',
    isName: true,
    hint: ({ username }) => username,
    cell: ({ node: { username } }) => <span translate="no">{username}</span>,
    value: ({ username }) => username,
  },
  {
    head: 'form.email',
    className: 'user-column--email',
    order: 'EMAIL',
    hint: ({ email }) => email,
    cell: ({ node: { email } }) => email,
    value: ({ email }) => email,
  },
  {
    head: 'adminUsers.pagesHead',
    className: 'user-column--pages tabular',
    width: '5.5rem',
    order: 'PAGES',
    descends: true,
    cell: ({ node, tabIndex, t, format }) => (
      <>
        <span className="user-column__label">{t('adminUsers.pagesHead')} </span>
        {node.pageCount === null ? (
          '–'
        ) : (
          <Link to={pagesOf(node)} tabIndex={tabIndex}>
            {format.number(node.pageCount)}
          </Link>
        )}
      </>
    ),
    value: ({ pageCount }) => pageCount,
  },
  {
    head: 'adminUsers.sinceHead',
    className: 'user-column--since tabular',
    width: '12rem',
    order: 'CREATED',
    descends: true,
    cell: ({ node: { createdAt }, t, format }) => (
      <>
        <span className="user-column__label">{t('adminUsers.sinceHead')} </span>
        {createdAt !== null && <time dateTime={createdAt}>{format.date(createdAt)}</time>}
      </>
    ),
    value: ({ createdAt }) => createdAt,
  },
  {
    head: 'adminUsers.roleHead',
    className: 'user-column--role',
    width: '15rem',
    order: 'ROLE',
    cell: (row) => <RoleCell {...row} />,
    value: ({ role }) => role,
  },
] as const satisfies readonly Column<UserRowFragment, Added, UserColumn>[];

/** A user's role: a select, or a text if the current user may not change it. */
function RoleCell({ node: user, tabIndex, onChange, t }: Row<UserRowFragment, Added>) {
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
