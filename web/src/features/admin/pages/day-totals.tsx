import { useLocale } from '../../../i18n/use-locale.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import './day-totals.css';

// The chart library is many times the size of the screen: load it only when a chart shows.
const DailyBars = lazyPart(() => import('../../../charts/daily-bars.tsx'), <Skeleton width="100%" height="9.5rem" />);

interface DayTotalsProps {
  /** Newest first. */
  readonly days: readonly { readonly date: string; readonly count: number }[];
}

export function DayTotals({ days }: DayTotalsProps) {
  const { t, format } = useLocale();
  return (
    <>
      <DailyBars
        unit="day"
        dates={days.map(({ date }) => date)}
        series={[
          { label: t('adminPages.eventsHead'), color: 'var(--accent)', figures: days.map(({ count }) => count) },
        ]}
      />
      <details className="day-totals__table">
        <summary>{t('adminPages.daysAsTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('analytics.day')}</th>
              <th scope="col">{t('adminPages.eventsHead')}</th>
            </tr>
          </thead>
          <tbody className="tabular">
            {days.map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">
                  <time dateTime={date}>{format.day(date)}</time>
                </th>
                <td>{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
