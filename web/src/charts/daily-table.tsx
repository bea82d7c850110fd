import { useLocale } from '../i18n/use-locale.ts';
import type { Column } from './by-month.ts';
import './charts.css';

export function DailyTable({ unit, rows }: Column) {
  const { t, format } = useLocale();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="daily-table" aria-label={t('analytics.tableLabel')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(unit === 'day' ? 'analytics.day' : 'analytics.month')}</th>
            <th scope="col">{t('analytics.views')}</th>
            <th scope="col">{t('analytics.clicks')}</th>
            <th scope="col">{t(unit === 'day' ? 'analytics.visitors' : 'analytics.visitorsSum')}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {rows.map(({ date, views, clicks, visitors }) => (
            <tr key={date}>
              <th scope="row">
                <time dateTime={unit === 'day' ? date : date.slice(0, 7)}>
                  {unit === 'day' ? format.day(date) : format.month(date)}
                </time>
              </th>
              <td>{format.number(views)}</td>
              <td>{format.number(clicks)}</td>
              <td>{format.number(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
