import { Ellipsis } from 'lucide-react';
import { useEffect } from 'react';
import type { Column, Row } from '../../../lists/column.tsx';
import { pageLink } from '../../../print/card-link.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import type { PageColumn } from './pages-tab.generated.ts';
import { nameOf, type PageState } from './use-page-actions.ts';

export interface RowActions {
  readonly changeState: (page: AdminPageRowFragment, state: PageState) => void;
  /** Opens what can be done with a page, at the button of its row. */
  readonly menu: (page: AdminPageRowFragment, button: HTMLElement) => void;
  /** @param range whether to treat all rows since the last one alike */
  readonly tick: (index: number, page: AdminPageRowFragment, ticked: boolean, range: boolean) => void;
  /** A row is in the document, until the returned function is called. */
  readonly show: (index: number, page: AdminPageRowFragment) => () => void;
}

/** What the cells of a page get besides it. */
interface Added {
  readonly ticked: boolean;
  readonly actions: RowActions;
}

/** The columns of the list of pages; on phones the lines of a card. In files, id and state come earlier. */
export const COLUMNS = [
  { head: 'adminPages.idHead', value: ({ id }) => id },
  {
    head: 'adminPages.tickHead',
    className: 'page-column--tick',
    width: '2.75rem',
    isTick: true,
    cell: (row) => <Tick {...row} />,
  },
  {
    head: 'adminPages.nameHead',
    className: 'page-column--name',
    order: 'NAME',
    isName: true,
    hint: ({ displayName }) => displayName,
    cell: ({ node: { displayName, id }, t }) => (
      <>
        {displayName === '' ? (
          <span className="page-column__none">{t('adminPages.unnamed')}</span>
        ) : (
          <RowName name={displayName} />
        )}{' '}
        <code className="row-detail" translate="no">
          {id}
        </code>
      </>
    ),
    value: ({ displayName }) => displayName,
  },
  { head: 'adminPages.stateHead', value: ({ state }) => state },
  {
    head: 'adminPages.ownerHead',
    className: 'page-column--owner',
    width: '27%',
    order: 'OWNER',
    hint: ({ owner }) => owner?.email,
    cell: ({ node: { owner }, t }) =>
      owner === null ? (
        <span className="page-column__none">{t('adminPages.noOwner')}</span>
      ) : (
        <>
          <bdi translate="no">{owner.username ?? owner.id}</bdi> <span className="row-detail">{owner.email}</span>
        </>
      ),
    value: ({ owner }) => owner?.email ?? '',
  },
  {
    head: 'adminPages.eventsHead',
    className: 'page-column--events tabular',
    width: '7.5rem',
    order: 'EVENTS',
    descends: true,
    cell: ({ node: { eventCount }, t, format }) => (
      <>
        {eventCount === null ? '–' : format.number(eventCount)}
        <span className="page-column__unit"> {t('adminPages.eventsUnit', { count: eventCount ?? 0 })}</span>
      </>
    ),
    value: ({ eventCount }) => eventCount,
  },
  {
    head: 'adminPages.createdHead',
    className: 'page-column--created long-table__wide tabular',
    width: '11rem',
    order: 'CREATED',
    descends: true,
    cell: ({ node: { createdAt }, format }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
    value: ({ createdAt }) => createdAt,
  },
  {
    head: 'adminPages.stateHead',
    className: 'page-column--state',
    width: '9.5rem',
    order: 'STATE',
    cell: (row) => <StateSelect {...row} />,
  },
  {
    head: 'adminPages.actionsHead',
    className: 'page-column--actions',
    width: '4.5rem',
    cell: (row) => <Actions {...row} />,
  },
  { head: 'adminPages.linkHead', value: ({ id }) => pageLink(id) },
] as const satisfies readonly Column<AdminPageRowFragment, Added, PageColumn>[];

type PageRow = Row<AdminPageRowFragment, Added>;

function Tick({ node, index, ticked, tabIndex, actions, t }: PageRow) {
  useEffect(() => actions.show(index, node), [actions, index, node]);
  return (
    <input
      type="checkbox"
      className="long-table__tick"
      aria-label={t('adminPages.tick', { name: nameOf(node) })}
      tabIndex={tabIndex}
      checked={ticked}
      // A click, also by the space bar.
      onChange={({ target, nativeEvent }) =>
        actions.tick(index, node, target.checked, (nativeEvent as MouseEvent).shiftKey)
      }
    />
  );
}

/** Keeps the number at the end of a name that is cut off, by which the cards of a batch differ. */
function RowName({ name }: { readonly name: string }) {
  const end = name.lastIndexOf(' ');
  const isNumbered = end > 0 && Number.isInteger(Number(name.slice(end)));
  const [text, number] = isNumbered ? [name.slice(0, end), name.slice(end)] : [name, ''];
  return (
    <span className="row-name">
      <span>{text}</span>
      <span>{number}</span>
    </span>
  );
}

function Actions({ node, tabIndex, actions, t }: PageRow) {
  return (
    <button
      type="button"
      className="icon-button"
      tabIndex={tabIndex}
      aria-haspopup="true"
      aria-label={t('adminPages.actionsOf', { name: nameOf(node) })}
      onClick={({ currentTarget }) => actions.menu(node, currentTarget)}
    >
      <Ellipsis aria-hidden="true" />
    </button>
  );
}

/** Choices in the row; a page can only be blocked in its panel. */
const CHOICES: readonly PageState[] = ['UNCLAIMED', 'INACTIVE', 'ACTIVE'];

/** Inline selection of a page's state. */
function StateSelect({ node, tabIndex, actions, t }: PageRow) {
  const { state } = node;
  const names = t('state', { returnObjects: true });
  return (
    <select
      className={`state-select state-select--${state.toLowerCase()}`}
      aria-label={t('adminPages.stateOf', { name: nameOf(node) })}
      tabIndex={tabIndex}
      value={state}
      onChange={({ target }) => actions.changeState(node, target.value as PageState)}
    >
      {!CHOICES.includes(state) && (
        <option value={state} disabled>
          {names[state]}
        </option>
      )}
      {CHOICES.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}
