import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { RecentEvent } from '../reports/recent-events.ts';
import type { AnalyticsContext } from './context.ts';

export const Event: TypeResolvers<AnalyticsContext> = {
  page: ({ pageUid }: RecentEvent) => ({ uid: pageUid }),
};
