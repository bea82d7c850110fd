import { specify } from '@volant/infra/testing/decider-specification';
import { describe, it } from 'vitest';
import { session } from './decide.ts';
import type { SessionEnded, SessionOpened } from './events.ts';

const at = '2026-03-01T08:00:00.000Z';
const opening = { sessionId: 's1', userId: 'u1', userVersion: 1 };

function opened(remembered: boolean, expiresAt: string): SessionOpened {
  return { type: 'SessionOpened', data: { ...opening, remembered, openedAt: at, expiresAt } };
}

const short = opened(false, '2026-03-01T20:00:00.000Z');
const ended: SessionEnded = { type: 'SessionEnded', data: { sessionId: 's1', reason: 'LOGGED_OUT', endedAt: at } };

describe('session', () => {
  it('lasts 12 hours', () => {
    specify(session)
      .given([])
      .when({ type: 'OpenSession', data: { ...opening, remember: false, at } })
      .then([short]);
  });

  it('lasts 30 days if it is remembered', () => {
    specify(session)
      .given([])
      .when({ type: 'OpenSession', data: { ...opening, remember: true, at } })
      .then([opened(true, '2026-03-31T08:00:00.000Z')]);
  });

  it('opens once', () => {
    specify(session)
      .given([short])
      .when({ type: 'OpenSession', data: { ...opening, remember: false, at } })
      .thenRefuses('CONFLICT');
  });

  it('does not reopen after it has ended', () => {
    specify(session)
      .given([short, ended])
      .when({ type: 'OpenSession', data: { ...opening, remember: false, at } })
      .thenRefuses('CONFLICT');
  });

  it('ends on log-out', () => {
    specify(session)
      .given([short])
      .when({ type: 'EndSession', data: { sessionId: 's1', reason: 'LOGGED_OUT', at } })
      .then([ended]);
  });

  it('ends once, and only if it exists', () => {
    const end = { type: 'EndSession' as const, data: { sessionId: 's1', reason: 'LOGGED_OUT' as const, at } };
    specify(session).given([short, ended]).when(end).then([]);
    specify(session).given([]).when(end).then([]);
  });
});
