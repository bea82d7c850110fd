import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { totalOf } from '../reports/event-types.ts';
import { countOrigins, readableHost } from '../reports/origins.ts';
import type { PageReport } from '../reports/page-report.ts';
import type { AnalyticsContext } from './context.ts';

/** Source of the AdminPageAnalytics fields. The viewer's permission has already been checked. */
export interface AdminAnalyticsSource {
  readonly pageUid: string;
  readonly report: PageReport;
}

export const AdminPageAnalytics: TypeResolvers<AnalyticsContext> = {
  totalEvents: async ({ report }: AdminAnalyticsSource) => totalOf(await report.eventTypes()),

  eventsByType: ({ report }: AdminAnalyticsSource) => report.eventTypes(),

  days: async ({ report }: AdminAnalyticsSource) =>
    (await report.days()).map(({ date, views, clicks }) => ({ date, count: views + clicks })),

  recentEvents: ({ report }: AdminAnalyticsSource) => report.recentEvents(),

  topReferrers: async ({ pageUid }: AdminAnalyticsSource, _: unknown, { reports }: AnalyticsContext) =>
    (await countOrigins(reports, pageUid, 'referrer')).map(({ value, count }) => ({
      referrer: readableHost(value),
      count,
    })),

  topCountries: async ({ pageUid }: AdminAnalyticsSource, _: unknown, { reports }: AnalyticsContext) =>
    (await countOrigins(reports, pageUid, 'country')).map(({ value, count }) => ({ country: value, count })),
};
