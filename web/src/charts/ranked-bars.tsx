import { useLocale } from '../i18n/use-locale.ts';
import { Trend } from './trend.tsx';
import './charts.css';

type RankedRow = readonly [name: string, count: number, before?: number | null];

interface RankedBarsProps {
  readonly rows: readonly RankedRow[];
  /** In place of no rows. */
  readonly none?: string;
  /** Whether they count clicks, which have a colour of their own as in the chart of days. */
  readonly clicks?: boolean;
}

/** Names with counts, each with a bar relative to the largest; compared with the period before, if that is given. */
export function RankedBars({ rows, none, clicks = false }: RankedBarsProps) {
  const { format } = useLocale();
  if (none !== undefined && rows.length === 0) return <p className="charts__none">{none}</p>;
  const largest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <dl className={`ranked stack gap-2${clicks ? ' ranked--clicks' : ''}`}>
      {rows.map(([name, count, before]) => (
        <div key={name} className="ranked__row">
          <dt>
            <bdi translate="no">{name}</bdi>
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
