import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PageReport } from '../reports/page-report.ts';
import type { AnalyticsContext } from './context.ts';

/** Fields of a report. The viewer's permission has already been checked. */
export const PageAnalytics: TypeResolvers<AnalyticsContext> = {
  summary: (report: PageReport) => report.summary(),
  summaryBefore: (report: PageReport) => report.summaryBefore(),
  days: (report: PageReport) => report.days(),
  recentEvents: (report: PageReport) => report.recentEvents(),
};
