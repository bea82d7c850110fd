import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import type { DayFiguresFragment } from './daily-table.generated.ts';

/** The same days as figures, newest first. */
export function DailyTable({ days }: { readonly days: readonly DayFiguresFragment[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className="daily-table" aria-label={t('analytics.tableLabel')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('analytics.day')}</th>
            <th scope="col">{t('analytics.views')}</th>
            <th scope="col">{t('analytics.clicks')}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {days.map(({ date, views, clicks }) => (
            <tr key={date}>
              <th scope="row">
                <time dateTime={date}>{format.day(date)}</time>
              </th>
              <td>{format.number(views)}</td>
              <td>{format.number(clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
