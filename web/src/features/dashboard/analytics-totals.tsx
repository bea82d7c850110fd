import type { ClickType } from '@volant/proto/activity/click-types';
import type { ReactNode } from 'react';
import { Trend } from '../../charts/trend.tsx';
import type { TextKey } from '../../i18n/text-key.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import type { TotalsFragment, VisitorsFragment } from './analytics-totals.generated.ts';
import { contactRateOf, MIN_VISITORS } from './insight.ts';

/** The figures of one period. */
interface Span {
  readonly summary: TotalsFragment;
  readonly visitors: VisitorsFragment;
}

const clicksOf =
  (clickType: ClickType) =>
  ({ summary }: Span) =>
    summary.clickCounts.find(({ type }) => type === clickType)?.count ?? 0;

/** What a card is for: the rest of the totals comes after these. */
const MAIN = 3;
const totals: readonly (readonly [TextKey, (span: Span) => number])[] = [
  ['analytics.calls', clicksOf('CLICK_CALL')],
  ['analytics.type.CLICK_WHATSAPP', clicksOf('CLICK_WHATSAPP')],
  ['analytics.saved', clicksOf('CLICK_VCARD')],
  ['analytics.views', ({ summary }) => summary.views],
  ['analytics.clicks', ({ summary }) => summary.clicks],
];

interface AnalyticsTotalsProps {
  readonly report: Pick<AnalyticsReportFragment, 'summary' | 'summaryBefore' | 'visitors' | 'visitorsBefore'>;
  readonly part: 'all' | 'main' | 'rest';
}

/** Contacts first, then views and visitors; each compared with the period before, if it has a beginning. */
export function AnalyticsTotals({ report, part }: AnalyticsTotalsProps) {
  const { t, format } = useLocale();
  const { summary, summaryBefore, visitors, visitorsBefore } = report;
  const counts = totals.slice(part === 'rest' ? MAIN : 0, part === 'main' ? MAIN : undefined);
  const now = { summary, visitors };
  const before =
    summaryBefore === null || visitorsBefore === null
      ? undefined
      : { summary: summaryBefore, visitors: visitorsBefore };
  const rate = contactRateOf(visitors);
  const rateBefore = before && contactRateOf(before.visitors);
  return (
    <dl className={`analytics__totals analytics__totals--${part}`}>
      {counts.map(([label, of]) => (
        <Total key={label} label={t(label)} figure={format.number(of(now))}>
          {before !== undefined && <Trend now={of(now)} before={of(before)} />}
        </Total>
      ))}
      {part !== 'main' && (
        <>
          <Total label={t('analytics.visitors')} figure={format.number(visitors.visitors)}>
            {before !== undefined && <Trend now={visitors.visitors} before={before.visitors.visitors} />}
            <span className="analytics__hint">{t('analytics.sumOfDays')}</span>
          </Total>
          {rate === undefined ? (
            <Total label={t('analytics.contactRate')} figure="–">
              <span className="analytics__hint">
                {t('analytics.rateFrom', { minimum: format.number(MIN_VISITORS) })}
              </span>
            </Total>
          ) : (
            <Total label={t('analytics.contactRate')} figure={format.percent(rate / 100)}>
              {rateBefore !== undefined && <Trend percent now={rate} before={rateBefore} />}
            </Total>
          )}
        </>
      )}
    </dl>
  );
}

interface TotalProps {
  readonly label: string;
  readonly figure: string;
  readonly children: ReactNode;
}

function Total({ label, figure, children }: TotalProps) {
  return (
    <div className="analytics__total">
      <dt>{label}</dt>
      <dd>
        <span className="analytics__figure tabular">{figure}</span>
        {children}
      </dd>
    </div>
  );
}
