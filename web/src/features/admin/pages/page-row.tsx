import type { TFunction } from 'i18next';
import { ChartNoAxesColumn, ExternalLink, History, Pencil, Trash2 } from 'lucide-react';
import { memo, useEffect } from 'react';
import { href, Link } from 'react-router';
import type { Format } from '../../../i18n/use-locale.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { nameOf, type PageState } from './use-page-actions.ts';

export interface RowActions {
  readonly changeState: (page: AdminPageRowFragment, state: PageState) => void;
  readonly edit: (page: AdminPageRowFragment) => void;
  readonly figures: (page: AdminPageRowFragment) => void;
  readonly remove: (page: AdminPageRowFragment) => void;
  /** @param range whether to treat all rows since the last one alike */
  readonly tick: (index: number, page: AdminPageRowFragment, ticked: boolean, range: boolean) => void;
  /** A row is in the document, until the returned function is called. */
  readonly show: (index: number, page: AdminPageRowFragment) => () => void;
}

interface PageCellsProps {
  /** Place in the list, from 0. */
  readonly index: number;
  readonly page: AdminPageRowFragment;
  readonly ticked: boolean;
  readonly tabIndex: 0 | -1;
  readonly actions: RowActions;
  /** Of the list, because hooks in each row delay what a keystroke finds. */
  readonly t: TFunction;
  readonly format: Format;
}

/** A page as a table row; on phones as a card. */
export const PageCells = memo(function PageCells({
  index,
  page,
  ticked,
  tabIndex,
  actions,
  t,
  format,
}: PageCellsProps) {
  const { id, displayName, owner, eventCount, createdAt } = page;
  const name = nameOf(page);
  useEffect(() => actions.show(index, page), [actions, index, page]);
  const events = eventCount === null ? '–' : format.number(eventCount);
  return (
    <>
      <td className="page-cell page-cell--tick">
        <input
          type="checkbox"
          className="long-table__tick"
          aria-label={t('adminPages.tick', { name })}
          tabIndex={tabIndex}
          checked={ticked}
          // A click, also by the space bar.
          onChange={({ target, nativeEvent }) =>
            actions.tick(index, page, target.checked, (nativeEvent as MouseEvent).shiftKey)
          }
        />
      </td>
      <th scope="row" className="page-cell page-cell--name" dir="auto" title={displayName || undefined}>
        {displayName || <span className="page-cell__none">{t('adminPages.unnamed')}</span>}
      </th>
      <td className="page-cell page-cell--id">
        <code translate="no" title={id}>
          {id}
        </code>
      </td>
      <td className="page-cell page-cell--owner" title={owner?.email ?? undefined}>
        {owner === null ? (
          <span className="page-cell__none">{t('adminPages.noOwner')}</span>
        ) : (
          <>
            <bdi translate="no">{owner.username ?? owner.id}</bdi>{' '}
            <span className="page-cell__email">{owner.email}</span>
          </>
        )}
      </td>
      <td className="page-cell page-cell--events tabular">
        {events}
        <span className="page-cell__unit"> {t('adminPages.eventsUnit', { count: eventCount ?? 0 })}</span>
      </td>
      <td className="page-cell page-cell--created tabular">
        <time dateTime={createdAt}>{format.date(createdAt)}</time>
      </td>
      <td className="page-cell page-cell--state">
        <StateSelect
          t={t}
          state={page.state}
          label={t('adminPages.stateOf', { name })}
          tabIndex={tabIndex}
          onChange={(state) => actions.changeState(page, state)}
        />
      </td>
      <td className="page-cell page-cell--actions">
        <button
          type="button"
          className="icon-button"
          tabIndex={tabIndex}
          aria-label={t('adminPages.edit', { name })}
          title={t('adminPages.editShort')}
          onClick={() => actions.edit(page)}
        >
          <Pencil aria-hidden="true" />
        </button>
        <a
          className="icon-button"
          tabIndex={tabIndex}
          href={href('/d/:id', { id })}
          target="_blank"
          rel="noopener"
          aria-label={t('adminPages.open', { name })}
          title={t('adminPages.openShort')}
        >
          <ExternalLink aria-hidden="true" />
        </a>
        <button
          type="button"
          className="icon-button"
          tabIndex={tabIndex}
          aria-label={t('adminPages.figures', { name })}
          title={t('adminPages.figuresShort')}
          onClick={() => actions.figures(page)}
        >
          <ChartNoAxesColumn aria-hidden="true" />
        </button>
        <Link
          className="icon-button"
          tabIndex={tabIndex}
          to={href('/history/:id', { id })}
          aria-label={t('adminPages.historyOf', { name })}
          title={t('adminPages.history')}
        >
          <History aria-hidden="true" />
        </Link>
        <button
          type="button"
          className="icon-button icon-button--danger"
          tabIndex={tabIndex}
          aria-label={t('adminPages.delete', { name })}
          title={t('adminPages.deleteShort')}
          onClick={() => actions.remove(page)}
        >
          <Trash2 aria-hidden="true" />
        </button>
      </td>
    </>
  );
});

/** Choices in the row; a page can only be blocked in its panel. */
const CHOICES: readonly PageState[] = ['UNCLAIMED', 'INACTIVE', 'ACTIVE'];

interface StateSelectProps {
  readonly t: TFunction;
  readonly state: PageState;
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly onChange: (state: PageState) => void;
}

/** Inline selection of a page's state. */
function StateSelect({ t, state, label, tabIndex, onChange }: StateSelectProps) {
  const names = t('state', { returnObjects: true });
  return (
    <select
      className={`state-select state-select--${state.toLowerCase()}`}
      aria-label={label}
      tabIndex={tabIndex}
      value={state}
      onChange={({ target }) => onChange(target.value as PageState)}
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
