import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { LongTable } from '../../../ui/long-table.tsx';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { BLOCK } from '../../../ui/long-table-window.ts';
import type { AdminBatchQuery } from './batch.generated.ts';

type Card = AdminBatchQuery['batch']['cards'][number];

interface CardsTableProps {
  /** In the order of their numbers. */
  readonly cards: readonly Card[];
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (ticked: ReadonlySet<number>) => void;
}

/** Cards of a batch with a box to tick each. */
export function CardsTable({ cards, ticked, onTick }: CardsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
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
      <th scope="col" className="card-head--number">
        {t('adminBatches.numberHead')}
      </th>
      <th scope="col">{t('adminBatches.nameHead')}</th>
      <th scope="col">{t('adminBatches.idHead')}</th>
      <th scope="col" className="card-head--stage">
        {t('adminBatches.stageHead')}
      </th>
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
      list="cards"
      renderBlock={(block) =>
        cards.slice(block * BLOCK, (block + 1) * BLOCK).map(({ number, stage, page: { id, displayName } }, index) => (
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
                <th scope="row" className="card-cell--name" dir="auto">
                  {displayName}
                </th>
                <td className="card-cell--id">
                  <a href={href('/d/:id', { id })} target="_blank" rel="noopener" tabIndex={tabIndex}>
                    <code>{id}</code>
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
