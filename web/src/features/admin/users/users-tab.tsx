import { useQuery } from '@apollo/client/react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../../api/failure.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SearchField } from '../search-field.tsx';
import { useSearchParameter } from '../use-search-parameter.ts';
import { useRoleChange } from './use-role-change.ts';
import { UserRow } from './user-row.tsx';
import { AdminUsersDocument } from './users-tab.generated.ts';
import './users.css';

const RoleDialog = lazy(() => import('./role-dialog.tsx'));
const PART = 50;

/** Everybody with an account, and what they may do. */
export default function UsersTab() {
  const { t } = useTranslation();
  const format = useFormat();
  const searching = useSearchParameter('person');
  const { search, setText } = searching;
  const [{ first, of }, setFirst] = useState({ first: PART, of: search });
  const roles = useRoleChange();
  const found = useQuery(AdminUsersDocument, {
    variables: { filter: search === '' ? null : { search }, first: of === search ? first : PART },
    notifyOnNetworkStatusChange: true,
  });
  const { error, loading, refetch } = found;
  const list = (found.data ?? (error === undefined ? found.previousData : undefined))?.users;
  return (
    <section className="users" aria-label={t('adminUsers.title')}>
      <div className="users__tools">
        <SearchField label={t('adminUsers.search')} {...searching} />
        <p className="users__count tabular" role="status">
          {list !== undefined &&
            t('adminUsers.count', { count: list.totalCount, number: format.number(list.totalCount) })}
        </p>
      </div>
      <FailureNotice
        failure={error === undefined ? undefined : fixedFailure(error, 'adminUsers.failed')}
        actions={
          <Button look="secondary" busy={loading} onClick={() => void refetch().catch(() => {})}>
            {t('failure.tryAgain')}
          </Button>
        }
      />
      {list === undefined && error === undefined && <UsersSkeleton />}
      {list?.totalCount === 0 && (
        <div className="users__none">
          <p>{t('adminUsers.none', { search })}</p>
          <Button look="secondary" onClick={() => setText('')}>
            {t('adminUsers.showAll')}
          </Button>
        </div>
      )}
      {list !== undefined && list.totalCount > 0 && (
        <table className="users__table" aria-label={t('adminUsers.table')} aria-rowcount={list.totalCount + 1}>
          <thead>
            <tr className="users__heads" aria-rowindex={1}>
              <th scope="col">{t('adminUsers.person')}</th>
              <th scope="col">{t('adminUsers.pagesHead')}</th>
              <th scope="col">{t('adminUsers.sinceHead')}</th>
              <th scope="col">{t('adminUsers.roleHead')}</th>
            </tr>
          </thead>
          <tbody>
            {list.nodes.map((user, index) => (
              <UserRow
                key={user.id}
                user={user}
                position={index + 1}
                failure={roles.failures.get(user.id)}
                onChange={roles.change}
              />
            ))}
          </tbody>
        </table>
      )}
      {list?.pageInfo.hasNextPage && (
        <Button look="secondary" busy={loading} onClick={() => setFirst({ first: first + PART, of: search })}>
          {t('dashboard.more')}
        </Button>
      )}
      {roles.asked !== undefined && (
        <Suspense>
          <RoleDialog asked={roles.asked} onConfirm={roles.confirm} onGiveUp={roles.giveUp} />
        </Suspense>
      )}
    </section>
  );
}

/** Rows' worth of grey, the size of real ones. */
function UsersSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('adminUsers.loading')}
      </p>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className="user-row" aria-hidden="true">
          <Skeleton width="14rem" height="1.25rem" />
        </div>
      ))}
    </div>
  );
}
