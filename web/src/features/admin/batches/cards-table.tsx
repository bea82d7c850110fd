import { href, useSearchParams } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { ColumnHead, orderIn } from '../../../lists/column-head.tsx';
import type { ListOrder } from '../../../lists/list-part.tsx';
import { LongTable } from '../../../lists/long-table.tsx';
import { LongTableRow } from '../../../lists/long-table-row.tsx';
import { BLOCK } from '../../../lists/long-table-window.ts';
import type { AdminBatchQuery } from './batch.generated.ts';
import { STAGES } from './stages.ts';

type Card = AdminBatchQuery['batch']['cards'][number];

/** Parameter of the URL; the list of batches has its own. */
const ORDER = 'cardOrder';

const COLUMNS = [
  { head: 'adminBatches.numberHead', className: 'card-head--number', order: 'NUMBER' },
  { head: 'adminBatches.nameHead', order: 'NAME' },
  { head: 'adminBatches.idHead', order: 'ID' },
  { head: 'adminBatches.stageHead', className: 'card-head--stage', order: 'STAGE' },
] as const;

interface CardsTableProps {
  /** In the order of their numbers. */
  readonly cards: readonly Card[];
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (ticked: ReadonlySet<number>) => void;
}

/** Cards of a batch with a box to tick each. */
export function CardsTable({ cards, ticked, onTick }: CardsTableProps) {
  const { t, format } = useLocale();
  const words = t('adminBatches.stage', { returnObjects: true });
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
  const head = (
    <>
      <th scope="col" className="card-head--tick">
        <input
          type="checkbox"
          className="long-table__tick"
          aria-label={t('adminBatches.tickAll')}
          checked={all}
          onChange={({ target }) =>
            tick(
              cards.map(({ number }) => number),
              target.checked,
            )
          }
        />
      </th>
      {COLUMNS.map((column) => (
        <ColumnHead key={column.head} column={column} order={order} parameter={ORDER} />
      ))}
    </>
  );
  return (
    <LongTable
      label={t('adminBatches.cardsOf')}
      total={cards.length}
      head={head}
      columns={5}
      rowHeight={40}
      cardHeight={88}
      busy={false}
      list={JSON.stringify(order) ?? ''}
      renderBlock={(block) =>
        sorted.slice(block * BLOCK, (block + 1) * BLOCK).map(({ number, stage, page: { id, displayName } }, index) => (
          <LongTableRow
            key={number}
            index={block * BLOCK + index}
            className="card-row"
            onSelect={() => tick([number], !ticked.has(number))}
            selected={ticked.has(number)}
          >
            {(tabIndex) => (
              <>
                <td className="card-cell--tick">
                  <input
                    type="checkbox"
                    className="long-table__tick"
                    aria-label={t('adminBatches.tick', { number: format.number(number) })}
                    tabIndex={tabIndex}
                    checked={ticked.has(number)}
                    onChange={({ target }) => tick([number], target.checked)}
                  />
                </td>
                <td className="tabular card-cell--number">{format.number(number)}</td>
                <th scope="row" className="card-cell--name" dir="auto" translate="no">
                  {displayName}
                </th>
                <td className="card-cell--id">
                  <a href={href('/d/:id', { id })} target="_blank" rel="noopener" tabIndex={tabIndex}>
                    <code translate="no">{id}</code>
                  </a>
                </td>
                <td className="card-cell--stage">{words[stage]}</td>
              </>
            )}
          </LongTableRow>
        ))
      }
    />
  );
}

/** Numbers count as numbers in names and ids: 2 before 10. */
const NATURAL = new Intl.Collator(undefined, { numeric: true });

type Comparison = (one: Card, other: Card) => number;
const COMPARISONS: Readonly<Record<(typeof COLUMNS)[number]['order'], Comparison>> = {
  NUMBER: (one, other) => one.number - other.number,
  NAME: (one, other) => NATURAL.compare(one.page.displayName, other.page.displayName),
  ID: (one, other) => NATURAL.compare(one.page.id, other.page.id),
  STAGE: (one, other) => STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage),
};

function inOrder(cards: readonly Card[], order: ListOrder<keyof typeof COMPARISONS> | undefined): readonly Card[] {
  if (order === undefined) return cards;
  const compare = COMPARISONS[order.orderBy];
  return cards.toSorted((one, other) => (order.descending ? compare(other, one) : compare(one, other)));
}
