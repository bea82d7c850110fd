import type { Role } from '@volant/infra/auth/viewer';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { roles } from '../roles/decide.ts';
import { rolesCodec } from '../roles/events.ts';
import { ROLES_STREAM, roleOf } from '../roles/roles.ts';
import { emailReservation } from '../user/account-keys.ts';
import { sameAddress } from '../user/email-undo.ts';
import { loadUser } from '../user/load-user.ts';
import type { ActiveUser } from '../user/user.ts';

/** A person as the streams have them at this moment, not as a view that may lag behind has them. */
export interface Account extends ActiveUser {
  readonly role: Role;
  /** Version of the user's stream. */
  readonly version: number;
  /** Version of the user's stream at which the present password was set. */
  readonly passwordVersion: number;
}

/** Undefined for an account that never was, was erased or is about to be. */
export async function readAccount(store: EventStore, userId: string): Promise<Account | undefined> {
  const [{ state, version, passwordVersion }, held] = await Promise.all([
    loadUser(store, userId),
    loadStream(store, roles, rolesCodec, ROLES_STREAM),
  ]);
  if (state.status !== 'active') return undefined;
  return { ...state, version, passwordVersion, role: roleOf(held.state, userId) };
}

/**
 * Found by the reservation of the address, which is never behind the streams as a view may be. An address that an
 * account had before, and can still be put back to, is not its address.
 */
export async function accountWithEmail(store: EventStore, email: string): Promise<Account | undefined> {
  const userId = await store.reservations.ownerOf(emailReservation(email));
  const account = userId === undefined ? undefined : await readAccount(store, userId);
  return account !== undefined && sameAddress(account.email, email) ? account : undefined;
}
