import type { ListPart } from '@volant/infra/views/newest-first';
import type { UserFilter } from '../views/users/user-queries.ts';
import type { UserDocument } from '../views/users/users.ts';
import type { IdentityContext } from './context.ts';
import { nodeOfDocument } from './User.ts';

/** Part of a list of people, and the filter of the request. */
interface FilteredUsers extends ListPart<UserDocument> {
  readonly filter: UserFilter;
}

export const UserConnection = {
  nodes: ({ nodes }: FilteredUsers) => nodes.map(nodeOfDocument),
  totalCount: ({ total }: FilteredUsers) => total,
  pageInfo: ({ endCursor, hasNextPage }: FilteredUsers) => ({ endCursor, hasNextPage }),
  tallies: ({ filter }: FilteredUsers, _: object, { actions }: IdentityContext) => actions.tallyUsers(filter),
};
