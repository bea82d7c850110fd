import type { ListPart } from '@volant/infra/views/newest-first';
import { tallyUsers, type UserFilter } from '../views/users/user-queries.ts';
import type { UserConnectionResolvers } from './schema.generated.ts';
import type { UserNode } from './User.ts';

/** Part of a list of people, and the filter of the request. */
export interface FilteredUsers extends ListPart<UserNode> {
  readonly filter: UserFilter;
}

export const UserConnection = {
  tallies: ({ filter }, _, { parts }) => tallyUsers(parts.users, filter),
} satisfies UserConnectionResolvers;
