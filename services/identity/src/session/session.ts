import type { SessionEvent } from './events.ts';

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

/** Session id of the stream; undefined for streams of another kind. */
export function sessionOfStream(streamId: string): string | undefined {
  return streamId.startsWith(PREFIX) ? streamId.slice(PREFIX.length) : undefined;
}
