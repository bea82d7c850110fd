import { streamKind } from '@volant/infra/event-store/stream-kind';
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

export const { of: sessionStream, idIn: sessionOfStream } = streamKind('session-');
