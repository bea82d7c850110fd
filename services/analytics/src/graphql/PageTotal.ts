import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PageTotal as Total } from '../reports/global-report.ts';
import type { AnalyticsContext } from './context.ts';

export const PageTotal: TypeResolvers<AnalyticsContext> = {
  page: ({ pageUid }: Total) => ({ uid: pageUid }),
};
