import { href, useSearchParams } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Cells, type Column, exportOf, type Row } from '../../../lists/column.tsx';
import { ColumnHead, orderIn } from '../../../lists/column-head.tsx';
import type { ListOrder } from '../../../lists/list-part.tsx';
import { LongTable } from '../../../lists/long-table.tsx';
import { LongTableRow } from '../../../lists/long-table-row.tsx';
import { BLOCK } from '../../../lists/long-table-window.ts';
import { TickHead } from '../../../lists/tick-head.tsx';
import { pageLink } from '../../../print/card-link.ts';
import type { AdminBatchQuery } from './batch.generated.ts';
import { STAGES } from './stages.tsx';

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
const COLUMNS: readonly CardColumn[] = [
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
    value: ({ number }) => number,
  },
  {
    head: 'adminBatches.nameHead',
    className: 'card-column--name',
    order: 'NAME',
    compare: (one, other) => NATURAL.compare(one.page.displayName, other.page.displayName),
    isName: true,
    cell: ({ node: { page } }) => <span translate="no">{page.displayName}</span>,
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
    value: ({ page }) => page.id,
  },
  {
    head: 'adminBatches.stageHead',
    className: 'card-column--stage',
    width: '9rem',
    order: 'STAGE',
    compare: (one, other) => STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage),
    cell: ({ node: { stage }, t }) => t('adminBatches.stage', { returnObjects: true })[stage],
    value: ({ stage }) => stage,
  },
];

export const EXPORTED = exportOf(COLUMNS, ({ page }) => pageLink(page.id));

function inOrder(cards: readonly Card[], order: ListOrder | undefined): readonly Card[] {
  const compare = COLUMNS.find((column) => order !== undefined && column.order === order.orderBy)?.compare;
  if (compare === undefined) return cards;
  return cards.toSorted((one, other) => (order?.descending ? compare(other, one) : compare(one, other)));
}

/** Parameter of the URL; the list of batches has its own. */
const ORDER = 'cardOrder';

interface CardsTableProps {
  /** In the order of their numbers. */
  readonly cards: readonly Card[];
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (ticked: ReadonlySet<number>) => void;
}

/** Cards of a batch with a box to tick each. */
export function CardsTable({ cards, ticked, onTick }: CardsTableProps) {
  const { t, format } = useLocale();
  const all = cards.length > 0 && cards.every(({ number }) => ticked.has(number));
  const tick = (numbers: readonly number[], on: boolean) => {
    const after = new Set(ticked);
    for (const number of numbers) {
      if (on) after.add(number);
      else after.delete(number);
    }
    onTick(after);
  };
  const [params] = useSearchParams();
  const order = orderIn(params, COLUMNS, ORDER);
  const sorted = inOrder(cards, order);
  const tickHead = (
    <TickHead
      label={t('adminBatches.tickAll')}
      ticked={ticked.size === 0 ? 'none' : all ? 'all' : 'some'}
      onChange={(on) =>
        tick(
          cards.map(({ number }) => number),
          on,
        )
      }
    />
  );
  return (
    <LongTable
      label={t('adminBatches.cardsOf')}
      total={cards.length}
      head={COLUMNS.map((column) => (
        <ColumnHead key={column.head} {...{ column, order }} parameter={ORDER} content={column.isTick && tickHead} />
      ))}
      rowHeight={40}
      cardHeight={88}
      busy={false}
      list={JSON.stringify(order) ?? ''}
      renderBlock={(block) =>
        sorted.slice(block * BLOCK, (block + 1) * BLOCK).map((card, at) => {
          const { number } = card;
          const index = block * BLOCK + at;
          return (
            <LongTableRow
              key={number}
              index={index}
              className="card-row"
              onSelect={() => tick([number], !ticked.has(number))}
              selected={ticked.has(number)}
            >
              {(tabIndex) => (
                <Cells columns={COLUMNS} node={card} {...{ index, tabIndex, t, format, ticked }} onTick={tick} />
              )}
            </LongTableRow>
          );
        })
      }
    />
  );
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
