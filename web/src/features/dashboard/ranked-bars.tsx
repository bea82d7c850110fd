import { useFormat } from '../../i18n/use-format.ts';

/** Names with counts, each with a bar relative to the largest. */
export function RankedBars({ rows }: { readonly rows: readonly (readonly [name: string, count: number])[] }) {
  const format = useFormat();
  const largest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <dl className="ranked">
      {rows.map(([name, count]) => (
        <div key={name} className="ranked__row">
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd className="tabular">{format.number(count)}</dd>
          <span className="ranked__bar" style={{ transform: `scaleX(${count / largest})` }} aria-hidden="true" />
        </div>
      ))}
    </dl>
  );
}
