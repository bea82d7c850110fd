import { Printer, SlidersHorizontal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { type CardPage, pageLink } from '../cards/card-link.ts';
import type { ListExport } from '../export-list.ts';
import { SearchedList } from '../searched-list.tsx';
import { Filters, filterIn } from './filters.tsx';
import { AdminPagesPartDocument } from './page-block.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { PageCells, type RowActions } from './page-row.tsx';
import { PagesToExportDocument } from './pages-export.generated.ts';
import { AdminPagesDocument } from './pages-tab.generated.ts';
import { usePageActions } from './use-page-actions.ts';
import './pages.css';

const EditPanel = lazyPart(() => import('./edit-panel.tsx'));
const FiguresDialog = lazyPart(() => import('./figures-dialog.tsx'));
const PrintDialog = lazyPart(() => import('../cards/print-dialog.tsx'));
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));

const WORDS = {
  title: 'adminPages.title',
  search: 'adminPages.search',
  count: 'adminPages.count',
  showAll: 'adminPages.clear',
  failed: 'adminPages.failed',
} as const;

const COLUMNS = [
  { head: 'adminPages.tickHead', className: 'page-head--tick', isNarrow: true },
  { head: 'adminPages.nameHead', order: 'NAME' },
  { head: 'adminPages.idHead', className: 'page-head--id', order: 'ID' },
  { head: 'adminPages.ownerHead', className: 'page-head--owner' },
  { head: 'adminPages.eventsHead', className: 'page-head--events' },
  { head: 'adminPages.createdHead', className: 'page-head--created', order: 'CREATED' },
  { head: 'adminPages.stateHead', className: 'page-head--state', order: 'STATE' },
  { head: 'adminPages.actionsHead', className: 'page-head--actions' },
] as const;

const EXPORTED: ListExport<'pages', AdminPageRowFragment, ReturnType<typeof filterIn>> = {
  query: PagesToExportDocument,
  columns: [
    { name: 'id', head: 'adminPages.idHead', value: ({ id }) => id },
    { name: 'displayName', head: 'adminPages.nameHead', value: ({ displayName }) => displayName },
    { name: 'state', head: 'adminPages.stateHead', value: ({ state }) => state },
    { name: 'owner', head: 'adminPages.ownerHead', value: ({ owner }) => owner?.email ?? '' },
    { name: 'events', head: 'adminPages.eventsHead', value: ({ eventCount }) => eventCount ?? 0 },
    { name: 'createdAt', head: 'adminPages.createdHead', value: ({ createdAt }) => createdAt },
    { name: 'link', head: 'adminPages.linkHead', value: ({ id }) => pageLink(id) },
  ],
  link: ({ id }) => pageLink(id),
};

/** The list of all pages. */
export function PagesTab() {
  const { t } = useTranslation();
  const format = useFormat();
  const [params] = useSearchParams();
  const filter = filterIn(params);
  const { failure, changeState, remove } = usePageActions();
  const [edited, setEdited] = useState<AdminPageRowFragment>();
  const [measured, setMeasured] = useState<AdminPageRowFragment>();
  const [filtering, setFiltering] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [ticked, setTicked] = useState<ReadonlyMap<string, CardPage>>(new Map());
  const latest = useRef({ changeState, remove });
  latest.current = { changeState, remove };
  // A stable object, so that rows do not re-render.
  const actions = useMemo<RowActions>(
    () => ({
      changeState: (page, state) => void latest.current.changeState(page, state),
      remove: (page) => void latest.current.remove(page),
      edit: setEdited,
      figures: setMeasured,
      tick: ({ id, displayName }, on) =>
        setTicked((before) => {
          const after = new Map(before);
          if (on) after.set(id, { id, displayName });
          else after.delete(id);
          return after;
        }),
    }),
    [],
  );

  const filters = Object.values(filter).filter((one) => one !== undefined).length;
  return (
    <SearchedList
      className="pages-tab"
      words={WORDS}
      parameter="search"
      filter={filter}
      query={AdminPagesDocument}
      part={AdminPagesPartDocument}
      field="pages"
      exported={EXPORTED}
      opens
      tools={
        <>
          <Button className="pages-tab__filter-button" look="secondary" onClick={() => setFiltering(true)}>
            <SlidersHorizontal aria-hidden="true" />
            {filters === 0
              ? t('adminPages.filterTitle')
              : t('adminPages.filtersOn', { number: format.number(filters) })}
          </Button>
          <Button look="secondary" onClick={() => setPrinting(true)}>
            <Printer aria-hidden="true" />
            {ticked.size === 0
              ? t('adminPages.print')
              : t('adminPages.printTicked', { count: ticked.size, number: format.number(ticked.size) })}
          </Button>
          {ticked.size > 0 && (
            <Button look="quiet" onClick={() => setTicked(new Map())}>
              {t('adminPages.untick')}
            </Button>
          )}
        </>
      }
      filters={(pages) => (
        <div className="pages-tab__filters">
          <Filters tallies={pages?.tallies} />
        </div>
      )}
      failure={failure}
      none={(search) => t(filters > 0 || search !== '' ? 'adminPages.noneFound' : 'adminPages.none')}
      columns={COLUMNS}
      cardHeight={168}
      renderRow={(page, index) => (
        <LongTableRow key={page.id} index={index} className="page-row" onOpen={() => setEdited(page)}>
          {(tabIndex) => <PageCells page={page} ticked={ticked.has(page.id)} tabIndex={tabIndex} actions={actions} />}
        </LongTableRow>
      )}
    >
      {(pages, showAll) => (
        <>
          {edited !== undefined && <EditPanel page={edited} onClose={() => setEdited(undefined)} />}
          {measured !== undefined && <FiguresDialog page={measured} onClose={() => setMeasured(undefined)} />}
          {printing && <PrintPart list={pages} ticked={[...ticked.values()]} onClose={() => setPrinting(false)} />}
          {filtering && (
            <FilterSheet
              tallies={pages?.tallies}
              onClear={showAll}
              onClose={() => setFiltering(false)}
              total={pages?.totalCount}
            />
          )}
        </>
      )}
    </SearchedList>
  );
}

interface PrintPartProps {
  readonly list: { readonly totalCount: number; readonly nodes: readonly CardPage[] } | undefined;
  readonly ticked: readonly CardPage[];
  readonly onClose: () => void;
}

/** The dialog for the ticked pages, or for all that match. */
function PrintPart({ list, ticked, onClose }: PrintPartProps) {
  const [params] = useSearchParams();
  const sample = ticked[0] ?? list?.nodes[0];
  if (sample === undefined) return null;
  const { state, claimed } = filterIn(params);
  const search = params.get('search') ?? '';
  const filter = { ...(search && { search }), ...(state && { state }), ...(claimed && { claimed }) };
  const some = ticked.length > 0;
  return (
    <PrintDialog
      choice={some ? { by: 'pages', pages: [...ticked] } : { by: 'filter', filter }}
      count={some ? ticked.length : (list?.totalCount ?? 0)}
      sample={sample}
      onClose={onClose}
    />
  );
}
