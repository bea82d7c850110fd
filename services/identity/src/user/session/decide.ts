import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { SessionConfirmed, SessionEnded, SessionEvent, SessionOpened } from './events.ts';
import { evolve, initialState, type SessionState } from './session.ts';

const HOUR = 60 * 60 * 1000;
const REMEMBERED_FOR = 30 * 24 * HOUR;
const SHORT_SESSION = 12 * HOUR;

interface Commands {
  readonly OpenSession: Pick<SessionOpened['data'], 'sessionId' | 'userId' | 'userVersion' | 'issued'> & {
    readonly remember: boolean;
    readonly at: string;
  };
  readonly ConfirmSession: Pick<SessionConfirmed['data'], 'sessionId' | 'sealed'> & { readonly at: string };
  readonly EndSession: {
    readonly sessionId: string;
    readonly reason: SessionEnded['data']['reason'];
    readonly at: string;
  };
}

export type SessionCommand = CommandOf<Commands>;

export function decide(command: SessionCommand, state: SessionState): readonly SessionEvent[] {
  switch (command.type) {
    case 'OpenSession': {
      if (state.status !== 'absent') throw new DomainError('CONFLICT');
      const { sessionId, userId, userVersion, remember, issued, at } = command.data;
      const expiresAt = new Date(Date.parse(at) + (remember ? REMEMBERED_FOR : SHORT_SESSION)).toISOString();
      const opened = { sessionId, userId, userVersion, remembered: remember, openedAt: at, expiresAt };
      const data = issued === undefined ? opened : { ...opened, issued };
      return [{ type: 'SessionOpened', data }];
    }
    case 'ConfirmSession': {
      if (state.status !== 'open') return [];
      const { sessionId, sealed, at } = command.data;
      return [{ type: 'SessionConfirmed', data: { sessionId, sealed, confirmedAt: at } }];
    }
    case 'EndSession': {
      if (state.status !== 'open') return [];
      const { sessionId, reason, at } = command.data;
      return [{ type: 'SessionEnded', data: { sessionId, reason, endedAt: at } }];
    }
  }
}

export const session: Decider<SessionState, SessionCommand, SessionEvent> = { initialState, decide, evolve };
