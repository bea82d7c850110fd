import type { Role } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { searchPattern } from '@volant/infra/text/searchable';
import { type ListPart, listNewestFirst, type Paging } from '@volant/infra/views/newest-first';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { UserDocument } from './users.ts';

const MAX_SEARCH = 200;

export interface UserFilter {
  readonly search?: string | null;
  readonly role?: Role | null;
}

/**
 * People, newest first.
 * @throws DomainError VALIDATION_FAILED
 */
export function listUsers(
  users: View<UserDocument>,
  filter: UserFilter,
  paging: Paging,
): Promise<ListPart<UserDocument>> {
  return listNewestFirst(users, 'createdAt', viewFilter(filter), paging);
}

function viewFilter({ search, role }: UserFilter): ViewFilter {
  if ((search ?? '').length > MAX_SEARCH) throw new DomainError('VALIDATION_FAILED', { field: 'search' });
  const text = (search ?? '').trim();
  const conditions: ViewFilter[] = [];
  if (text !== '') conditions.push({ text: { $regex: searchPattern(text) } });
  if (role !== undefined && role !== null) conditions.push({ role });
  return conditions.length === 0 ? {} : { $and: conditions };
}
