import { columnsOf } from '../../charts/by-month.ts';
import { DailyTable } from '../../charts/daily-table.tsx';
import { RankedBars } from '../../charts/ranked-bars.tsx';
import { RecentEvents } from '../../charts/recent-events.tsx';
import { Trend } from '../../charts/trend.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsPeriod, PageFiguresQuery } from './analytics-modal.generated.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { AnalyticsTotals } from './analytics-totals.tsx';
import { type CardRow, cardRowsOf } from './card-rows.ts';
import { HourMap } from './hour-map.tsx';
import { insightSentences } from './insight-sentences.ts';
import { Part } from './part.tsx';
import { ReportFiles } from './report-files.tsx';

// The chart library is many times the size of this screen: load it only when a chart shows.
const DailyBars = lazyPart(() => import('../../charts/daily-bars.tsx'), <Skeleton width="100%" height="19rem" />);

interface AnalyticsReportProps {
  readonly page: PageFiguresQuery['page'];
  readonly period: AnalyticsPeriod;
}

/** Figures of one page: a sentence, totals, days, clicks by type, hours, cards, origins, and the latest events. */
export function AnalyticsReport({ page, period }: AnalyticsReportProps) {
  const { t, format } = useLocale();
  const types = t('analytics.type', { returnObjects: true });
  const { id, analytics } = page;
  const cards = cardRowsOf(page);
  const { summary, summaryBefore, days, hours, recentEvents } = analytics;
  const { unit, rows } = columnsOf(days);
  const byCount = summary.clickCounts.toSorted((one, other) => other.count - one.count);
  const custom = summary.customFields.map(({ name, count }) => [name, count] as const).sort(([, a], [, b]) => b - a);
  return (
    <>
      <Part title={t('analytics.span', { returnObjects: true })[period]}>
        <p className="analytics__insight">{insightSentences(analytics, t, format).join(' ')}</p>
        <AnalyticsTotals {...analytics} />
        <p className="analytics__compared">
          {(period === 'ALL' || summaryBefore !== null) && t('analytics.compared', { returnObjects: true })[period]}{' '}
          {t('analytics.apart')} {t('analytics.zone')}
        </p>
      </Part>
      <Part title={t(unit === 'day' ? 'analytics.byDay' : 'analytics.byMonth')}>
        <DailyBars
          unit={unit}
          dates={rows.map(({ date }) => date)}
          series={[
            { label: t('analytics.clicks'), color: 'var(--signal-mark)', figures: rows.map(({ clicks }) => clicks) },
            { label: t('analytics.views'), color: 'var(--accent)', figures: rows.map(({ views }) => views) },
          ]}
        />
        <details className="analytics__table">
          <summary>{t('analytics.table')}</summary>
          <DailyTable unit={unit} rows={rows} />
        </details>
      </Part>
      <div className="analytics__pair stack gap-6">
        <Part title={t('analytics.byType')}>
          <RankedBars clicks rows={byCount.map(({ type, count }) => [types[type], count])} />
        </Part>
        <Part title={t('analytics.customFields')}>
          <RankedBars clicks rows={custom} none={t('analytics.noCustom')} />
        </Part>
      </div>
      <Part title={t('analytics.byHour')}>
        <HourMap hours={hours} />
      </Part>
      {cards.length > 0 && (
        <Part title={t('analytics.byCard')}>
          <CardFigures rows={cards} />
        </Part>
      )}
      <Origins {...analytics} />
      <Part title={t('analytics.recent')}>
        <RecentEvents events={recentEvents} none={t('analytics.noEvents')} />
      </Part>
      <ReportFiles id={id} period={period} analytics={analytics} cards={cards} />
    </>
  );
}

/** Views and clicks through each card of the page. */
function CardFigures({ rows }: { readonly rows: readonly CardRow[] }) {
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
                  {id === undefined ? (
                    t('analytics.givenBack')
                  ) : (
                    <code translate="no" dir="ltr">
                      {id}
                    </code>
                  )}
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

type OriginsProps = Pick<AnalyticsReportFragment, 'sources' | 'countries' | 'referrers'>;

/** Where the views came from: medium, country and site. */
function Origins({ sources, countries, referrers }: OriginsProps) {
  const { t, format } = useLocale();
  const names = t('analytics.source', { returnObjects: true });
  return (
    <div className="analytics__three stack gap-6">
      <Part title={t('analytics.sources')}>
        <RankedBars
          rows={sources.map(({ source, views, viewsBefore }) => [names[source], views, viewsBefore])}
          none={t('analytics.noSources')}
        />
      </Part>
      <Part title={t('analytics.countries')}>
        <RankedBars
          rows={countries.map(({ country, count, countBefore }) => [format.country(country), count, countBefore])}
          none={t('analytics.noCountries')}
        />
      </Part>
      <Part title={t('analytics.referrers')}>
        <RankedBars
          rows={referrers.map(({ referrer, count, countBefore }) => [referrer, count, countBefore])}
          none={t('analytics.noReferrers')}
        />
      </Part>
    </div>
  );
}
