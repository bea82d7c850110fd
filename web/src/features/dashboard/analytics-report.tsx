import { useLocale } from '../../i18n/use-locale.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsPeriod, PageFiguresQuery } from './analytics-modal.generated.ts';
import { AnalyticsTotals } from './analytics-totals.tsx';
import { columnsOf } from './by-month.ts';
import { CardFigures } from './card-figures.tsx';
import { cardRowsOf } from './card-rows.ts';
import { DailyTable } from './daily-table.tsx';
import { HourMap } from './hour-map.tsx';
import { insightSentences } from './insight-sentences.ts';
import { Origins } from './origins.tsx';
import { Part } from './part.tsx';
import { RankedBars } from './ranked-bars.tsx';
import { RecentEvents } from './recent-events.tsx';
import { ReportFiles } from './report-files.tsx';

// The chart library is many times the size of this screen: load it only when a chart shows.
const DailyBars = lazyPart(() => import('./daily-bars.tsx'), <Skeleton width="100%" height="19rem" />);

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
      <div className="analytics__pair">
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
