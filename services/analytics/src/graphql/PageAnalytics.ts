import type { PageAnalyticsResolvers } from './schema.generated.ts';

/** Fields of a report. The viewer's permission has already been checked. */
export const PageAnalytics = {
  summary: (report) => report.summary(),
  summaryBefore: (report) => report.summaryBefore(),
  days: (report) => report.days(),
  recentEvents: (report) => report.recentEvents(),
} satisfies Required<PageAnalyticsResolvers>;
