import { usernameReservation } from '../domain/account-keys.ts';
import type { IdentityParts } from './parts.ts';

/** The local part of the address, extended to the minimum length and made unique. */
export async function freeUsername({ store, newId }: IdentityParts, email: string): Promise<string> {
  const local = email.slice(0, email.lastIndexOf('@')).slice(0, 40);
  const name = local.length < 3 ? `admin-${local}` : local;
  const taken = (await store.reservations.ownerOf(usernameReservation(name))) !== undefined;
  return taken ? `${name}-${newId().slice(-6)}` : name;
}
