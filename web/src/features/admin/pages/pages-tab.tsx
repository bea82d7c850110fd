import { SlidersHorizontal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
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
import { WaitingRows } from '../list-rows.tsx';
import { Filters } from './filters.tsx';
import { COLUMNS, PageBlock, PageRows } from './page-block.tsx';
import { filterIn } from './page-filter.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import type { RowActions } from './page-row.tsx';
import { usePageActions } from './use-page-actions.ts';
import { usePageList } from './use-page-list.ts';
import './pages.css';

const EditPanel = lazyPart(() => import('./edit-panel.tsx'));
const FiguresDialog = lazyPart(() => import('./figures-dialog.tsx'));
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));

const ROW_HEIGHT = 40;
const CARD_HEIGHT = 168;
/** What stands for a list whose length nobody knows yet. */
const WAITING = 12;

/** Every page there is: searched, filtered and cut by the server, however many there are. */
export default function PagesTab() {
  const { t } = useTranslation();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const searching = useSearchParameter('search');
  const { search, setText } = searching;
  const chosen = filterIn(params);
  const { pages, filter, isOther, error, loading, refetch } = usePageList(search, chosen);
  const { failure, changeState, remove } = usePageActions();
  const [edited, setEdited] = useState<AdminPageRowFragment>();
  const [measured, setMeasured] = useState<AdminPageRowFragment>();
  const [filtering, setFiltering] = useState(false);
  const latest = useRef({ changeState, remove });
  latest.current = { changeState, remove };
  // The same for good, so that no row is drawn anew for it.
  const actions = useMemo<RowActions>(
    () => ({
      changeState: (page, state) => void latest.current.changeState(page, state),
      remove: (page) => void latest.current.remove(page),
      edit: setEdited,
      figures: setMeasured,
    }),
    [],
  );

  const filters = [chosen.state, chosen.claimed].filter((one) => one !== undefined).length;
  const narrowed = filters > 0 || search !== '';
  const clear = () => {
    setText('');
    setParams(withParameters(params, { search: undefined, state: undefined, claimed: undefined }), {
      replace: true,
      state: SAME_SCREEN,
    });
  };
  const total = pages?.totalCount;
  const after = pages?.pageInfo.endCursor;

  return (
    <section className="pages-tab" aria-label={t('adminPages.title')}>
      <div className="pages-tab__tools">
        <SearchField label={t('adminPages.search')} {...searching} />
        <Button className="pages-tab__filter-button" look="secondary" onClick={() => setFiltering(true)}>
          <SlidersHorizontal aria-hidden="true" />
          {filters === 0 ? t('adminPages.filterTitle') : t('adminPages.filtersOn', { number: format.number(filters) })}
        </Button>
        <p className="pages-tab__count tabular" role="status">
          {total !== undefined && !isOther && t('adminPages.count', { count: total, number: format.number(total) })}
        </p>
        {narrowed && (
          <Button look="quiet" onClick={clear}>
            {t('adminPages.clear')}
          </Button>
        )}
      </div>
      <div className="pages-tab__filters">
        <Filters tallies={pages?.tallies} />
      </div>
      <FailureNotice
        failure={error === undefined ? failure : fixedFailure(error, 'adminPages.failed')}
        actions={
          error !== undefined && (
            <Button look="secondary" busy={loading} onClick={() => void refetch().catch(() => {})}>
              {t('failure.tryAgain')}
            </Button>
          )
        }
      />
      {total === 0 ? (
        <div className="pages-tab__none">
          <p>{t(narrowed ? 'adminPages.noneFound' : 'adminPages.none')}</p>
          {narrowed && (
            <Button look="secondary" onClick={clear}>
              {t('adminPages.clear')}
            </Button>
          )}
        </div>
      ) : (
        (pages !== undefined || error === undefined) && (
          <LongTable
            label={t('adminPages.title')}
            total={total ?? WAITING}
            head={<Heads />}
            columns={COLUMNS}
            rowHeight={ROW_HEIGHT}
            cardHeight={CARD_HEIGHT}
            busy={isOther}
            list={JSON.stringify(filter)}
            renderBlock={(block) => {
              if (pages === undefined) return <WaitingRows columns={COLUMNS} from={0} to={WAITING} />;
              if (block === 0) return <PageRows pages={pages.nodes} from={0} actions={actions} />;
              if (after == null || isOther) return null;
              return (
                <PageBlock block={block} total={pages.totalCount} after={after} filter={filter} actions={actions} />
              );
            }}
          />
        )
      )}
      {edited !== undefined && <EditPanel page={edited} onClose={() => setEdited(undefined)} />}
      {measured !== undefined && <FiguresDialog page={measured} onClose={() => setMeasured(undefined)} />}
      {filtering && (
        <FilterSheet tallies={pages?.tallies} onClear={clear} onClose={() => setFiltering(false)} total={total} />
      )}
    </section>
  );
}

function Heads() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col">{t('adminPages.nameHead')}</th>
      <th scope="col" className="page-head--id">
        {t('adminPages.idHead')}
      </th>
      <th scope="col" className="page-head--owner">
        {t('adminPages.ownerHead')}
      </th>
      <th scope="col" className="page-head--events">
        {t('adminPages.eventsHead')}
      </th>
      <th scope="col" className="page-head--created">
        {t('adminPages.createdHead')}
      </th>
      <th scope="col" className="page-head--state">
        {t('adminPages.stateHead')}
      </th>
      <th scope="col" className="page-head--actions">
        {t('adminPages.actionsHead')}
      </th>
    </>
  );
}
