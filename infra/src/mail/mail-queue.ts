import pLimit from 'p-limit';
import { v5 as uuidV5 } from 'uuid';
import type { Cache } from '../cache/cache.ts';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Measures } from '../process/observability/metrics.ts';
import { createHeap } from '../process/waiting/heap.ts';
import type { Progress, Watch } from '../subscription/in-order.ts';
import { Subscription } from '../subscription/subscription.ts';
import type { Mail, Message } from './mail.ts';
import { mailProblemOf } from './mail-problem.ts';

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
/** Postponed messages that become due in one round. */
const MOST_MOVED = 1_000;
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
  isStillNeeded(): Promise<boolean>;
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

/**
 * Sends the messages that events require. An event is done when its message was handed over or has become pointless;
 * until then the checkpoint stays before it, so that no message is lost. A refused message does not block others. The
 * cache remembers sent messages, so that processes that share it send a message once. A process that ends between
 * sending and noting sends it again, under the same id.
 */
export function createMailQueue(parts: MailQueueParts): Subscription {
  const { name, store, cache, mail, clock, measures, log, everyMs, pendingMailsOf } = parts;
  const pending = new Map<string, QueuedMail>();
  // All weekly letters may be pending, so no round looks at each of them. A message under way is in none of the first two.
  const due = createHeap<QueuedMail>((one, other) => one.endsAt < other.endsAt);
  const postponed = createHeap<QueuedMail>((one, other) => one.notBefore < other.notBefore);
  const all = createHeap<QueuedMail>((one, other) => one.position < other.position);
  let saved = 0;
  const of = { view: name };
  measures.gauge('mails_waiting', 'Messages that no mail server has taken yet.', () => pending.size, of);
  measures.gauge(
    'mails_oldest_seconds',
    'How long the oldest of them has waited.',
    () => {
      const now = clock().getTime();
      return (now - (oldest()?.since ?? now)) / 1000;
    },
    of,
  );

  /** Also drops those that are done from the heap. */
  function oldest(): QueuedMail | undefined {
    for (let first = all.first(); first !== undefined; first = all.first()) {
      if (pending.get(first.eventId) === first) return first;
      all.take();
    }
    return undefined;
  }

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

  async function send({ eventId, compose, isStillNeeded }: QueuedMail): Promise<void> {
    const message = await compose();
    if (message === undefined) return;
    await mail.send({ id: uuidV5(eventId, MESSAGES), ...message });
    // The account was erased meanwhile, and this message may have come too late to be forgotten with it.
    if (!(await isStillNeeded())) await mail.forget([message.to]);
  }

  async function enqueue(commits: readonly Commit[]): Promise<Progress> {
    let reached = 0;
    for (const commit of commits) {
      const { position } = commit;
      const since = Date.parse(commit.at);
      for (const called of pendingMailsOf(commit)) {
        if (pending.has(called.eventId)) continue;
        const queued = { ...called, endsAt: Date.parse(called.until), position, since, failures: 0, notBefore: 0 };
        pending.set(called.eventId, queued);
        due.add(queued);
        all.add(queued);
      }
      reached = commit.position;
    }
    return { reached, acted: false };
  }

  /** Sends the messages that are useless soonest. Returns the time until the next one is due. */
  async function sendDue({ isOver }: Watch): Promise<number> {
    const before = pending.size;
    await pLimit(AT_ONCE).map(nextRound(), async (queued) => {
      if (isOver()) due.add(queued);
      else await attempt(queued);
    });
    if (before > 0) await save(subscription.position());
    const later = clock().getTime();
    const next = due.first() === undefined ? (postponed.first()?.notBefore ?? later + everyMs) : later;
    return Math.max(Math.min(next, later + everyMs) - later, 50);
  }

  function nextRound(): readonly QueuedMail[] {
    const now = clock().getTime();
    for (let n = 0; n < MOST_MOVED && (postponed.first()?.notBefore ?? Number.POSITIVE_INFINITY) <= now; n += 1) {
      due.add(postponed.take() as QueuedMail);
    }
    const round: QueuedMail[] = [];
    while (round.length < ROUND && due.first() !== undefined) round.push(due.take() as QueuedMail);
    return round;
  }

  async function attempt(queued: QueuedMail): Promise<void> {
    try {
      if (await deliver(queued)) pending.delete(queued.eventId);
      else postpone(queued);
    } catch (error) {
      queued.failures += 1;
      postpone(queued);
      const { eventId, failures } = queued;
      log.warn({ reason: mailProblemOf(error), eventId, failures }, 'a message is sent again later');
    }
  }

  function postpone(queued: QueuedMail): void {
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, queued.failures - 1));
    queued.notBefore = clock().getTime() + pause;
    postponed.add(queued);
  }

  /** Saves the position up to which no mail is pending. */
  async function save(position: number): Promise<void> {
    const first = oldest();
    const done = first === undefined ? position : Math.min(position, first.position - 1);
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
