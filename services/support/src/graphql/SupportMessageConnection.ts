import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { MessageList } from '../views/inbox/inbox-queries.ts';
import type { SupportContext } from './context.ts';

export const SupportMessageConnection: TypeResolvers<SupportContext> = {
  nodes: ({ records }: MessageList) => records,
  totalCount: ({ total }: MessageList) => total,
  pageInfo: ({ endCursor, hasNextPage }: MessageList) => ({ endCursor, hasNextPage }),
};
