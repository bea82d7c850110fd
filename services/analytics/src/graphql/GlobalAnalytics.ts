import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { totalOf } from '../reports/event-types.ts';
import type { GlobalReport } from '../reports/global-report.ts';
import type { AnalyticsContext } from './context.ts';

export const GlobalAnalytics: TypeResolvers<AnalyticsContext> = {
  totalEvents: async (report: GlobalReport) => totalOf(await report.eventTypes()),
  eventsByType: (report: GlobalReport) => report.eventTypes(),
  days: (report: GlobalReport) => report.days(),
  topPages: (report: GlobalReport) => report.topPages(),
  recentEvents: (report: GlobalReport) => report.recentEvents(),
};
