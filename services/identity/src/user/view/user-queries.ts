import type { Role } from '@volant/infra/auth/viewer';
import type { PageTotals } from '@volant/infra/process/server/remote-service';
import { searchTerms } from '@volant/infra/text/searchable';
import {
  idsInOrder,
  type ListOrder,
  type ListPart,
  listInOrder,
  listOfIds,
  orderOf,
  type Paging,
} from '@volant/infra/views/newest-first';
import { searchFilter } from '@volant/infra/views/search-filter';
import { timeRange } from '@volant/infra/views/time-range';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { UserDocument } from './users.ts';

export interface UserFilter {
  readonly search?: string | null | undefined;
  readonly role?: Role | null;
  readonly createdFrom?: Date | string | null | undefined;
  readonly createdBefore?: Date | string | null | undefined;
}

export interface UserTally {
  readonly role: Role;
  readonly count: number;
}

/** The field of each column that a list can be ordered by. */
const ORDERS = { CREATED: 'createdAt', NAME: 'nameOrder', EMAIL: 'emailOrder', ROLE: 'role' } as const;

/**
 * Lists people, by default newest first.
 * @throws DomainError VALIDATION_FAILED
 */
export function listUsers(
  users: View<UserDocument>,
  filter: UserFilter,
  paging: Paging,
  order: ListOrder<keyof typeof ORDERS> = {},
): Promise<ListPart<UserDocument>> {
  return listInOrder(users, orderOf(ORDERS, order), viewFilter(filter), paging);
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

/** Fewer digits may be a part of a name or an id. */
const FEWEST_DIALLED = 8;

function viewFilter({ search, role, createdFrom, createdBefore }: UserFilter): ViewFilter {
  const typed = searchTerms(search);
  const createdAt = timeRange(createdFrom, createdBefore);
  return {
    ...(role === undefined || role === null ? {} : { role }),
    ...(createdAt && { createdAt }),
    ...searchFilter([...typed, ...typed.flatMap((text) => dialledIn(text) ?? [])]),
  };
}

/** Digits that the national and the international form of a typed phone number have in common. */
function dialledIn(typed: string): string | undefined {
  if (!/^(?:tel:)?[+\d(][\d+ ().\-/]*$/.test(typed)) return undefined;
  const digits = typed.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= FEWEST_DIALLED ? digits : undefined;
}
