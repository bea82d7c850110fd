import type { Role } from '@volant/infra/auth/viewer';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { emailReservation } from '../domain/account-keys.ts';
import { sameAddress } from '../domain/email-undo.ts';
import type { ActiveUser } from '../domain/user.ts';
import { roles } from '../roles/decide.ts';
import { rolesCodec } from '../roles/events.ts';
import { ROLES_STREAM, roleOf } from '../roles/roles.ts';
import { loadUser } from './load-user.ts';

/** A person read from the streams, because a view may lag behind. */
export interface Account extends ActiveUser {
  readonly role: Role;
  /** Version of the user's stream. */
  readonly version: number;
  /** Version of the user's stream at which the present password was set. */
  readonly passwordVersion: number;
}

/** Undefined if the account never existed, is erased or is being erased. */
export async function readAccount(store: EventStore, userId: string): Promise<Account | undefined> {
  const [{ state, version, passwordVersion }, held] = await Promise.all([
    loadUser(store, userId),
    loadStream(store, roles, rolesCodec, ROLES_STREAM),
  ]);
  if (state.status !== 'active') return undefined;
  return { ...state, version, passwordVersion, role: roleOf(held.state, userId) };
}

/**
 * Finds the account by the reservation of its address, which never lags behind the streams as a view may. A former
 * address that a change can still be undone to does not count.
 */
export async function accountWithEmail(store: EventStore, email: string): Promise<Account | undefined> {
  const userId = await store.reservations.ownerOf(emailReservation(email));
  const account = userId === undefined ? undefined : await readAccount(store, userId);
  return account !== undefined && sameAddress(account.email, email) ? account : undefined;
}
