import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useSearchParams } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { orderIn } from '../../../lists/column-head.tsx';
import { RowMenu } from '../../../lists/row-menu.tsx';
import { SearchedList } from '../../../lists/searched-list.tsx';
import { TickHead } from '../../../lists/tick-head.tsx';
import { pageLink } from '../../../print/card-link.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { ListFilter } from './change-pages.ts';
import { Filters, filterIn } from './filters.tsx';
import { AdminPagesPartDocument } from './page-block.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { COLUMNS, type RowActions } from './pages-columns.tsx';
import { AdminPagesDocument } from './pages-tab.generated.ts';
import { SelectionBar } from './selection-bar.tsx';
import { nameOf, selectedOf, usePageActions } from './use-page-actions.ts';
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

export default function PagesTab() {
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
  const [menu, setMenu] = useState<{ readonly page: AdminPageRowFragment; readonly button: HTMLElement }>();
  const latest = useRef({ changeState, selection });
  latest.current = { changeState, selection };
  // A stable object, so that rows do not re-render.
  const actions = useMemo<RowActions>(
    () => ({
      changeState: (page, state) => void latest.current.changeState(page, state),
      menu: (page, button) => setMenu({ page, button }),
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
        <Button
          icon={SlidersHorizontal}
          className="pages-tab__filter-button"
          look="secondary"
          onClick={() => setFiltering(true)}
        >
          {filters === 0 ? t('adminPages.filterTitle') : t('adminPages.filtersOn', { number: format.number(filters) })}
        </Button>
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
      lines="two"
      cardHeight={120}
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
          {menu !== undefined && (
            <RowMenu
              button={menu.button}
              label={t('adminPages.actionsOf', { name: nameOf(menu.page) })}
              entries={[
                { id: 'edit', label: t('adminPages.editShort'), onAction: () => setEdited(menu.page) },
                { id: 'open', label: t('adminPages.openShort'), to: href('/d/:id', menu.page), newTab: true },
                { id: 'figures', label: t('adminPages.figuresShort'), onAction: () => setMeasured(menu.page) },
                { id: 'history', label: t('adminPages.history'), to: href('/history/:id', menu.page) },
                { id: 'delete', label: t('adminPages.deleteShort'), danger: true, onAction: () => remove(menu.page) },
              ]}
              onClose={() => setMenu(undefined)}
            />
          )}
          {edited !== undefined && <EditPanel page={edited} onClose={() => setEdited(undefined)} />}
          {measured !== undefined && <FiguresDialog page={measured} onClose={() => setMeasured(undefined)} />}
          {printing && (
            <PrintPart total={pages?.totalCount ?? 0} selection={selection} onClose={() => setPrinting(false)} />
          )}
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
  readonly total: number;
  readonly selection: Selection;
  readonly onClose: () => void;
}

/** The dialog for the selected pages. */
function PrintPart({ total, selection: { all, pages, count, sample }, onClose }: PrintPartProps) {
  const [params] = useSearchParams();
  const first = sample();
  if (first === undefined) return null;
  const leftOut = pages.map(({ id }) => id);
  return (
    <PrintDialog
      choice={all ? { by: 'filter', filter: listFilterIn(params), leftOut } : { by: 'pages', pages: [...pages] }}
      count={count(total)}
      sample={first}
      onClose={onClose}
    />
  );
}
