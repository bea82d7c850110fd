import type { ListPart } from '@volant/infra/views/newest-first';
import { tallyUsers, type UserFilter } from '../views/users/user-queries.ts';
import type { UserDocument } from '../views/users/users.ts';
import type { UserConnectionResolvers } from './schema.generated.ts';
import { nodeOfDocument } from './User.ts';

/** Part of a list of people, and the filter of the request. */
export interface FilteredUsers extends ListPart<UserDocument> {
  readonly filter: UserFilter;
}

export const UserConnection = {
  nodes: ({ nodes }) => nodes.map(nodeOfDocument),
  totalCount: ({ total }) => total,
  pageInfo: ({ endCursor, hasNextPage }) => ({ endCursor, hasNextPage }),
  tallies: ({ filter }, _, { parts }) => tallyUsers(parts.users, filter),
} satisfies Required<UserConnectionResolvers>;
