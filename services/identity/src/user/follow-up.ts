import { sessionOfApiToken } from '@volant/infra/auth/api-token';
import { isAdmin } from '@volant/infra/auth/viewer';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import { checkpointIn } from '@volant/infra/subscription/checkpoint';
import { inOrder } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import { keysIn, settleReservations } from './commands/account-reservations.ts';
import type { IdentityParts } from './commands/parts.ts';
import type { UserEvent } from './domain/events.ts';
import { userOfStream } from './domain/user.ts';
import { rolesCodec } from './roles/events.ts';
import { ROLES_STREAM } from './roles/roles.ts';
import { sessionOfStream } from './session/session.ts';
import { API_TOKENS_STREAM, apiTokenCodec } from './tokens/events.ts';
import { revokeTokensOf } from './tokens/send-to-tokens.ts';

const CHECKPOINT = 'identity-follow-up';
/** Commits to follow at the same time, so that their writes share a commit of the database. */
const AT_ONCE = 50;
const ENDS_SESSIONS: ReadonlySet<string> = new Set<UserEvent['type']>([
  'PasswordChanged',
  'EmailChangeUndone',
  'EmailProved',
  'TotpEnabled',
  'PasskeyAdded',
  'SecondFactorRemoved',
  'ErasureBegun',
]);

interface FollowUpParts
  extends Pick<IdentityParts, 'store' | 'clock' | 'newId' | 'log' | 'states' | 'refreshSessionsOf'> {
  readonly everyMs: number;
}

/**
 * Finishes the work of a process that ended between its append and the steps after it: confirms or frees the
 * reservations of a sign-up or profile change, and updates the cache after role changes and ended sessions, and
 * revokes API tokens. Idempotent,
 * so it runs for every commit. Lapsed reservations are freed only afterwards: by then none of them belongs to an
 * account.
 */
export function createFollowUp(parts: FollowUpParts): Subscription {
  const { store, clock, log, everyMs } = parts;
  /**
   * A reservation that had lapsed by then and belongs to an account was appended before, so its commit has been read.
   */
  let roundBegan = clock();

  async function follow(commit: Commit): Promise<void> {
    const sessionId = sessionOfStream(commit.streamId);
    const userId = userOfStream(commit.streamId);
    if (userId !== undefined) await followUser(userId, commit);
    if (commit.streamId === ROLES_STREAM) await followRoles(commit);
    if (commit.streamId === API_TOKENS_STREAM) await followTokens(commit);
    const hasEnded = commit.events.some(({ type }) => type !== 'SessionOpened');
    if (sessionId !== undefined && hasEnded) await parts.states.revoke(sessionId);
  }

  async function followRoles(commit: Commit): Promise<void> {
    for (const { data } of eventsOf(rolesCodec, [commit])) {
      // A later promotion must not bring the tokens back.
      if (!isAdmin({ role: data.to })) await revokeTokensOf(parts, data.userId, commit.at);
      await parts.refreshSessionsOf(data.userId);
    }
  }

  async function followTokens(commit: Commit): Promise<void> {
    for (const { type, data } of eventsOf(apiTokenCodec, [commit])) {
      if (type === 'ApiTokenRevoked') await parts.states.revoke(sessionOfApiToken(data.hash));
    }
  }

  async function followUser(userId: string, commit: Commit): Promise<void> {
    const keys = keysIn([commit]);
    if (keys.length > 0 && !(await isSettled(userId, commit, keys))) {
      const lost = await settleReservations(store, clock, userId, keys);
      if (lost !== undefined) log.error({ userId }, 'an account does not hold the reservation of its address or name');
    }
    if (commit.events.some(({ type }) => type === 'EmailProved')) await revokeTokensOf(parts, userId, commit.at);
    if (commit.events.some(({ type }) => ENDS_SESSIONS.has(type))) await parts.refreshSessionsOf(userId);
  }

  /** A first commit frees nothing, so that its reservations tell without its stream. */
  async function isSettled(userId: string, { version }: Commit, keys: readonly string[]): Promise<boolean> {
    return version === 1 && store.reservations.areConfirmed(keys.map((key) => ({ key, owner: userId })));
  }

  async function reap(): Promise<undefined> {
    const freed = await store.reservations.reap(roundBegan);
    if (freed > 0) log.info({ freed }, 'freed reservations of sign-ups that were never finished');
  }

  return new Subscription({
    name: CHECKPOINT,
    store,
    checkpoint: checkpointIn(store, CHECKPOINT),
    handle: (commits, watch) => inOrder(commits, watch, follow, AT_ONCE),
    beforeRound: async () => {
      roundBegan = clock();
    },
    whenCaughtUp: reap,
    log,
    // The process that appended most likely does the same work itself right away.
    pauses: { firstRetryMs: 1_000, longestRetryMs: everyMs, pollMs: everyMs, ignoresNews: true },
  });
}
