import { Printer, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { orderIn } from '../../../lists/column-head.tsx';
import { SearchedList } from '../../../lists/searched-list.tsx';
import { TickHead } from '../../../lists/tick-head.tsx';
import { type CardPage, pageLink } from '../../../print/card-link.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { ListFilter, SelectedPage } from './change-pages.ts';
import { Filters, filterIn } from './filters.tsx';
import { AdminPagesPartDocument } from './page-block.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { COLUMNS, type RowActions } from './pages-columns.tsx';
import { AdminPagesDocument } from './pages-tab.generated.ts';
import { SelectionBar } from './selection-bar.tsx';
import { usePageActions } from './use-page-actions.ts';
import { type Selection, useSelection } from './use-selection.ts';
import './pages.css';

const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'));
const EditPanel = lazyPart(() => import('./edit-panel.tsx'));
const FiguresDialog = lazyPart(() => import('./figures-dialog.tsx'));
const PrintDialog = lazyPart(() => import('../../../print/print-dialog.tsx'));
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));

const WORDS = {
  title: 'adminPages.title',
  search: 'adminPages.search',
  count: 'adminPages.count',
  showAll: 'adminPages.clear',
  failed: 'adminPages.failed',
} as const;

export function PagesTab() {
  const { t, format } = useLocale();
  const [params] = useSearchParams();
  const filter = filterIn(params);
  const { failure, changeState, remove } = usePageActions();
  const [edited, setEdited] = useState<AdminPageRowFragment>();
  const [measured, setMeasured] = useState<AdminPageRowFragment>();
  const [filtering, setFiltering] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [changing, setChanging] = useState(false);
  const listFilter = listFilterIn(params);
  const selection = useSelection(listFilter, orderIn(params, COLUMNS));
  const latest = useRef({ changeState, remove, selection });
  latest.current = { changeState, remove, selection };
  // A stable object, so that rows do not re-render.
  const actions = useMemo<RowActions>(
    () => ({
      changeState: (page, state) => void latest.current.changeState(page, state),
      remove: (page) => void latest.current.remove(page),
      edit: setEdited,
      figures: setMeasured,
      tick: (index, page, on, range) => latest.current.selection.tick(index, selectedOf(page), on, range),
      show: (index, page) => latest.current.selection.show(index, selectedOf(page)),
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
      link={linkOf}
      tools={
        <>
          {selection.none && (
            <Button look="secondary" icon={Printer} className="searched-list__tool" onClick={() => setPrinting(true)}>
              {t('adminPages.print')}
            </Button>
          )}
          <Button
            icon={SlidersHorizontal}
            className="pages-tab__filter-button"
            look="secondary"
            onClick={() => setFiltering(true)}
          >
            {filters === 0
              ? t('adminPages.filterTitle')
              : t('adminPages.filtersOn', { number: format.number(filters) })}
          </Button>
        </>
      }
      filters={(pages) => (
        <div className="pages-tab__filters">
          <Filters tallies={pages?.tallies} />
        </div>
      )}
      failure={failure ?? selection.failure}
      none={(search) => t(filters > 0 || search !== '' ? 'adminPages.noneFound' : 'adminPages.none')}
      onExtend={selection.extend}
      columns={COLUMNS}
      tickHead={(total) => <TickShown selection={selection} total={total} />}
      rowClass="page-row"
      cardHeight={168}
      row={(page, index) => {
        const selected = selection.has(page.id);
        return {
          onOpen: () => setEdited(page),
          onSelect: () => actions.tick(index, page, !selected, false),
          selected,
          added: { ticked: selected, actions },
        };
      }}
    >
      {(pages, showAll) => (
        <>
          {!selection.none && (
            <SelectionBar
              selection={selection}
              total={pages?.totalCount}
              onChange={() => setChanging(true)}
              onPrint={() => setPrinting(true)}
            />
          )}
          {edited !== undefined && <EditPanel page={edited} onClose={() => setEdited(undefined)} />}
          {measured !== undefined && <FiguresDialog page={measured} onClose={() => setMeasured(undefined)} />}
          {printing && <PrintPart list={pages} selection={selection} onClose={() => setPrinting(false)} />}
          {changing && (
            <ChangeDialog
              selection={selection}
              filter={listFilter}
              count={selection.count(pages?.totalCount ?? 0)}
              onClose={() => setChanging(false)}
            />
          )}
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

const linkOf = ({ id }: AdminPageRowFragment) => pageLink(id);

/** The filter that the server gets. */
function listFilterIn(params: URLSearchParams): ListFilter {
  const { state, claimed } = filterIn(params);
  const search = params.get('search') ?? '';
  return { ...(search && { search }), ...(state && { state }), ...(claimed && { claimed }) };
}

function selectedOf({ id, displayName, state, version, owner }: AdminPageRowFragment): SelectedPage {
  return { id, displayName, state, version, ownerId: owner?.id ?? null };
}

/** Selects all rows in the document, or none. */
function TickShown({ selection, total }: { readonly selection: Selection; readonly total: number }): ReactNode {
  const { t } = useTranslation();
  const some = selection.count(total) < total ? 'some' : 'all';
  return (
    <TickHead
      label={t('adminPages.tickShown')}
      ticked={selection.none ? 'none' : some}
      onChange={(on) => (on ? selection.tickShown() : selection.clear())}
    />
  );
}

interface PrintPartProps {
  readonly list: { readonly totalCount: number; readonly nodes: readonly CardPage[] } | undefined;
  readonly selection: Selection;
  readonly onClose: () => void;
}

/** The dialog for the selected pages, or for all that match. */
function PrintPart({ list, selection: { all, pages, count }, onClose }: PrintPartProps) {
  const [params] = useSearchParams();
  const total = list?.totalCount ?? 0;
  const some = !all && pages.length > 0;
  const sample = (some ? pages : list?.nodes)?.[0];
  if (sample === undefined) return null;
  const leftOut = pages.map(({ id }) => id);
  return (
    <PrintDialog
      choice={some ? { by: 'pages', pages: [...pages] } : { by: 'filter', filter: listFilterIn(params), leftOut }}
      count={some || all ? count(total) : total}
      sample={sample}
      onClose={onClose}
    />
  );
}
