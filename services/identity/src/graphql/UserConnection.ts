import type { ListPart } from '@volant/infra/views/newest-first';
import type { UserDocument } from '../views/users/users.ts';
import { nodeOfDocument } from './User.ts';

export const UserConnection = {
  nodes: ({ nodes }: ListPart<UserDocument>) => nodes.map(nodeOfDocument),
  totalCount: ({ total }: ListPart<UserDocument>) => total,
  pageInfo: ({ endCursor, hasNextPage }: ListPart<UserDocument>) => ({ endCursor, hasNextPage }),
};
