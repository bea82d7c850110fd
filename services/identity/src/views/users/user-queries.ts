import type { Role } from '@volant/infra/auth/viewer';
import type { PageTotals } from '@volant/infra/process/server/remote-service';
import { searchWanted } from '@volant/infra/text/searchable';
import { idsInOrder, type ListPart, listInOrder, listOfIds, type Paging } from '@volant/infra/views/newest-first';
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

/** Lists people by the number of their pages, which pages counts; equal ones newest first. */
export async function listUsersByPages(
  users: View<UserDocument>,
  filter: UserFilter,
  paging: Paging,
  { totals, descending }: { readonly totals: Awaited<ReturnType<PageTotals>>; readonly descending: boolean },
): Promise<ListPart<UserDocument>> {
  const counts = new Map(totals.map(({ ownerId, pages }) => [ownerId, pages]));
  const people = await users.findFields(viewFilter(filter), ['createdAt'], { sort: { createdAt: -1 } });
  return listOfIds(
    users,
    idsInOrder(people, ({ _id }) => counts.get(_id) ?? 0, descending),
    paging,
  );
}

/** Number of people that a search finds, by role. */
export async function tallyUsers(
  users: View<UserDocument>,
  { search }: Pick<UserFilter, 'search'>,
): Promise<readonly UserTally[]> {
  const counted = await users.countBy(viewFilter({ search }), ['role']);
  return counted.map(({ values, count }) => ({ ...values, count }));
}

/** Ids of the people that a search finds, by their names. */
export async function findPeople(users: View<UserDocument>, search: string): Promise<readonly string[]> {
  const people = await users.findFields(viewFilter({ search }), ['_id'], { sort: { nameOrder: 1 } });
  return people.map(({ _id }) => _id);
}

function viewFilter({ search, role }: UserFilter): ViewFilter {
  const wanted = searchWanted(search);
  return {
    ...(role === undefined || role === null ? {} : { role }),
    ...(wanted === '' ? {} : { text: { $contains: wanted } }),
  };
}
