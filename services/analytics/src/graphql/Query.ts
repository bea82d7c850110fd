import { requireAdministrator } from '@volant/infra/auth/guards';
import { guarded } from '@volant/infra/graphql/guarded';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { createGlobalReport, type GlobalReport } from '../reports/global-report.ts';
import type { AnalyticsContext } from './context.ts';

export const Query: TypeResolvers<AnalyticsContext> = {
  globalAnalytics: guarded(
    requireAdministrator,
    (_: object, { reports, now }: AnalyticsContext): GlobalReport => createGlobalReport(reports, now),
  ),
};
