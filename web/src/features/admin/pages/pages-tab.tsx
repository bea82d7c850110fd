import { SlidersHorizontal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { SearchedList, useNarrowing } from '../searched-list.tsx';
import { Filters } from './filters.tsx';
import { AdminPagesPartDocument } from './page-block.generated.ts';
import { filterIn } from './page-filter.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { PageCells, type RowActions } from './page-row.tsx';
import { usePageActions } from './use-page-actions.ts';
import { usePageList } from './use-page-list.ts';
import './pages.css';

const EditPanel = lazyPart(() => import('./edit-panel.tsx'));
const FiguresDialog = lazyPart(() => import('./figures-dialog.tsx'));
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));

const WORDS = {
  title: 'adminPages.title',
  search: 'adminPages.search',
  count: 'adminPages.count',
  showAll: 'adminPages.clear',
  failed: 'adminPages.failed',
} as const;

const COLUMNS = [
  { head: 'adminPages.nameHead' },
  { head: 'adminPages.idHead', className: 'page-head--id' },
  { head: 'adminPages.ownerHead', className: 'page-head--owner' },
  { head: 'adminPages.eventsHead', className: 'page-head--events' },
  { head: 'adminPages.createdHead', className: 'page-head--created' },
  { head: 'adminPages.stateHead', className: 'page-head--state' },
  { head: 'adminPages.actionsHead', className: 'page-head--actions' },
] as const;

/** The list of all pages. */
export function PagesTab() {
  const { t } = useTranslation();
  const format = useFormat();
  const { parameter, search, params, showAll } = useNarrowing('search', ['state', 'claimed']);
  const chosen = filterIn(params);
  const { pages, filter, ...reading } = usePageList(search, chosen);
  const { failure, changeState, remove } = usePageActions();
  const [edited, setEdited] = useState<AdminPageRowFragment>();
  const [measured, setMeasured] = useState<AdminPageRowFragment>();
  const [filtering, setFiltering] = useState(false);
  const latest = useRef({ changeState, remove });
  latest.current = { changeState, remove };
  // A stable object, so that rows do not re-render.
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
  return (
    <SearchedList
      className="pages-tab"
      words={WORDS}
      parameter={parameter}
      showAll={showAll}
      narrowed={narrowed}
      tools={
        <Button className="pages-tab__filter-button" look="secondary" onClick={() => setFiltering(true)}>
          <SlidersHorizontal aria-hidden="true" />
          {filters === 0 ? t('adminPages.filterTitle') : t('adminPages.filtersOn', { number: format.number(filters) })}
        </Button>
      }
      filters={
        <div className="pages-tab__filters">
          <Filters tallies={pages?.tallies} />
        </div>
      }
      beginning={pages}
      filter={filter}
      part={AdminPagesPartDocument}
      listOf={({ pages }) => pages}
      reading={reading}
      failure={failure}
      none={
        <>
          <p>{t(narrowed ? 'adminPages.noneFound' : 'adminPages.none')}</p>
          {narrowed && (
            <Button look="secondary" onClick={showAll}>
              {t('adminPages.clear')}
            </Button>
          )}
        </>
      }
      columns={COLUMNS}
      cardHeight={168}
      renderRow={(page, index) => (
        <LongTableRow key={page.id} index={index} className="page-row">
          {(tabIndex) => <PageCells page={page} tabIndex={tabIndex} actions={actions} />}
        </LongTableRow>
      )}
    >
      {edited !== undefined && <EditPanel page={edited} onClose={() => setEdited(undefined)} />}
      {measured !== undefined && <FiguresDialog page={measured} onClose={() => setMeasured(undefined)} />}
      {filtering && (
        <FilterSheet
          tallies={pages?.tallies}
          onClear={showAll}
          onClose={() => setFiltering(false)}
          total={pages?.totalCount}
        />
      )}
    </SearchedList>
  );
}
