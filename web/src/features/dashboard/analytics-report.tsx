import { useState } from 'react';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { columnsOf } from '../../charts/by-month.ts';
import { DailyTable } from '../../charts/daily-table.tsx';
import { RecentEvents } from '../../charts/recent-events.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { AnalyticsTotals } from './analytics-totals.tsx';
import { insightSentences } from './insight-sentences.ts';
import { Part } from './part.tsx';
import type { PageDetailsQueryVariables } from './report-details.generated.ts';
import { ReportDetails } from './report-details.tsx';

// The chart library is many times the size of this screen: load it only when a chart shows.
const DailyBars = lazyPart(() => import('../../charts/daily-bars.tsx'), <Skeleton width="100%" height="19rem" />);

interface AnalyticsReportProps {
  /** Of the query of the figures. */
  readonly variables: PageDetailsQueryVariables;
  readonly report: AnalyticsReportFragment;
}

/** Figures of one page: a sentence, totals, days and the latest events, then the details, which a phone folds. */
export function AnalyticsReport({ variables, report }: AnalyticsReportProps) {
  const { t, format } = useLocale();
  const isWide = useMedia(SIDE_BY_SIDE);
  const { unit, rows } = columnsOf(report.days);
  return (
    <>
      <Part title={t('analytics.span', { returnObjects: true })[variables.period]}>
        <p className="analytics__insight">{insightSentences(report, t, format).join(' ')}</p>
        <AnalyticsTotals report={report} part={isWide ? 'all' : 'main'} />
        {isWide && <Compared variables={variables} report={report} />}
      </Part>
      <Part title={t(unit === 'day' ? 'analytics.byDay' : 'analytics.byMonth')}>
        {isWide ? (
          <>
            <Chart report={report} />
            <details className="analytics__table">
              <summary>{t('analytics.table')}</summary>
              <DailyTable unit={unit} rows={rows} />
            </details>
          </>
        ) : (
          <DailyTable unit={unit} rows={rows} />
        )}
      </Part>
      <Part title={t('analytics.recent')}>
        <RecentEvents events={report.recentEvents} none={t('analytics.noEvents')} />
      </Part>
      {isWide ? (
        <ReportDetails variables={variables} report={report} />
      ) : (
        <FoldedDetails variables={variables} report={report} />
      )}
    </>
  );
}

/** Queried when they are opened. */
function FoldedDetails({ variables, report }: AnalyticsReportProps) {
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  return (
    <details className="analytics__details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('analytics.details')}</summary>
      {open && (
        <div className="analytics">
          <div className="stack gap-3">
            <AnalyticsTotals report={report} part="rest" />
            <Compared variables={variables} report={report} />
            <Chart report={report} />
          </div>
          <ReportDetails variables={variables} report={report} />
        </div>
      )}
    </details>
  );
}

/** What the figures are compared with, and how they are counted. */
function Compared({ variables: { period }, report }: AnalyticsReportProps) {
  const { t } = useLocale();
  return (
    <p className="analytics__compared">
      {(period === 'ALL' || report.summaryBefore !== null) && t('analytics.compared', { returnObjects: true })[period]}{' '}
      {t('analytics.apart')} {t('analytics.zone')}
    </p>
  );
}

function Chart({ report }: Pick<AnalyticsReportProps, 'report'>) {
  const { t } = useLocale();
  const { unit, rows } = columnsOf(report.days);
  return (
    <DailyBars
      unit={unit}
      dates={rows.map(({ date }) => date)}
      series={[
        { label: t('analytics.clicks'), color: 'var(--signal-mark)', figures: rows.map(({ clicks }) => clicks) },
        { label: t('analytics.views'), color: 'var(--accent)', figures: rows.map(({ views }) => views) },
      ]}
    />
  );
}
