import type { VisitorsFragment } from './analytics-totals.generated.ts';
import type { HourFiguresFragment } from './hour-map.generated.ts';

/** With fewer visitors, one more or less changes the percentage by more than five points. */
export const MIN_VISITORS = 20;

/** The two hours of a week that most views fall into. */
interface Peak {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly from: number;
  /** 24 at the end of the day; 1 if it is the next day's. */
  readonly to: number;
}

const HOURS_OF_WEEK = 7 * 24;

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

/** Visitors who got in touch, in whole percent; undefined if there are too few visitors. */
export function contactRateOf({ visitors, contacts }: Omit<VisitorsFragment, '__typename'>): number | undefined {
  return visitors < MIN_VISITORS ? undefined : Math.round((100 * contacts) / visitors);
}

/** Undefined if there are too few views for a habit. Of equal hours, the first in the week. */
export function peakOf(hours: readonly Omit<HourFiguresFragment, '__typename'>[]): Peak | undefined {
  const views = Array.from({ length: HOURS_OF_WEEK }, () => 0);
  for (const { weekday, hour, views: some } of hours) views[(weekday - 1) * 24 + hour] = some;
  if (views.reduce((sum, some) => sum + some, 0) < MIN_VISITORS) return undefined;
  const counts = views.map((some, slot) => some + (views[(slot + 1) % HOURS_OF_WEEK] ?? 0));
  const busiest = counts.indexOf(Math.max(...counts));
  const from = busiest % 24;
  return { weekday: Math.floor(busiest / 24) + 1, from, to: from === 23 ? 1 : from + 2 };
}

/** Whether a peak has that hour; the second may be the first of the next day, Sunday's in Monday. */
export function isInPeak({ weekday, from }: Peak, day: number, hour: number): boolean {
  const since = (day - weekday) * 24 + hour - from;
  return (since + HOURS_OF_WEEK) % HOURS_OF_WEEK < 2;
}
