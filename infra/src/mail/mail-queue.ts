import pLimit from 'p-limit';
import type { Cache } from '../cache/cache.ts';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Measures } from '../process/observability/metrics.ts';
import type { Progress, Watch } from '../subscription/in-order.ts';
import { Subscription } from '../subscription/subscription.ts';
import type { Mail, Message } from './mail.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Longer than the timeout for the mail server. */
const CLAIMED_FOR_MS = 2 * 60 * 1000;
/** Several at once, so that a slow message does not block the others. */
const AT_ONCE = 4;
/** Small, so that a link to a new password does not wait for the weekly letters of a Monday. */
const ROUND = 40;
const SENT = 'sent';
const REMEMBERED_FOR_MS = 25 * 60 * 60 * 1000;

/** Message that an event requires. */
export interface PendingMail {
  readonly eventId: string;
  /** ISO 8601; the message is useless after this time. */
  readonly until: string;
  /** Called for each attempt; undefined if the message has become pointless. */
  compose(): Promise<Message | undefined>;
  /** Whether its subject (an account, a message) still exists. Erasure closes the subject before it forgets its mails. */
  isWanted(): Promise<boolean>;
}

export interface MailQueueParts {
  /** Name of the checkpoint and of the gauges' label. */
  readonly name: string;
  readonly store: Pick<EventStore, 'readAll' | 'onAppend' | 'checkpoints'>;
  readonly cache: Cache;
  readonly mail: Mail;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly measures: Measures;
  /** Longest sleep without news from the store. */
  readonly everyMs: number;
  readonly pendingMailsOf: (commit: Commit) => readonly PendingMail[];
}

interface QueuedMail extends PendingMail {
  readonly position: number;
  readonly since: number;
  failures: number;
  notBefore: number;
}

/** Omits the text of the error: mail servers repeat the address in it. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return { name: error.name, code, responseCode };
}

/**
 * Sends the messages that events require. An event is done when its message was handed over or has become pointless;
 * until then the checkpoint stays before it, so that no message is lost. A refused message does not block others. The
 * cache remembers sent messages, so that neither parallel nor restarted processes send a message twice.
 */
export function createMailQueue(parts: MailQueueParts): Subscription {
  const { name, store, cache, mail, clock, measures, log, everyMs, pendingMailsOf } = parts;
  const pending = new Map<string, QueuedMail>();
  let saved = 0;
  const of = { view: name };
  measures.gauge('mails_waiting', 'Messages that no mail server has taken yet.', () => pending.size, of);
  measures.gauge(
    'mails_oldest_seconds',
    'How long the oldest of them has waited.',
    () => {
      const since = Math.min(...[...pending.values()].map((queued) => queued.since));
      return pending.size === 0 ? 0 : (clock().getTime() - since) / 1000;
    },
    of,
  );

  /** True if nothing is left to do; false if another process is sending the message. */
  async function deliver({ eventId, until, compose, isWanted }: PendingMail): Promise<boolean> {
    if (Date.parse(until) <= clock().getTime()) {
      log.error({ eventId }, 'a message could not be sent in time and is given up');
      return true;
    }
    const key = `mail:${eventId}`;
    if (!(await cache.setIfAbsent(key, 'sending', CLAIMED_FOR_MS))) return (await cache.get(key)) === SENT;
    try {
      const message = await compose();
      if (message !== undefined) {
        await mail.send(message);
        // The account was erased meanwhile, and this message may have come too late to be forgotten with it.
        if (!(await isWanted())) await mail.forget([message.to]);
      }
    } catch (error) {
      await cache.delete(key);
      throw error;
    }
    await cache.set(key, SENT, REMEMBERED_FOR_MS);
    return true;
  }

  async function enqueue(commits: readonly Commit[]): Promise<Progress> {
    let reached = 0;
    for (const commit of commits) {
      const { position } = commit;
      const since = Date.parse(commit.at);
      for (const called of pendingMailsOf(commit)) {
        pending.set(called.eventId, { ...called, position, since, failures: 0, notBefore: 0 });
      }
      reached = commit.position;
    }
    return { reached, acted: false };
  }

  /** Sends the messages that are useless soonest. Returns the time until the next one is due. */
  async function sendDue({ isOver }: Watch): Promise<number> {
    const before = pending.size;
    const due = [...pending.values()]
      .filter(({ notBefore }) => notBefore <= clock().getTime())
      .sort((one, other) => Date.parse(one.until) - Date.parse(other.until))
      .slice(0, ROUND);
    await pLimit(AT_ONCE).map(due, async (queued) => {
      if (!isOver()) await attempt(queued);
    });
    if (before > 0) await save(subscription.position());
    const next = Math.min(everyMs, ...[...pending.values()].map(({ notBefore }) => notBefore - clock().getTime()));
    return Math.max(next, 50);
  }

  async function attempt(queued: QueuedMail): Promise<void> {
    try {
      if (await deliver(queued)) pending.delete(queued.eventId);
      else postpone(queued);
    } catch (error) {
      queued.failures += 1;
      postpone(queued);
      const { eventId, failures } = queued;
      log.warn({ reason: reasonOf(error), eventId, failures }, 'a message is sent again later');
    }
  }

  function postpone(queued: QueuedMail): void {
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, queued.failures - 1));
    queued.notBefore = clock().getTime() + pause;
  }

  /** Saves the position up to which no mail is pending. */
  async function save(position: number): Promise<void> {
    const done = Math.min(position, ...[...pending.values()].map((queued) => queued.position - 1));
    if (done <= saved) return;
    await store.checkpoints.save(name, done);
    saved = done;
  }

  const subscription: Subscription = new Subscription({
    name,
    store,
    checkpoint: { load: () => store.checkpoints.load(name), save },
    handle: enqueue,
    whenCaughtUp: sendDue,
    log,
    pauses: { firstRetryMs: FIRST_RETRY_MS, longestRetryMs: LONGEST_RETRY_MS, pollMs: everyMs },
  });
  return subscription;
}
