import { requireAdministrator } from '@volant/infra/auth/guards';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { createGlobalReport, type GlobalReport } from '../reports/global-report.ts';
import type { AnalyticsContext } from './context.ts';

export const Query: TypeResolvers<AnalyticsContext> = {
  globalAnalytics(_: unknown, __: unknown, context: AnalyticsContext): GlobalReport {
    requireAdministrator(context);
    return createGlobalReport(context.reports, context.today);
  },
};
