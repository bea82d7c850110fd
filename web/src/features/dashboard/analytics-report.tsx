import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../browser/save-file.ts';
import { csvFile } from '../../i18n/csv.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsPeriod } from './analytics-modal.generated.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { AnalyticsTotals } from './analytics-totals.tsx';
import { columnsOf } from './by-month.ts';
import { DailyTable } from './daily-table.tsx';
import { RankedBars } from './ranked-bars.tsx';
import { RecentEvents } from './recent-events.tsx';

// The chart library is many times the size of this screen: load it only when a chart shows.
const DailyBars = lazyPart(() => import('./daily-bars.tsx'), <Skeleton width="100%" height="19rem" />);

interface AnalyticsReportProps {
  /** Page id, for the name of the exported file. */
  readonly id: string;
  readonly period: AnalyticsPeriod;
  readonly analytics: AnalyticsReportFragment;
}

/** Figures of one page: contacts by type, days, and the latest events. */
export function AnalyticsReport({ id, period, analytics }: AnalyticsReportProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const types = t('analytics.type', { returnObjects: true });
  const { summary, summaryBefore, days, recentEvents } = analytics;
  const { unit, rows } = columnsOf(days);
  const custom = summary.customFields.map(({ name, count }) => [name, count] as const).sort(([, a], [, b]) => b - a);
  const exportDays = () => {
    const heads = [t('analytics.day'), t('analytics.views'), t('analytics.clicks')];
    const rows = days.map(({ date, views, clicks }) => [date, views, clicks]);
    saveFile(`volant-${id}-${days[0]?.date ?? ''}.csv`, csvFile([heads, ...rows], language));
  };
  return (
    <>
      <Part title={t('analytics.span', { returnObjects: true })[period]}>
        <AnalyticsTotals summary={summary} before={summaryBefore} />
        <p className="analytics__compared">
          {t('analytics.compared', { returnObjects: true })[summaryBefore === null ? 'ALL' : period]}
        </p>
        <p className="analytics__compared">{t('analytics.zone')}</p>
      </Part>
      <div className="analytics__pair">
        <Part title={t('analytics.byType')}>
          <RankedBars rows={summary.clickCounts.map(({ type, count }) => [types[type], count])} />
        </Part>
        <Part title={t('analytics.customFields')}>
          {custom.length === 0 ? (
            <p className="analytics__none">{t('analytics.noCustom')}</p>
          ) : (
            <RankedBars rows={custom} />
          )}
        </Part>
      </div>
      <Part title={t(unit === 'day' ? 'analytics.byDay' : 'analytics.byMonth')}>
        <DailyBars unit={unit} rows={rows} />
        <details className="analytics__table">
          <summary>{t('analytics.table')}</summary>
          <DailyTable unit={unit} rows={rows} />
          <Button look="secondary" onClick={exportDays}>
            <Download aria-hidden="true" />
            {t('analytics.export')}
          </Button>
        </details>
      </Part>
      <Part title={t('analytics.recent')}>
        <RecentEvents events={recentEvents} none={t('analytics.noEvents')} />
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="analytics__part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
