import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { ListPart } from '@volant/infra/views/newest-first';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import type { SupportContext } from './context.ts';
import { shownMessage } from './SupportMessage.ts';

export const SupportMessageConnection: TypeResolvers<SupportContext> = {
  nodes: ({ nodes }: ListPart<MessageRecord>) => nodes.map(shownMessage),
  totalCount: ({ total }: ListPart<MessageRecord>) => total,
  pageInfo: ({ endCursor, hasNextPage }: ListPart<MessageRecord>) => ({ endCursor, hasNextPage }),
};
