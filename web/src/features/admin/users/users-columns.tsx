import { Lock } from 'lucide-react';
import { href, Link } from 'react-router';
import type { Column, Row } from '../../../lists/column.tsx';
import { useSession } from '../../../session/use-session.ts';
import { rolesToGive } from './use-role-change.ts';
import type { UserRowFragment } from './user-row.generated.ts';
import type { UserColumn } from './users-tab.generated.ts';

/** What the cells of a user get besides it. */
interface Added {
  readonly onOpen: (user: UserRowFragment) => void;
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
    cell: ({ node, tabIndex, onOpen }) => (
      <button type="button" className="row-name" tabIndex={tabIndex} onClick={() => onOpen(node)}>
        <bdi translate="no">{node.username ?? node.id}</bdi>
      </button>
    ),
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
    cell: ({ node: { createdAt }, format }) =>
      createdAt !== null && <time dateTime={createdAt}>{format.date(createdAt)}</time>,
    value: ({ createdAt }) => createdAt,
  },
  {
    head: 'adminUsers.roleHead',
    className: 'user-column--role',
    width: 'min(17rem, 28%)',
    order: 'ROLE',
    cell: (row) => <RoleCell {...row} />,
    value: ({ role }) => role,
  },
] as const satisfies readonly Column<UserRowFragment, Added, UserColumn>[];

/** A user's role, and whether it is the reader's own or protected from them. */
function RoleCell({ node: user, t }: Row<UserRowFragment, Added>) {
  const me = useSession()?.user;
  if (me === undefined || user.role === null) return null;
  const name = t('adminUsers.role', { returnObjects: true })[user.role];
  if (user.id === me.id) return `${name} ${t('adminUsers.you')}`;
  if (rolesToGive(me, user).length > 0) return name;
  return (
    <span className="user-role--fixed">
      <Lock aria-hidden="true" />
      {name} <span className="user-role__why">{t('adminUsers.protected')}</span>
    </span>
  );
}
