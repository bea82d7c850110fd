import { useTranslation } from 'react-i18next';
import { Trend } from '../../../charts/trend.tsx';
import { useLocale } from '../../../i18n/use-locale.ts';
import type { AdminEventTotalsQuery } from './event-totals.generated.ts';
import type { AdminPageTotalsQuery } from './totals.generated.ts';

interface FunnelProps {
  readonly pages: AdminPageTotalsQuery;
  readonly events: AdminEventTotalsQuery;
}

/** How far cards got in the period: made, shipped, claimed, and called by a passenger. */
export function Funnel({ pages, events: { globalAnalytics } }: FunnelProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const words = t('adminAnalytics.step', { returnObjects: true });
  const { made, madeBefore, cards, claims, claimsBefore } = pages;
  const steps = [
    ['made', made.totalCount, madeBefore.totalCount],
    ['shipped', cards.shipped, cards.shippedBefore],
    ['claimed', claims.totalCount, claimsBefore.totalCount],
    ['called', globalAnalytics.calledPages, globalAnalytics.calledPagesBefore ?? 0],
  ] as const;
  const most = Math.max(1, ...steps.map(([, now]) => now));
  return (
    <ol className="funnel">
      {steps.map(([step, now, before]) => (
        <li key={step} className="funnel__step">
          <span>{words[step]}</span>
          <span className="funnel__figure tabular">{format.number(now)}</span>
          <Trend now={now} before={before} />
          <span className="funnel__bar" style={{ transform: `scaleX(${now / most})` }} aria-hidden="true" />
        </li>
      ))}
    </ol>
  );
}
