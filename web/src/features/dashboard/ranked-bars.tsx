import { useFormat } from '../../i18n/use-format.ts';
import { Trend } from './trend.tsx';

export type RankedRow = readonly [name: string, count: number, before?: number | null];

/** Names with counts, each with a bar relative to the largest; compared with the period before, if that is given. */
export function RankedBars({ rows }: { readonly rows: readonly RankedRow[] }) {
  const format = useFormat();
  const largest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <dl className="ranked">
      {rows.map(([name, count, before]) => (
        <div key={name} className="ranked__row">
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd className="tabular">
            {typeof before === 'number' && <Trend now={count} before={before} />} {format.number(count)}
          </dd>
          <span className="ranked__bar" style={{ transform: `scaleX(${count / largest})` }} aria-hidden="true" />
        </div>
      ))}
    </dl>
  );
}
