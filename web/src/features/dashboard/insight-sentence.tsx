import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { insightOf, MIN_VISITORS } from './insight.ts';

/** The report in one sentence: how many visitors got in touch, and when most of them come. */
export function InsightSentence({ visitors, hours }: Pick<AnalyticsReportFragment, 'visitors' | 'hours'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, share, peak } = insightOf(visitors, hours);
  const [some, all] = [format.percent(share), format.number(visitors.visitors)];
  const sentences = {
    noVisitors: () => t('analytics.insight.noVisitors'),
    few: () => t('analytics.insight.few', { visitors: all, minimum: format.number(MIN_VISITORS) }),
    called: () => t('analytics.insight.called', { share: some }),
    contacted: () => t('analytics.insight.contacted', { share: some }),
    onlyLooked: () => t('analytics.insight.onlyLooked', { visitors: all }),
  };
  return (
    <p className="analytics__insight">
      {sentences[kind]()}
      {peak !== undefined && ` ${t('analytics.insight.peak', { ...peak, day: format.weekday(peak.weekday) })}`}
    </p>
  );
}
