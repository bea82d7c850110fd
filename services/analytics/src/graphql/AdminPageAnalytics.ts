import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { Scope } from '../reports/counted-events.ts';
import { countDays } from '../reports/days.ts';
import { countEventTypes, totalOf } from '../reports/event-types.ts';
import { countOrigins } from '../reports/origins.ts';
import { listRecentEvents } from '../reports/recent-events.ts';
import type { AnalyticsContext } from './context.ts';

/** What the fields of AdminPageAnalytics are read from; the right to see it has been checked. */
export type AdminAnalyticsSource = Scope;

export const AdminPageAnalytics: TypeResolvers<AnalyticsContext> = {
  totalEvents: async (scope: Scope, _: unknown, { reports }: AnalyticsContext) =>
    totalOf(await countEventTypes(reports, scope)),

  eventsByType: (scope: Scope, _: unknown, { reports }: AnalyticsContext) => countEventTypes(reports, scope),

  days: async (scope: Scope, _: unknown, { reports, today }: AnalyticsContext) =>
    (await countDays(reports, scope, today)).map(({ date, views, clicks }) => ({ date, count: views + clicks })),

  recentEvents: (scope: Scope, _: unknown, { reports }: AnalyticsContext) => listRecentEvents(reports, scope),

  topReferrers: async ({ pageUid }: Scope, _: unknown, { reports }: AnalyticsContext) =>
    (await countOrigins(reports, pageUid, 'referrer')).map(({ value, count }) => ({ referrer: value, count })),

  topCountries: async ({ pageUid }: Scope, _: unknown, { reports }: AnalyticsContext) =>
    (await countOrigins(reports, pageUid, 'country')).map(({ value, count }) => ({ country: value, count })),
};
