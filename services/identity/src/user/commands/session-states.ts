import { REVOKED, type SessionState, sessionCacheKey } from '@volant/infra/auth/access-token';
import { apiTokenOfSession } from '@volant/infra/auth/api-token';
import { isAdmin } from '@volant/infra/auth/viewer';
import type { Cache } from '@volant/infra/cache/cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { session } from '../session/decide.ts';
import { sessionCodec } from '../session/events.ts';
import { lastsUntil, sessionStream } from '../session/session.ts';
import { tokenWithHash } from '../tokens/decide.ts';
import { loadApiTokens } from '../tokens/load-api-tokens.ts';
import { readAccount } from './read-account.ts';
import { roleInForce, type StaffRules } from './role-in-force.ts';

/** Long enough that a reader of an older state cannot still be about to write it when the entry lapses. */
const CACHED_FOR = 10 * 60 * 1000;
/** Of tokens without an end. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** State of sessions, and its copy in the cache that every service trusts. */
export function createSessionStates(store: EventStore, cache: Cache, clock: () => Date, rules: StaffRules) {
  async function load(sessionId: string): Promise<SessionState | undefined> {
    const hash = apiTokenOfSession(sessionId);
    return hash === undefined ? loadOwn(sessionId) : loadToken(hash);
  }

  /** A token calls as an administrator while its person is one, and never as a SUPERADMIN. */
  async function loadToken(hash: string): Promise<SessionState | undefined> {
    const token = tokenWithHash(await loadApiTokens(store), hash);
    if (token === undefined) return undefined;
    const { userId, scopes, endsAt } = token;
    const expiresAt = endsAt ?? NEVER;
    if (Date.parse(expiresAt) <= clock().getTime()) return undefined;
    const account = await readAccount(store, userId);
    // No password opens a token.
    const role = account && roleInForce(account, { ...rules, breakGlassEmail: undefined }, account.issued !== null);
    if (role === undefined || !isAdmin({ role })) return undefined;
    return { userId, role: 'ADMIN', expiresAt, scopes: [...scopes] };
  }

  async function loadOwn(sessionId: string): Promise<SessionState | undefined> {
    const { state } = await loadStream(store, session, sessionCodec, sessionStream(sessionId));
    if (state.status !== 'open') return undefined;
    const expiresAt = lastsUntil(state);
    if (Date.parse(expiresAt) <= clock().getTime()) return undefined;
    const account = await readAccount(store, state.userId);
    if (account === undefined) return undefined;
    // The session was opened with a password that has been replaced since.
    const { passwordVersion, keptSessionId } = account;
    if (state.userVersion < passwordVersion && sessionId !== keptSessionId) return undefined;
    return { userId: state.userId, role: roleInForce(account, rules, state.issued !== null), expiresAt };
  }

  async function write(sessionId: string, value: string): Promise<void> {
    await cache.set(sessionCacheKey(sessionId), value, CACHED_FOR);
  }

  return {
    /** Reads the event store; undefined if the session or API token is unknown, ended or expired, or its account is gone. */
    load,
    /** Whether the session was opened through the issuer. */
    async isIssued(sessionId: string): Promise<boolean> {
      const { state } = await loadStream(store, session, sessionCodec, sessionStream(sessionId));
      return state.status === 'open' && state.issued !== null;
    },
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
