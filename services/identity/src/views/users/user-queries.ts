import type { Role } from '@volant/infra/auth/viewer';
import { searchWanted } from '@volant/infra/text/searchable';
import { type ListPart, listInOrder, type Paging } from '@volant/infra/views/newest-first';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { UserDocument } from './users.ts';

export interface UserFilter {
  readonly search?: string | null | undefined;
  readonly role?: Role | null;
}

export interface UserTally {
  readonly role: Role;
  readonly count: number;
}

/** The field of each column that a list can be ordered by. */
const ORDERS = { CREATED: 'createdAt', NAME: 'nameOrder', EMAIL: 'emailOrder', ROLE: 'role' } as const;

interface UserOrder {
  readonly by?: keyof typeof ORDERS | undefined;
  readonly descending?: boolean | undefined;
}

/**
 * Lists people, by default newest first.
 * @throws DomainError VALIDATION_FAILED
 */
export function listUsers(
  users: View<UserDocument>,
  filter: UserFilter,
  paging: Paging,
  { by = 'CREATED', descending = by === 'CREATED' }: UserOrder = {},
): Promise<ListPart<UserDocument>> {
  return listInOrder(users, { field: ORDERS[by], descending }, viewFilter(filter), paging);
}

/** Number of people that a search finds, by role. */
export async function tallyUsers(
  users: View<UserDocument>,
  { search }: Pick<UserFilter, 'search'>,
): Promise<readonly UserTally[]> {
  const counted = await users.countBy(viewFilter({ search }), ['role']);
  return counted.map(({ values, count }) => ({ ...values, count }));
}

/** Ids of the people that a search finds. */
export async function findPeople(users: View<UserDocument>, search: string): Promise<readonly string[]> {
  return (await users.findFields(viewFilter({ search }), ['_id'])).map(({ _id }) => _id);
}

function viewFilter({ search, role }: UserFilter): ViewFilter {
  const wanted = searchWanted(search);
  return {
    ...(role === undefined || role === null ? {} : { role }),
    ...(wanted === '' ? {} : { text: { $contains: wanted } }),
  };
}
