import type { Role } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import { z } from 'zod';
import { searchPattern } from './searchable.ts';
import type { UserDocument } from './users.ts';

const MAX_USERS_LISTED = 10_000;
const MAX_SEARCH = 200;

export interface UserFilter {
  readonly search?: string | null;
  readonly role?: Role | null;
}

export interface UserList {
  readonly documents: readonly UserDocument[];
  readonly total: number;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/**
 * People, newest first.
 * @param after cursor of an earlier answer
 * @throws DomainError VALIDATION_FAILED
 */
export async function listUsers(
  users: View<UserDocument>,
  filter: UserFilter,
  first: number,
  after: string | undefined,
): Promise<UserList> {
  if (!Number.isInteger(first) || first < 1 || first > MAX_USERS_LISTED) {
    throw new DomainError('VALIDATION_FAILED', { field: 'first' });
  }
  const wanted = viewFilter(filter);
  const [found, total] = await Promise.all([
    users.find(after === undefined ? wanted : { $and: [wanted, olderThan(after)] }, {
      sort: { createdAt: -1 },
      limit: first + 1,
    }),
    users.count(wanted),
  ]);
  const documents = found.slice(0, first);
  const last = documents.at(-1);
  return {
    documents,
    total,
    endCursor: last === undefined ? null : cursorOf(last),
    hasNextPage: found.length > first,
  };
}

function viewFilter({ search, role }: UserFilter): ViewFilter {
  const text = (search ?? '').trim();
  if (text.length > MAX_SEARCH) throw new DomainError('VALIDATION_FAILED', { field: 'search' });
  const conditions: ViewFilter[] = [];
  if (text !== '') conditions.push({ text: { $regex: searchPattern(text) } });
  if (role !== undefined && role !== null) conditions.push({ role });
  return conditions.length === 0 ? {} : { $and: conditions };
}

const cursorShape = z.tuple([z.iso.datetime(), z.string().min(1).max(64)]);

function cursorOf({ createdAt, _id }: UserDocument): string {
  return Buffer.from(JSON.stringify([createdAt, _id])).toString('base64url');
}

/** Accounts opened at one moment are told apart by their id, in the order the view sorts them. */
function olderThan(cursor: string): ViewFilter {
  const [createdAt, id] = readCursor(cursor);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $gt: id } }] };
}

function readCursor(text: string): z.infer<typeof cursorShape> {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text.slice(0, 300), 'base64url').toString()));
  } catch {
    throw new DomainError('VALIDATION_FAILED', { field: 'after' });
  }
}
