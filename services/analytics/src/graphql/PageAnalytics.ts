import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { Scope } from '../reports/counted-events.ts';
import { countCustomFields } from '../reports/custom-fields.ts';
import { countDays } from '../reports/days.ts';
import { listRecentEvents } from '../reports/recent-events.ts';
import { type Summary, summarize } from '../reports/summary.ts';
import type { AnalyticsContext } from './context.ts';

/** What the fields of PageAnalytics are read from; the right to see it has been checked. */
export type AnalyticsSource = Scope;

interface SummarySource extends Summary {
  readonly scope: Scope;
}

export const PageAnalytics: TypeResolvers<AnalyticsContext> = {
  summary: async (scope: AnalyticsSource, _: unknown, { reports }: AnalyticsContext): Promise<SummarySource> => ({
    ...(await summarize(reports, scope)),
    scope,
  }),
  days: (scope: AnalyticsSource, _: unknown, { reports, today }: AnalyticsContext) => countDays(reports, scope, today),
  recentEvents: (scope: AnalyticsSource, _: unknown, { reports }: AnalyticsContext) => listRecentEvents(reports, scope),
};

export const AnalyticsSummary: TypeResolvers<AnalyticsContext> = {
  customFields: ({ scope }: SummarySource, _: unknown, { reports }: AnalyticsContext) =>
    countCustomFields(reports, scope),
};
