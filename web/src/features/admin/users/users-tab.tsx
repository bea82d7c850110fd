import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fixedFailure } from '../../../api/failure.ts';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LongTable } from '../../../ui/long-table.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useSearchParameter } from '../../../ui/use-search-parameter.ts';
import { FilterGroup } from '../filter-group.tsx';
import { WaitingRows } from '../list-rows.tsx';
import { useListBeginning } from '../use-list-beginning.ts';
import { ROLE_WORDS, ROLES, type Role } from './role-words.ts';
import { useRoleChange } from './use-role-change.ts';
import { COLUMNS, UserBlock, UserRows } from './user-block.tsx';
import type { UserRowFragment } from './user-row.generated.ts';
import { AdminUsersDocument } from './users-tab.generated.ts';
import './users.css';

const RoleDialog = lazyPart(() => import('./role-dialog.tsx'));

const ROW_HEIGHT = 40;
const CARD_HEIGHT = 152;
/** What stands for a list whose length nobody knows yet. */
const WAITING = 12;

/** Everybody with an account, and what they may do: searched and cut by the server, however many there are. */
export default function UsersTab() {
  const { t } = useTranslation();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const searching = useSearchParameter('person');
  const { search, setText } = searching;
  const role = ROLES.find((one) => one === params.get('role'));
  const filter = useMemo(() => ({ ...(search !== '' && { search }), ...(role && { role }) }), [search, role]);
  const { shown, isOther, error, loading, refetch } = useListBeginning(AdminUsersDocument, filter);
  const users = shown?.users;
  const { asked, failure, change, confirm, giveUp } = useRoleChange();
  const latest = useRef(change);
  latest.current = change;
  // The same for good, so that no row is drawn anew for it.
  const onChange = useCallback((user: UserRowFragment, next: Role) => latest.current(user, next), []);

  const showAll = () => {
    setText('');
    setParams(withParameters(params, { role: undefined, person: undefined }), { replace: true, state: SAME_SCREEN });
  };
  const countOf = (one: Role | undefined) =>
    (users?.tallies ?? []).reduce(
      (sum, tally) => (one === undefined || tally.role === one ? sum + tally.count : sum),
      0,
    );
  const total = users?.totalCount;
  const after = users?.pageInfo.endCursor;

  return (
    <section className="users" aria-label={t('adminUsers.title')}>
      <div className="users__tools">
        <SearchField label={t('adminUsers.search')} {...searching} />
        <p className="users__count tabular" role="status">
          {total !== undefined && !isOther && t('adminUsers.count', { count: total, number: format.number(total) })}
        </p>
        {(search !== '' || role !== undefined) && (
          <Button look="quiet" onClick={showAll}>
            {t('adminUsers.showAll')}
          </Button>
        )}
      </div>
      <FilterGroup
        label={t('adminUsers.byRole')}
        heading={t('adminUsers.roleHead')}
        name="role"
        chosen={role}
        choices={[undefined, ...ROLES]}
        words={(one) => t(one === undefined ? 'adminUsers.anyRole' : ROLE_WORDS[one])}
        count={users && countOf}
      />
      <FailureNotice
        failure={error === undefined ? failure : fixedFailure(error, 'adminUsers.failed')}
        actions={
          error !== undefined && (
            <Button look="secondary" busy={loading} onClick={() => void refetch().catch(() => {})}>
              {t('failure.tryAgain')}
            </Button>
          )
        }
      />
      {total === 0 && (
        <p className="users__none">{search === '' ? t('adminUsers.noneOfRole') : t('adminUsers.none', { search })}</p>
      )}
      {total !== 0 && (users !== undefined || error === undefined) && (
        <LongTable
          label={t('adminUsers.title')}
          total={total ?? WAITING}
          head={<Heads />}
          columns={COLUMNS}
          rowHeight={ROW_HEIGHT}
          cardHeight={CARD_HEIGHT}
          busy={isOther}
          list={JSON.stringify(filter)}
          renderBlock={(block) => {
            if (users === undefined) return <WaitingRows columns={COLUMNS} from={0} to={WAITING} />;
            if (block === 0) return <UserRows users={users.nodes} from={0} onChange={onChange} />;
            if (after == null || isOther) return null;
            return (
              <UserBlock block={block} total={users.totalCount} after={after} filter={filter} onChange={onChange} />
            );
          }}
        />
      )}
      {asked !== undefined && <RoleDialog asked={asked} onConfirm={confirm} onGiveUp={giveUp} />}
    </section>
  );
}

function Heads() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col">{t('adminUsers.nameHead')}</th>
      <th scope="col">{t('form.email')}</th>
      <th scope="col" className="user-head--pages">
        {t('adminUsers.pagesHead')}
      </th>
      <th scope="col" className="user-head--since">
        {t('adminUsers.sinceHead')}
      </th>
      <th scope="col" className="user-head--role">
        {t('adminUsers.roleHead')}
      </th>
    </>
  );
}
