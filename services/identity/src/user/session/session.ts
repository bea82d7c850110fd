import { streamKind } from '@volant/infra/event-store/stream-kind';
import type { SessionEvent } from './events.ts';

/** Of a session that the issuer has to confirm. */
interface Issued {
  /** The encrypted refresh token; null without one. */
  readonly sealed: string | null;
  readonly confirmedAt: string;
}

interface OpenSession {
  readonly status: 'open';
  readonly userId: string;
  readonly userVersion: number;
  readonly expiresAt: string;
  /** Null for a session opened here. */
  readonly issued: Issued | null;
}

export type SessionState =
  | { readonly status: 'absent' }
  | OpenSession
  | { readonly status: 'ended'; readonly userId: string };

export const initialState: SessionState = { status: 'absent' };

/** How long a session lasts without a word of the issuer, which may be away. */
const UNCONFIRMED_FOR = 60 * 60 * 1000;

export function evolve(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'SessionOpened': {
      const { userId, userVersion, expiresAt, openedAt, issued } = event.data;
      const confirmed = issued === undefined ? null : { sealed: issued.sealed, confirmedAt: openedAt };
      return { status: 'open', userId, userVersion, expiresAt, issued: confirmed };
    }
    case 'SessionConfirmed': {
      const { sealed, confirmedAt } = event.data;
      return state.status === 'open' ? { ...state, issued: { sealed, confirmedAt } } : state;
    }
    case 'SessionEnded':
      return state.status === 'open' ? { status: 'ended', userId: state.userId } : state;
  }
}

/** When an open session ends, unless the issuer confirms it before. */
export function lastsUntil({ expiresAt, issued }: OpenSession): string {
  if (issued === null) return expiresAt;
  const unconfirmed = new Date(Date.parse(issued.confirmedAt) + UNCONFIRMED_FOR).toISOString();
  return unconfirmed < expiresAt ? unconfirmed : expiresAt;
}

export const { of: sessionStream, idIn: sessionOfStream } = streamKind('session-');
