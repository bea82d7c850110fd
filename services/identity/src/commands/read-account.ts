import type { Role } from '@volant/infra/auth/viewer';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { roles } from '../roles/decide.ts';
import { rolesCodec } from '../roles/events.ts';
import { ROLES_STREAM, roleOf } from '../roles/roles.ts';
import { emailReservation } from '../user/account-keys.ts';
import { openUndos, sameAddress } from '../user/email-undo.ts';
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

/** Found by the reservation of the address, which is never behind the streams as a view may be. */
export async function accountWithEmail(store: EventStore, email: string): Promise<Account | undefined> {
  const account = await holderOf(store, email);
  return account !== undefined && sameAddress(account.email, email) ? account : undefined;
}

/** Also where the account had the address until lately, and can still be put back to it. */
export async function accountReachedAt(store: EventStore, email: string, at: string): Promise<Account | undefined> {
  const account = await holderOf(store, email);
  if (account === undefined) return undefined;
  const addresses = [account.email, ...openUndos(account.emailUndos, at).map((undo) => undo.email)];
  return addresses.some((address) => sameAddress(address, email)) ? account : undefined;
}

async function holderOf(store: EventStore, email: string): Promise<Account | undefined> {
  const userId = await store.reservations.ownerOf(emailReservation(email));
  return userId === undefined ? undefined : readAccount(store, userId);
}
