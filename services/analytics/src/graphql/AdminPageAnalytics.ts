import { totalOf } from '../reports/event-types.ts';
import { countOrigins, readableHost } from '../reports/origins.ts';
import type { PageReport } from '../reports/page-report.ts';
import type { AdminPageAnalyticsResolvers } from './schema.generated.ts';

/** Source of the AdminPageAnalytics fields. The viewer's permission has already been checked. */
export interface AdminAnalyticsSource {
  readonly pageUid: string;
  readonly report: PageReport;
}

export const AdminPageAnalytics = {
  totalEvents: async ({ report }) => totalOf(await report.eventTypes()),

  eventsByType: ({ report }) => report.eventTypes(),

  days: async ({ report }) => (await report.days()).map(({ date, views, clicks }) => ({ date, count: views + clicks })),

  recentEvents: ({ report }) => report.recentEvents(),

  topReferrers: async ({ pageUid }, _, { reports }) =>
    (await countOrigins(reports, pageUid, 'referrer')).map(({ value, count }) => ({
      referrer: readableHost(value),
      count,
    })),

  topCountries: async ({ pageUid }, _, { reports }) =>
    (await countOrigins(reports, pageUid, 'country')).map(({ value, count }) => ({ country: value, count })),
} satisfies Required<AdminPageAnalyticsResolvers>;
