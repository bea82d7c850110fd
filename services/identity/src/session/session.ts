/**
 * A session is a stream of its own, so that logging in does not contend on the user's stream.
 *
 * `userVersion` is the version of the user's stream against which the password was checked. An event there that
 * ends all of a person's sessions (a new password) ends every session with a lower `userVersion`, at once and in
 * one append, also one that is being opened with the old password at the same moment.
 */
export interface SessionOpened {
  readonly type: 'SessionOpened';
  readonly data: {
    readonly sessionId: string;
    readonly userId: string;
    readonly userVersion: number;
    readonly remembered: boolean;
    /** ISO 8601, UTC. */
    readonly openedAt: string;
    readonly expiresAt: string;
  };
}

export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly data: { readonly sessionId: string; readonly reason: 'LOGGED_OUT'; readonly endedAt: string };
}

export type SessionEvent = SessionOpened | SessionEnded;

export type SessionState =
  | { readonly status: 'absent' }
  | { readonly status: 'open'; readonly userId: string; readonly userVersion: number; readonly expiresAt: string }
  | { readonly status: 'ended'; readonly userId: string };

export const initialState: SessionState = { status: 'absent' };

export function evolve(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'SessionOpened': {
      const { userId, userVersion, expiresAt } = event.data;
      return { status: 'open', userId, userVersion, expiresAt };
    }
    case 'SessionEnded':
      return state.status === 'open' ? { status: 'ended', userId: state.userId } : state;
  }
}

const PREFIX = 'session-';

export function sessionStream(sessionId: string): string {
  return PREFIX + sessionId;
}

/** The session whose stream this is; undefined for streams of another kind. */
export function sessionOfStream(streamId: string): string | undefined {
  return streamId.startsWith(PREFIX) ? streamId.slice(PREFIX.length) : undefined;
}
