import type { ListPart } from '@volant/infra/views/newest-first';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import { shownMessage } from './SupportMessage.ts';
import type { SupportMessageConnectionResolvers } from './schema.generated.ts';

export type Messages = ListPart<MessageRecord>;

export const SupportMessageConnection = {
  nodes: ({ nodes }) => nodes.map(shownMessage),
  totalCount: ({ total }) => total,
  pageInfo: ({ endCursor, hasNextPage }) => ({ endCursor, hasNextPage }),
} satisfies Required<SupportMessageConnectionResolvers>;
