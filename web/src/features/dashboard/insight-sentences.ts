import type { TFunction } from 'i18next';
import type { Format } from '../../i18n/use-locale.ts';
import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import { insightOf, MIN_VISITORS } from './insight.ts';

type Figures = Pick<AnalyticsReportFragment, 'visitors' | 'hours' | 'sources'>;

/** The report in words: how many visitors got in touch, when most of them come, and by code or card. */
export function insightSentences(
  { visitors, hours, sources }: Figures,
  t: TFunction,
  format: Format,
): readonly string[] {
  const { kind, share, peak } = insightOf(visitors, hours);
  const [some, all] = [format.percent(share), format.number(visitors.visitors)];
  const shares = {
    noVisitors: () => t('analytics.insight.noVisitors'),
    few: () => t('analytics.insight.few', { visitors: all, minimum: format.number(MIN_VISITORS) }),
    called: () => t('analytics.insight.called', { share: some }),
    contacted: () => t('analytics.insight.contacted', { share: some }),
    onlyLooked: () => t('analytics.insight.onlyLooked', { visitors: all }),
  };
  const ways = codeAgainstCard(sources, t, format);
  return [
    shares[kind](),
    ...(peak === undefined
      ? []
      : [
          t('analytics.insight.peak', {
            day: format.weekday(peak.weekday),
            hours: format.hours(peak.from, peak.to),
          }),
        ]),
    ...(ways === undefined ? [] : [ways]),
  ];
}

/** Undefined if only one of them is in use, neither leads, or there are too few views. */
function codeAgainstCard(sources: Figures['sources'], t: TFunction, format: Format): string | undefined {
  const viewsBy = (origin: string) => sources.find(({ source }) => source === origin)?.views ?? 0;
  const [code, card] = [viewsBy('QR'), viewsBy('NFC')];
  if (code === 0 || card === 0 || code === card || code + card < MIN_VISITORS) return undefined;
  const figures = { qr: format.number(code), nfc: format.number(card) };
  return code > card ? t('analytics.insight.moreByCode', figures) : t('analytics.insight.moreByCard', figures);
}
