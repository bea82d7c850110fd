import { useSearchParams } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Cells } from '../../../lists/column.tsx';
import { ColumnHead, orderIn } from '../../../lists/column-head.tsx';
import { LongTable } from '../../../lists/long-table.tsx';
import { LongTableRow } from '../../../lists/long-table-row.tsx';
import { BLOCK } from '../../../lists/long-table-window.ts';
import { TickHead } from '../../../lists/tick-head.tsx';
import { type Card, COLUMNS, inOrder } from './cards-columns.tsx';

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
      columns={COLUMNS.length}
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
