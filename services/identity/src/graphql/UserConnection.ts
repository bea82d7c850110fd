import type { UserList } from '../views/users/user-queries.ts';
import { nodeOfDocument } from './User.ts';

export const UserConnection = {
  nodes: ({ documents }: UserList) => documents.map(nodeOfDocument),
  totalCount: ({ total }: UserList) => total,
  pageInfo: ({ endCursor, hasNextPage }: UserList) => ({ endCursor, hasNextPage }),
};
