import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { SearchedList } from '../../../lists/searched-list.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ROLES, type Role, useRoleChange } from './use-role-change.ts';
import { AdminUsersPartDocument } from './user-block.generated.ts';
import type { UserRowFragment } from './user-row.generated.ts';
import { COLUMNS } from './users-columns.tsx';
import { AdminUsersDocument, type AdminUsersQuery } from './users-tab.generated.ts';
import './users.css';

const RoleDialog = lazyPart(() => import('./role-dialog.tsx'));
const UserPanel = lazyPart(() => import('./user-panel.tsx'));

const WORDS = {
  title: 'adminUsers.title',
  search: 'adminUsers.search',
  count: 'adminUsers.count',
  showAll: 'adminUsers.showAll',
  failed: 'adminUsers.failed',
} as const;

export default function UsersTab() {
  const { t } = useTranslation();
  const names = t('adminUsers.role', { returnObjects: true });
  const [params] = useSearchParams();
  const role = ROLES.find((one) => one === params.get('role'));
  const { pending, failure, change, confirm, giveUp } = useRoleChange();
  const [opened, setOpened] = useState<UserRowFragment>();
  // A stable function, so that rows do not re-render.
  const added = { onOpen: setOpened };

  return (
    <SearchedList
      className="users"
      words={WORDS}
      parameter="person"
      filter={{ role }}
      query={AdminUsersDocument}
      part={AdminUsersPartDocument}
      field="users"
      filters={(users) => (
        <FilterGroup
          label={t('adminUsers.byRole')}
          heading={t('adminUsers.roleHead')}
          name="role"
          chosen={role}
          choices={[undefined, ...ROLES]}
          words={(one) => (one === undefined ? t('adminUsers.anyRole') : names[one])}
          count={(one) => users && countOf(users.tallies, one)}
        />
      )}
      failure={failure}
      none={(search) => (search === '' ? t('adminUsers.noneOfRole') : t('adminUsers.none', { search }))}
      columns={COLUMNS}
      rowClass="user-row"
      cardHeight={100}
      row={(user) => ({ onOpen: () => setOpened(user), added })}
    >
      {() => (
        <>
          {opened !== undefined && (
            <UserPanel user={opened} onChange={(next) => change(opened, next)} onClose={() => setOpened(undefined)} />
          )}
          {pending !== undefined && <RoleDialog pending={pending} onConfirm={confirm} onGiveUp={giveUp} />}
        </>
      )}
    </SearchedList>
  );
}

function countOf(tallies: AdminUsersQuery['users']['tallies'], role: Role | undefined): number {
  return tallies.reduce((sum, tally) => (role === undefined || tally.role === role ? sum + tally.count : sum), 0);
}
