import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { DailyTable } from './daily-table.tsx';
import { RankedBars } from './ranked-bars.tsx';
import { RecentEvents } from './recent-events.tsx';

// The charts' library is many times the size of this screen: it comes only when a chart shows.
const DailyBars = lazy(() => import('./daily-bars.tsx'));

const clickLabels: readonly (readonly [
  keyof Omit<AnalyticsReportFragment['summary']['clicksByType'], '__typename'>,
  TextKey,
])[] = [
  ['call', 'analytics.type.call'],
  ['whatsapp', 'analytics.type.whatsapp'],
  ['email', 'analytics.type.email'],
  ['website', 'analytics.type.website'],
  ['instagram', 'analytics.type.instagram'],
  ['vcard', 'analytics.type.vcard'],
  ['customFields', 'analytics.type.customFields'],
];

/** The figures of one page: totals, days, kinds of taps, and what came last. */
export function AnalyticsReport({ analytics }: { readonly analytics: AnalyticsReportFragment }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { summary, days, recentEvents } = analytics;
  const custom = summary.customFields.map(({ name, count }) => [name, count] as const).sort(([, a], [, b]) => b - a);
  return (
    <>
      <dl className="analytics__totals">
        <Total label={t('analytics.views')} value={format.number(summary.views)} />
        <Total label={t('analytics.clicks')} value={format.number(summary.clicks)} />
      </dl>
      <section className="analytics__part" aria-labelledby="analytics-days">
        <h3 id="analytics-days">{t('analytics.days')}</h3>
        <Suspense fallback={<Skeleton width="100%" height="19rem" />}>
          <DailyBars days={days} />
        </Suspense>
        <DailyTable days={days} />
      </section>
      <div className="analytics__pair">
        <section className="analytics__part" aria-labelledby="analytics-types">
          <h3 id="analytics-types">{t('analytics.byType')}</h3>
          <RankedBars rows={clickLabels.map(([type, label]) => [t(label), summary.clicksByType[type]])} />
        </section>
        <section className="analytics__part" aria-labelledby="analytics-custom">
          <h3 id="analytics-custom">{t('analytics.customFields')}</h3>
          {custom.length === 0 ? (
            <p className="analytics__none">{t('analytics.noCustom')}</p>
          ) : (
            <RankedBars rows={custom} />
          )}
        </section>
      </div>
      <section className="analytics__part" aria-labelledby="analytics-recent">
        <h3 id="analytics-recent">{t('analytics.recent')}</h3>
        <RecentEvents events={recentEvents} />
      </section>
    </>
  );
}

function Total({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="analytics__total">
      <dt>{label}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
