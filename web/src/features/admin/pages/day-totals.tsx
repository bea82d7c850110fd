import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';

interface DayTotalsProps {
  /** Newest first. */
  readonly days: readonly { readonly date: string; readonly count: number }[];
}

/** Daily events as bars, and as a table. */
export function DayTotals({ days }: DayTotalsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const largest = Math.max(1, ...days.map(({ count }) => count));
  const [newest, oldest] = [days[0], days.at(-1)];
  return (
    <>
      <div className="day-totals" aria-hidden="true">
        {days.toReversed().map(({ date, count }) => (
          <span key={date} className="day-totals__day" title={`${format.day(date)} · ${format.number(count)}`}>
            <span className="day-totals__bar" style={{ height: `${(count / largest) * 100}%` }} />
          </span>
        ))}
      </div>
      <p className="day-totals__ends" aria-hidden="true">
        <span>{oldest && format.shortDay(oldest.date)}</span>
        <span>{newest && format.shortDay(newest.date)}</span>
      </p>
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
