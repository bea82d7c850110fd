import type { OwnerFragment } from './owner-search.generated.ts';

/** A user who may own pages. */
export type Owner = Pick<OwnerFragment, 'id' | 'username' | 'email'>;

export function ownerName({ username, email, id }: Owner): string {
  return username ?? email ?? id;
}
