import { REVOKED, type SessionState, sessionCacheKey } from '@volant/infra/auth/access-token';
import type { Cache } from '@volant/infra/cache/cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { session } from '../session/decide.ts';
import { sessionCodec } from '../session/events.ts';
import { sessionStream } from '../session/session.ts';
import { readAccount } from './read-account.ts';
import { roleInForce } from './role-in-force.ts';

/** Long enough that a reader of an older state cannot still be about to write it when the entry lapses. */
const CACHED_FOR = 10 * 60 * 1000;

export function createSessionStates(store: EventStore, cache: Cache, clock: () => Date, staffNeedsFactor: boolean) {
  async function load(sessionId: string): Promise<SessionState | undefined> {
    const { state } = await loadStream(store, session, sessionCodec, sessionStream(sessionId));
    if (state.status !== 'open' || Date.parse(state.expiresAt) <= clock().getTime()) return undefined;
    const account = await readAccount(store, state.userId);
    if (account === undefined) return undefined;
    // The session was opened with a password that has been replaced since.
    const { passwordVersion, keptSessionId } = account;
    if (state.userVersion < passwordVersion && sessionId !== keptSessionId) return undefined;
    return { userId: state.userId, role: roleInForce(account, staffNeedsFactor), expiresAt: state.expiresAt };
  }

  async function write(sessionId: string, value: string): Promise<void> {
    await cache.set(sessionCacheKey(sessionId), value, CACHED_FOR);
  }

  return {
    /** Reads the event store; undefined if the session is unknown, ended or expired, or its account is gone. */
    load,
    /** Makes every service refuse the session from the next request on. The session must have been ended before. */
    revoke: (sessionId: string) => write(sessionId, REVOKED),
    /** Makes every service see the current state of the session. */
    async refresh(sessionId: string) {
      const value = async () => {
        const state = await load(sessionId);
        return state === undefined ? REVOKED : JSON.stringify(state);
      };
      // Another change of the session may be written between our read and our write. The last writer reads again
      // afterwards, so the cache ends up matching the store.
      for (let written: string | undefined, now = await value(); now !== written; now = await value()) {
        await write(sessionId, now);
        written = now;
      }
    },
  };
}

/** State of sessions, and its copy in the cache that every service trusts. */
export type SessionStates = ReturnType<typeof createSessionStates>;
