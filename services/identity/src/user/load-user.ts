import { type Commit, type EventStore, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { type UserEvent, userCodec } from './events.ts';
import { evolve, initialState, type UserState, userStream } from './user.ts';

const SETS_PASSWORD: ReadonlySet<string> = new Set<UserEvent['type']>([
  'UserSignedUp',
  'PasswordChanged',
  'EmailChangeUndone',
]);

export interface LoadedUser {
  readonly state: UserState;
  /** Version of the stream. */
  readonly version: number;
  /** Version at which the present password was set, or set back: sessions opened against an earlier one have ended. */
  readonly passwordVersion: number;
  readonly commits: readonly Commit[];
}

/** Reads and folds a person's stream. */
export async function loadUser(store: Pick<EventStore, 'readStream'>, userId: string): Promise<LoadedUser> {
  const commits = await store.readStream(userStream(userId));
  let state: UserState = initialState;
  let passwordVersion = 0;
  for (const { events, version } of commits) {
    for (const stored of events) {
      if (stored.type === STREAM_ERASED) state = initialState;
      const event = userCodec.read(stored);
      if (event === undefined) continue;
      state = evolve(state, event);
      if (SETS_PASSWORD.has(event.type)) passwordVersion = version;
    }
  }
  return { state, version: commits.at(-1)?.version ?? 0, passwordVersion, commits };
}
