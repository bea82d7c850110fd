import type { ClickType } from '@volant/proto/activity/click-types';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { TotalsFragment } from './analytics-totals.generated.ts';
import { Trend } from './trend.tsx';

const clicksOf =
  (wanted: ClickType) =>
  ({ clickCounts }: TotalsFragment) =>
    clickCounts.find(({ type }) => type === wanted)?.count ?? 0;

const totals: readonly (readonly [TextKey, (totals: TotalsFragment) => number])[] = [
  ['analytics.calls', clicksOf('CLICK_CALL')],
  ['analytics.type.CLICK_WHATSAPP', clicksOf('CLICK_WHATSAPP')],
  ['analytics.saved', clicksOf('CLICK_VCARD')],
  ['analytics.views', ({ views }) => views],
  ['analytics.clicks', ({ clicks }) => clicks],
];

interface AnalyticsTotalsProps {
  readonly summary: TotalsFragment;
  /** Absent if the period has no beginning. */
  readonly before: TotalsFragment | null;
}

/** Contacts first, then views; each compared with the period before. */
export function AnalyticsTotals({ summary, before }: AnalyticsTotalsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="analytics__totals">
      {totals.map(([label, of]) => (
        <div key={label} className="analytics__total">
          <dt>{t(label)}</dt>
          <dd>
            <span className="analytics__figure tabular">{format.number(of(summary))}</span>
            {before !== null && <Trend now={of(summary)} before={of(before)} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
