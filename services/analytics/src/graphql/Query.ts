import { requireAdministrator } from '@volant/infra/auth/guards';
import { systemPart } from '@volant/infra/features/system-part';
import { guarded } from '@volant/infra/graphql/guarded';
import { createGlobalReport, type GlobalReport } from '../reports/global-report.ts';
import type { AnalyticsContext } from './context.ts';
import type { QueryResolvers } from './schema.generated.ts';

export const Query = {
  globalAnalytics: guarded(
    requireAdministrator,
    ({ period }, { reports, now }): GlobalReport => createGlobalReport(reports, now, period ?? undefined),
  ),
  ...systemPart('analytics', ({ system }: AnalyticsContext) => system).resolvers.Query,
} satisfies Required<QueryResolvers>;
