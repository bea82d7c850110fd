import type { ListPart } from '@volant/infra/views/newest-first';
import type { UserConnectionResolvers } from '../schema.generated.ts';
import type { ShownUser } from './shown-user.ts';
import { tallyUsers, type UserFilter } from './view/user-queries.ts';

/** Part of a list of people, and the filter of the request. */
export interface ShownUserConnection extends ListPart<ShownUser> {
  readonly filter: UserFilter;
}

export const UserConnection = {
  tallies: ({ filter }, _, { parts }) => tallyUsers(parts.users, filter),
} satisfies UserConnectionResolvers;
