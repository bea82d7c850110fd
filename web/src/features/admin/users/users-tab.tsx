import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { FilterGroup } from '../filter-group.tsx';
import { SearchedList, useNarrowing } from '../searched-list.tsx';
import { useListBeginning } from '../use-list-beginning.ts';
import { ROLE_WORDS, ROLES, type Role } from './role-words.ts';
import { useRoleChange } from './use-role-change.ts';
import { AdminUsersPartDocument } from './user-block.generated.ts';
import { UserCells } from './user-cells.tsx';
import type { UserRowFragment } from './user-row.generated.ts';
import { AdminUsersDocument } from './users-tab.generated.ts';
import './users.css';

const RoleDialog = lazyPart(() => import('./role-dialog.tsx'));

const WORDS = {
  title: 'adminUsers.title',
  search: 'adminUsers.search',
  count: 'adminUsers.count',
  showAll: 'adminUsers.showAll',
  failed: 'adminUsers.failed',
} as const;

const COLUMNS = [
  { head: 'adminUsers.nameHead' },
  { head: 'form.email' },
  { head: 'adminUsers.pagesHead', className: 'user-head--pages' },
  { head: 'adminUsers.sinceHead', className: 'user-head--since' },
  { head: 'adminUsers.roleHead', className: 'user-head--role' },
] as const;

/** The list of all users and their roles. */
export default function UsersTab() {
  const { t } = useTranslation();
  const { parameter, search, params, showAll } = useNarrowing('person', ['role']);
  const role = ROLES.find((one) => one === params.get('role'));
  const filter = useMemo(() => ({ ...(search !== '' && { search }), ...(role && { role }) }), [search, role]);
  const { shown, ...reading } = useListBeginning(AdminUsersDocument, filter);
  const users = shown?.users;
  const { asked, failure, change, confirm, giveUp } = useRoleChange();
  const latest = useRef(change);
  latest.current = change;
  // A stable function, so that rows do not re-render.
  const onChange = useCallback((user: UserRowFragment, next: Role) => latest.current(user, next), []);

  const countOf = (one: Role | undefined) =>
    (users?.tallies ?? []).reduce(
      (sum, tally) => (one === undefined || tally.role === one ? sum + tally.count : sum),
      0,
    );

  return (
    <SearchedList
      className="users"
      words={WORDS}
      parameter={parameter}
      showAll={showAll}
      narrowed={search !== '' || role !== undefined}
      filters={
        <FilterGroup
          label={t('adminUsers.byRole')}
          heading={t('adminUsers.roleHead')}
          name="role"
          chosen={role}
          choices={[undefined, ...ROLES]}
          words={(one) => t(one === undefined ? 'adminUsers.anyRole' : ROLE_WORDS[one])}
          count={users && countOf}
        />
      }
      beginning={users}
      filter={filter}
      part={AdminUsersPartDocument}
      listOf={({ users }) => users}
      reading={reading}
      failure={failure}
      none={<p>{search === '' ? t('adminUsers.noneOfRole') : t('adminUsers.none', { search })}</p>}
      columns={COLUMNS}
      cardHeight={152}
      renderRow={(user, index) => (
        <LongTableRow key={user.id} index={index} className="user-row">
          {(tabIndex) => <UserCells user={user} tabIndex={tabIndex} onChange={onChange} />}
        </LongTableRow>
      )}
    >
      {asked !== undefined && <RoleDialog asked={asked} onConfirm={confirm} onGiveUp={giveUp} />}
    </SearchedList>
  );
}
