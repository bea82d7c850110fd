import { readableHost, TOP_ORIGINS } from '../reports/origins.ts';
import type { VisitCount } from '../reports/visits.ts';
import type { PageAnalyticsResolvers, VisitSource } from './schema.generated.ts';

/** Fields of a report. The viewer's permission has already been checked. */
export const PageAnalytics = {
  summary: (report) => report.summary(),
  summaryBefore: (report) => report.summaryBefore(),
  days: (report) => report.days(),
  recentEvents: (report) => report.recentEvents(),
  visitors: (report) => report.visitors(),
  visitorsBefore: (report) => report.visitorsBefore(),

  sources: async (report) =>
    byViews((await report.visits()).sources).map(({ value, ...counts }) => ({
      source: value.toUpperCase() as VisitSource,
      ...counts,
    })),

  cards: async (report) =>
    byViews((await report.visits()).cards).map(({ value, ...counts }) => ({ card: { uid: value }, ...counts })),

  hours: async (report) =>
    (await report.visits()).hours.map(({ value, ...counts }) => {
      const [weekday, hour] = value.split(' ').map(Number);
      return { weekday: weekday ?? 0, hour: hour ?? 0, ...counts };
    }),

  countries: async (report) =>
    top((await report.visits()).countries).map(({ value, views, viewsBefore }) => ({
      country: value,
      count: views,
      countBefore: viewsBefore,
    })),

  referrers: async (report) =>
    top((await report.visits()).referrers).map(({ value, views, viewsBefore }) => ({
      referrer: readableHost(value),
      count: views,
      countBefore: viewsBefore,
    })),
} satisfies Required<PageAnalyticsResolvers>;

function byViews(counts: readonly VisitCount[]): readonly VisitCount[] {
  return [...counts].sort((one, other) => other.views - one.views || (one.value < other.value ? -1 : 1));
}

function top(counts: readonly VisitCount[]): readonly VisitCount[] {
  return byViews(counts.filter(({ views }) => views > 0)).slice(0, TOP_ORIGINS);
}
