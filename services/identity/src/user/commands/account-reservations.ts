import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { emailReservation, issuerReservation, usernameReservation } from '../domain/account-keys.ts';
import { openUndos } from '../domain/email-undo.ts';
import { type UserEvent, userCodec } from '../domain/events.ts';
import type { UserState } from '../domain/user.ts';
import { loadUser } from './load-user.ts';

/**
 * Much longer than a request takes. If a process dies, the follow-up confirms or frees its reservations before they
 * lapse.
 */
export const RESERVED_FOR = 5 * 60 * 1000;

/** Keys the account holds now, including former addresses that a change can still be undone to. */
function keysOf(state: UserState, at: string): readonly string[] {
  if (state.status !== 'active') return [];
  const addresses = [state.email, ...openUndos(state.emailUndos, at).map(({ email }) => email)];
  const ofIssuer = state.issued === null ? [] : [issuerReservation(state.issued.issuer, state.issued.subject)];
  return [...addresses.map(emailReservation), usernameReservation(state.username), ...ofIssuer];
}

/**
 * Frees a former address whose undo period is over. Called when somebody wants the address, because no other code
 * depends on it.
 */
export async function releaseFormer(store: EventStore, clock: () => Date, key: string): Promise<void> {
  const holder = await store.reservations.ownerOf(key);
  if (holder === undefined) return;
  const { state } = await loadUser(store, holder);
  const was = state.status === 'active' && state.emailUndos.some(({ email }) => emailReservation(email) === key);
  if (was && !keysOf(state, clock().toISOString()).includes(key)) await store.reservations.release(key, holder);
}

/** Every address in these commits that the account had or requested. */
export function addressesIn(commits: readonly Commit[]): readonly string[] {
  const addresses = eventsOf(userCodec, commits).flatMap(({ type, data }) => {
    if (type === 'UserSignedUp' || type === 'EmailChangeRequested') return [data.email];
    const change = type === 'ProfileChanged' ? data.email : undefined;
    return change === undefined ? [] : [change.from, change.to];
  });
  return [...new Set(addresses)];
}

/** Every key in these commits that the account held. */
export function keysIn(commits: readonly Commit[]): readonly string[] {
  return [...new Set(eventsOf(userCodec, commits).flatMap(keysOfEvent))];
}

/** Keys that an event gives or takes. New ones come first: old ones are freed only after these are confirmed. */
export function keysOfEvent({ type, data }: UserEvent): readonly string[] {
  if (type === 'UserSignedUp') return [emailReservation(data.email), usernameReservation(data.username)];
  if (type === 'IssuerJoined') return [issuerReservation(data.issuer, data.subject)];
  if (type === 'EmailChangeUndone') return [data.to, data.from].map(emailReservation);
  if (type !== 'ProfileChanged') return [];
  const { email, username } = data;
  return [
    ...(email === undefined ? [] : [email.to, email.from].map(emailReservation)),
    ...(username === undefined ? [] : [username.to, username.from].map(usernameReservation)),
  ];
}

/**
 * Confirms the reservations among `keys` that the account is entitled to, and frees the others. Idempotent. Another
 * change of the account may come between reading the stream and writing the reservation; the last writer reads again,
 * so the reservations end up matching the stream.
 * @returns the first key that the account should hold but another account does; the keys after it stay unchanged
 */
export async function settleReservations(
  store: EventStore,
  clock: () => Date,
  userId: string,
  keys: readonly string[],
): Promise<string | undefined> {
  let settled: string | undefined;
  while (true) {
    const now = keysOf((await loadUser(store, userId)).state, clock().toISOString());
    const held = keys.filter((key) => now.includes(key));
    if (held.join() === settled) return undefined;
    for (const key of keys) {
      if (!held.includes(key)) await store.reservations.release(key, userId);
      else if (!(await hold(key))) return key;
    }
    settled = held.join();
  }

  async function hold(key: string): Promise<boolean> {
    const isReserved = await store.reservations.reserve(key, userId, new Date(clock().getTime() + RESERVED_FOR));
    if (isReserved) await store.reservations.confirm(key, userId);
    return isReserved;
  }
}
