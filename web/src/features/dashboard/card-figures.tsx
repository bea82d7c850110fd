import { useLocale } from '../../i18n/use-locale.ts';
import type { CardRow } from './card-rows.ts';
import { Trend } from './trend.tsx';

/** Views and clicks through each card of the page. */
export function CardFigures({ rows }: { readonly rows: readonly CardRow[] }) {
  const { t, format } = useLocale();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="daily-table daily-table--whole" aria-label={t('analytics.byCard')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('analytics.card')}</th>
              <th scope="col">{t('analytics.views')}</th>
              <th scope="col">{t('analytics.clicks')}</th>
            </tr>
          </thead>
          <tbody className="tabular">
            {rows.map(({ id, direct, views, clicks, viewsBefore }) => (
              <tr key={id ?? ''}>
                <th scope="row" className="daily-table__card">
                  {id === undefined ? t('analytics.givenBack') : <code dir="ltr">{id}</code>}
                  {direct && <span className="analytics__hint"> {t('analytics.direct')}</span>}
                </th>
                <td className="daily-table__compared">
                  {viewsBefore !== null && <Trend now={views} before={viewsBefore} />} {format.number(views)}
                </td>
                <td>{format.number(clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="analytics__compared">{t('analytics.directMeaning')}</p>
    </>
  );
}
