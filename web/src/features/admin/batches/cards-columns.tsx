import { href } from 'react-router';
import { type Column, exportOf, type Row } from '../../../lists/column.tsx';
import type { ListOrder } from '../../../lists/list-part.tsx';
import { pageLink } from '../../../print/card-link.ts';
import type { AdminBatchQuery } from './batch.generated.ts';
import { STAGES } from './stages.ts';

export type Card = AdminBatchQuery['batch']['cards'][number];

/** What the cells of a card get besides it. */
interface Added {
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (numbers: readonly number[], on: boolean) => void;
}

/** A batch is loaded whole, so its cards are ordered here. */
interface CardColumn extends Column<Card, Added> {
  readonly compare?: (one: Card, other: Card) => number;
}

/** Numbers count as numbers in names and ids: 2 before 10. */
const NATURAL = new Intl.Collator(undefined, { numeric: true });

/** The columns of the cards of a batch; on phones the lines of a card. */
export const COLUMNS: readonly CardColumn[] = [
  {
    head: 'adminBatches.tickAll',
    className: 'card-column--tick',
    width: '2.75rem',
    isTick: true,
    cell: (row) => <Tick {...row} />,
  },
  {
    head: 'adminBatches.numberHead',
    className: 'card-column--number tabular',
    width: '4.5rem',
    order: 'NUMBER',
    compare: (one, other) => one.number - other.number,
    cell: ({ node: { number }, format }) => format.number(number),
    name: 'number',
    value: ({ number }) => number,
  },
  {
    head: 'adminBatches.nameHead',
    className: 'card-column--name',
    order: 'NAME',
    compare: (one, other) => NATURAL.compare(one.page.displayName, other.page.displayName),
    isName: true,
    cell: ({ node: { page } }) => <span translate="no">{page.displayName}</span>,
    name: 'name',
    value: ({ page }) => page.displayName,
  },
  {
    head: 'adminBatches.idHead',
    className: 'card-column--id',
    order: 'ID',
    compare: (one, other) => NATURAL.compare(one.page.id, other.page.id),
    cell: ({ node: { page }, tabIndex }) => (
      <a href={href('/d/:id', { id: page.id })} target="_blank" rel="noopener" tabIndex={tabIndex}>
        <code translate="no">{page.id}</code>
      </a>
    ),
    name: 'id',
    value: ({ page }) => page.id,
  },
  {
    head: 'adminBatches.stageHead',
    className: 'card-column--stage',
    width: '9rem',
    order: 'STAGE',
    compare: (one, other) => STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage),
    cell: ({ node: { stage }, t }) => t('adminBatches.stage', { returnObjects: true })[stage],
    name: 'stage',
    value: ({ stage }) => stage,
  },
];

export const EXPORTED = exportOf(COLUMNS, ({ page }) => pageLink(page.id));

export function inOrder(cards: readonly Card[], order: ListOrder | undefined): readonly Card[] {
  const compare = COLUMNS.find((column) => order !== undefined && column.order === order.orderBy)?.compare;
  if (compare === undefined) return cards;
  return cards.toSorted((one, other) => (order?.descending ? compare(other, one) : compare(one, other)));
}

function Tick({ node: { number }, ticked, onTick, tabIndex, t, format }: Row<Card, Added>) {
  return (
    <input
      type="checkbox"
      className="long-table__tick"
      aria-label={t('adminBatches.tick', { number: format.number(number) })}
      tabIndex={tabIndex}
      checked={ticked.has(number)}
      onChange={({ target }) => onTick([number], target.checked)}
    />
  );
}
