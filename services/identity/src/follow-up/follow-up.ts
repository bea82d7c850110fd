import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import type { Logger } from '@volant/infra/process/log';
import { keysIn, settleReservations } from '../accounts/account-reservations.ts';
import { rolesCodec } from '../roles/codec.ts';
import { ROLES_STREAM } from '../roles/roles.ts';
import { sessionOfStream } from '../session/session.ts';
import { type UserEvent, userOfStream } from '../user/user.ts';

const CHECKPOINT = 'identity-follow-up';
const BATCH = 500;
const ENDS_SESSIONS: ReadonlySet<string> = new Set<UserEvent['type']>([
  'PasswordChanged',
  'EmailChangeUndone',
  'ErasureBegun',
]);

export interface FollowUpParts {
  readonly store: EventStore;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly everyMs: number;
  readonly refreshSessionsOf: (userId: string) => Promise<void>;
  readonly revokeSession: (sessionId: string) => Promise<void>;
}

export interface FollowUp {
  /** Resolves after the first round. */
  start(): Promise<void>;
  /** One round: what commits since the last one call for, then the reservations nobody needs. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Finishes what a process left undone that ended between its append and what follows it: the reservations of a
 * sign-up or a changed profile are confirmed or freed, and the cache learns of changed roles and ended sessions.
 * Doing it again does no harm, so it is done for every commit. Only then are lapsed reservations freed: by then none
 * of them belongs to an account.
 */
export function createFollowUp(parts: FollowUpParts): FollowUp {
  const { store, clock, log, everyMs } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function follow(commit: Commit): Promise<void> {
    const sessionId = sessionOfStream(commit.streamId);
    if (sessionId !== undefined) {
      if (commit.events.some(({ type }) => type !== 'SessionOpened')) await parts.revokeSession(sessionId);
    } else if (commit.streamId === ROLES_STREAM) {
      for (const stored of commit.events) {
        const event = rolesCodec.read(stored);
        if (event !== undefined) await parts.refreshSessionsOf(event.data.userId);
      }
    } else {
      const userId = userOfStream(commit.streamId);
      if (userId !== undefined) await followUser(userId, commit);
    }
  }

  async function followUser(userId: string, commit: Commit): Promise<void> {
    const keys = keysIn([commit]);
    if (keys.length > 0 && (await settleReservations(store, clock, userId, keys)) !== undefined) {
      log.error({ userId }, 'an account does not hold the reservation of its address or name');
    }
    if (commit.events.some(({ type }) => ENDS_SESSIONS.has(type))) await parts.refreshSessionsOf(userId);
  }

  async function round(): Promise<void> {
    const now = clock();
    const before = await store.checkpoints.load(CHECKPOINT);
    let done = before;
    for (
      let commits = await store.readAll(done, BATCH);
      commits.length > 0;
      commits = await store.readAll(done, BATCH)
    ) {
      for (const commit of commits) {
        await follow(commit);
        done = commit.position;
      }
      await store.checkpoints.save(CHECKPOINT, done);
    }
    const freed = await store.reservations.reap(now);
    if (freed > 0) log.info({ freed }, 'freed reservations of sign-ups that were never finished');
  }

  const roundInTurn = () => {
    const next = running.then(round);
    running = next.catch(() => undefined);
    return next;
  };

  return {
    round: roundInTurn,
    async start() {
      await roundInTurn();
      timer = setInterval(() => {
        roundInTurn().catch((error: unknown) => log.error({ err: error }, 'follow-up failed and is tried again'));
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
