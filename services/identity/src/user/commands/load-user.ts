import type { EventStore } from '@volant/infra/event-store/event-store';
import { type Fold, loadStream } from '@volant/infra/event-store/load-stream';
import { type UserEvent, userCodec } from '../domain/events.ts';
import { evolve, initialState, type UserState, userStream } from '../domain/user.ts';

const SETS_PASSWORD: ReadonlySet<string> = new Set<UserEvent['type']>([
  'UserSignedUp',
  'PasswordChanged',
  'EmailChangeUndone',
  'EmailProved',
  // A session opened with the password alone is not enough any more.
  'TotpEnabled',
]);

function setsPassword(event: UserEvent): boolean {
  return SETS_PASSWORD.has(event.type) || (event.type === 'PasskeyAdded' && event.data.begun !== undefined);
}

export interface LoadedUser {
  readonly state: UserState;
  /** Version of the stream. */
  readonly version: number;
  /** Version at which the present password was set or restored: sessions opened against an earlier one have ended. */
  readonly passwordVersion: number;
}

/** State of a user with the version of their password. */
export const userWithPassword: Fold<Omit<LoadedUser, 'version'>, UserEvent> = {
  initialState: { state: initialState, passwordVersion: 0 },
  evolve: ({ state, passwordVersion }, event, version) => ({
    state: evolve(state, event),
    passwordVersion: setsPassword(event) ? version : passwordVersion,
  }),
  snapshot: { name: 'user with password', shape: 'pUbD4zSCkdTU' },
};

export async function loadUser(
  store: Pick<EventStore, 'readSlice' | 'snapshots'>,
  userId: string,
): Promise<LoadedUser> {
  const { state, version } = await loadStream(store, userWithPassword, userCodec, userStream(userId));
  return { ...state, version };
}
