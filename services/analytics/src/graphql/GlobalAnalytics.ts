import { totalOf } from '../reports/event-types.ts';
import type { GlobalAnalyticsResolvers } from './schema.generated.ts';

export const GlobalAnalytics = {
  totalEvents: async (report) => totalOf(await report.eventTypes()),
  eventsByType: (report) => report.eventTypes(),
  calledPages: async (report) => (await report.calledPages()).now,
  calledPagesBefore: async (report) => (await report.calledPages()).before,
  days: (report) => report.days(),
  topPages: (report) => report.topPages(),
  recentEvents: (report) => report.recentEvents(),
} satisfies Required<GlobalAnalyticsResolvers>;
