import type { VisitorsFragment } from './analytics-totals.generated.ts';
import type { HourFiguresFragment } from './hour-map.generated.ts';

/** With fewer visitors, one more or less changes the percentage by more than five points. */
export const MIN_VISITORS = 20;

/** The two hours of a week that most views fall into. */
interface Peak {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly from: number;
  readonly to: number;
}

/** What a report says in one sentence. */
export interface Insight {
  readonly kind: 'noVisitors' | 'few' | 'called' | 'contacted' | 'onlyLooked';
  /** Of the visitors, from 0 to 1. */
  readonly share: number;
  readonly peak: Peak | undefined;
}

export function insightOf(
  { visitors, callers, contacts }: Omit<VisitorsFragment, '__typename'>,
  hours: readonly Omit<HourFiguresFragment, '__typename'>[],
): Insight {
  const insight = (kind: Insight['kind'], some = 0) => ({
    kind,
    share: some / Math.max(1, visitors),
    peak: peakOf(hours),
  });
  if (visitors === 0) return insight('noVisitors');
  if (visitors < MIN_VISITORS) return insight('few');
  if (callers > 0) return insight('called', callers);
  return contacts > 0 ? insight('contacted', contacts) : insight('onlyLooked');
}

/** Undefined if there are too few views for a habit. Of equal hours, the first in the week. */
export function peakOf(hours: readonly Omit<HourFiguresFragment, '__typename'>[]): Peak | undefined {
  const views = new Map(hours.map(({ weekday, hour, views }) => [weekday * 24 + hour, views]));
  if ([...views.values()].reduce((sum, some) => sum + some, 0) < MIN_VISITORS) return undefined;
  let peak: (Peak & { readonly count: number }) | undefined;
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    for (let from = 0; from < 23; from += 1) {
      const slot = weekday * 24 + from;
      const count = (views.get(slot) ?? 0) + (views.get(slot + 1) ?? 0);
      if (count > (peak?.count ?? 0)) peak = { weekday, from, to: from + 2, count };
    }
  }
  return peak && { weekday: peak.weekday, from: peak.from, to: peak.to };
}
