import pLimit from 'p-limit';
import { v5 as uuidV5 } from 'uuid';
import type { Cache } from '../cache/cache.ts';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Measures } from '../process/observability/metrics.ts';
import type { Progress, Watch } from '../subscription/in-order.ts';
import { Subscription } from '../subscription/subscription.ts';
import type { Mail, Message } from './mail.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** So long after a process was killed, another one may send its message. */
const CLAIMED_FOR_MS = 2 * 60 * 1000;
/** A server that answers each line late may take longer than a claim lasts. */
const RENEWED_EVERY_MS = CLAIMED_FOR_MS / 4;
/** Several at once, so that a slow message does not block the others. */
const AT_ONCE = 4;
/** Small, so that a link to a new password does not wait for the weekly letters of a Monday. */
const ROUND = 40;
const SENDING = 'sending';
const SENT = 'sent';
/** UUID namespace of ids derived from those of events, so that a copy has the id of the first. */
const MESSAGES = '6b5c2f0e-93b4-4d0a-8b53-0a6f3a1c7e42';
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
  /** `until` as a number. */
  readonly endsAt: number;
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
 * cache remembers sent messages, so that processes that share it send a message once. A process that ends between
 * sending and noting sends it again, under the same id.
 */
export function createMailQueue(parts: MailQueueParts): Subscription {
  const { name, store, cache, mail, clock, measures, log, everyMs, pendingMailsOf } = parts;
  const pending = new Map<string, QueuedMail>();
  let saved = 0;
  const of = { view: name };
  /** The least number of the pending messages, which may be all weekly letters: too many to be arguments of a call. */
  function least(numberOf: (queued: QueuedMail) => number, atMost: number): number {
    let found = atMost;
    for (const queued of pending.values()) found = Math.min(found, numberOf(queued));
    return found;
  }
  measures.gauge('mails_waiting', 'Messages that no mail server has taken yet.', () => pending.size, of);
  measures.gauge(
    'mails_oldest_seconds',
    'How long the oldest of them has waited.',
    () => {
      const now = clock().getTime();
      return (now - least(({ since }) => since, now)) / 1000;
    },
    of,
  );

  /** True if nothing is left to do; false if another process is sending the message. */
  async function deliver(queued: QueuedMail): Promise<boolean> {
    const { eventId, endsAt } = queued;
    if (endsAt <= clock().getTime()) {
      log.error({ eventId }, 'a message could not be sent in time and is given up');
      return true;
    }
    const key = `mail:${eventId}`;
    if (!(await cache.setIfAbsent(key, SENDING, CLAIMED_FOR_MS))) return (await cache.get(key)) === SENT;
    const renewal = setInterval(() => {
      cache.set(key, SENDING, CLAIMED_FOR_MS).catch((error: unknown) => {
        log.warn({ err: error, eventId }, 'the claim of a message cannot be renewed');
      });
    }, RENEWED_EVERY_MS);
    try {
      // Ends before the claim is given up or becomes SENT, which a renewal would undo.
      await send(queued).finally(() => clearInterval(renewal));
    } catch (error) {
      await cache.delete(key);
      throw error;
    }
    await cache.set(key, SENT, REMEMBERED_FOR_MS);
    return true;
  }

  async function send({ eventId, compose, isWanted }: QueuedMail): Promise<void> {
    const message = await compose();
    if (message === undefined) return;
    await mail.send({ id: uuidV5(eventId, MESSAGES), ...message });
    // The account was erased meanwhile, and this message may have come too late to be forgotten with it.
    if (!(await isWanted())) await mail.forget([message.to]);
  }

  async function enqueue(commits: readonly Commit[]): Promise<Progress> {
    let reached = 0;
    for (const commit of commits) {
      const { position } = commit;
      const since = Date.parse(commit.at);
      for (const called of pendingMailsOf(commit)) {
        const endsAt = Date.parse(called.until);
        pending.set(called.eventId, { ...called, endsAt, position, since, failures: 0, notBefore: 0 });
      }
      reached = commit.position;
    }
    return { reached, acted: false };
  }

  /** Sends the messages that are useless soonest. Returns the time until the next one is due. */
  async function sendDue({ isOver }: Watch): Promise<number> {
    const before = pending.size;
    const now = clock().getTime();
    const due = [...pending.values()]
      .filter(({ notBefore }) => notBefore <= now)
      .sort((one, other) => one.endsAt - other.endsAt)
      .slice(0, ROUND);
    await pLimit(AT_ONCE).map(due, async (queued) => {
      if (!isOver()) await attempt(queued);
    });
    if (before > 0) await save(subscription.position());
    const later = clock().getTime();
    return Math.max(least(({ notBefore }) => notBefore, later + everyMs) - later, 50);
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
    const done = least((queued) => queued.position - 1, position);
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
