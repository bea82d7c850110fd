import { setImmediate as immediate } from 'node:timers/promises';
import type { Cache } from '@volant/infra/cache/cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import type { Mail } from '@volant/infra/mail/mail';
import type { Logger } from '@volant/infra/process/log';
import { type ComposeParts, type Errand, errandsOf } from './compose.ts';

const CHECKPOINT = 'identity-mails';
const BATCH = 500;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Longer than a mail server is waited for. */
const CLAIMED_FOR_MS = 2 * 60 * 1000;
/** A server that is slow with one message holds up no other. */
const AT_ONCE = 4;
const SENT = 'sent';
const REMEMBERED_FOR_MS = 25 * 60 * 60 * 1000;

export interface MailerParts extends ComposeParts {
  readonly store: EventStore;
  readonly cache: Cache;
  readonly mail: Mail;
  readonly clock: () => Date;
  readonly log: Logger;
  /** How long to sleep at most when nothing is heard from the store. */
  readonly everyMs: number;
}

export interface Mailer {
  start(): Promise<void>;
  /** Resolves when the message on its way is handed over. */
  stop(): Promise<void>;
}

interface Waiting extends Errand {
  readonly position: number;
  failures: number;
  notBefore: number;
}

/** Without the text of the error: mail servers repeat the address in it. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return { name: error.name, code, responseCode };
}

/**
 * Sends the messages that events call for. An event is done with when its message was handed over or has become
 * pointless; until then the checkpoint stays before it, so that a message is never lost. A message that one server
 * refuses holds up no other. The cache remembers what was sent, so that neither several processes nor one that starts
 * again send a message twice.
 */
export function createMailer(parts: MailerParts): Mailer {
  const { store, cache, mail, clock, log, everyMs } = parts;
  const waiting = new Map<string, Waiting>();
  let read = 0;
  let saved = 0;
  let running: Promise<void> | undefined;
  let stopping = false;
  let news = false;
  let wake = () => {};

  /** True once nothing more is to be done about it; false where somebody else is at it. */
  async function deliver({ eventId, until, compose, isWanted }: Errand): Promise<boolean> {
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
        // Its account was erased meanwhile, and this message may have come too late to be forgotten with it.
        if (!(await isWanted())) await mail.forget([message.to]);
      }
    } catch (error) {
      await cache.delete(key);
      throw error;
    }
    await cache.set(key, SENT, REMEMBERED_FOR_MS);
    return true;
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const commits = await store.readAll(read, BATCH);
      for (const commit of commits) {
        for (const errand of errandsOf(parts, commit)) {
          waiting.set(errand.eventId, { ...errand, position: commit.position, failures: 0, notBefore: 0 });
        }
        read = commit.position;
      }
      if (commits.length < BATCH) return;
      // An embedded store answers at once, and others want their turn.
      await immediate();
    }
  }

  async function sendDue(): Promise<void> {
    const due = [...waiting.values()].filter(({ notBefore }) => notBefore <= clock().getTime()).values();
    const sendNext = async () => {
      for (const errand of due) if (!stopping) await attempt(errand);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  }

  async function attempt(errand: Waiting): Promise<void> {
    try {
      if (await deliver(errand)) waiting.delete(errand.eventId);
      else postpone(errand);
    } catch (error) {
      errand.failures += 1;
      postpone(errand);
      const { eventId, failures } = errand;
      log.warn({ reason: reasonOf(error), eventId, failures }, 'a message is sent again later');
    }
  }

  function postpone(errand: Waiting): void {
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, errand.failures - 1));
    errand.notBefore = clock().getTime() + pause;
  }

  async function save(): Promise<void> {
    const done = Math.min(read, ...[...waiting.values()].map(({ position }) => position - 1));
    if (done <= saved) return;
    await store.checkpoints.save(CHECKPOINT, done);
    saved = done;
  }

  function sleep(): Promise<void> {
    if (stopping || news) return Promise.resolve();
    const due = Math.min(everyMs, ...[...waiting.values()].map(({ notBefore }) => notBefore - clock().getTime()));
    return new Promise((resolve) => {
      const timer = setTimeout(done, Math.max(due, 50));
      function done() {
        clearTimeout(timer);
        resolve();
      }
      wake = done;
    });
  }

  async function run(): Promise<void> {
    const stopListening = store.onAppend(() => {
      news = true;
      wake();
    });
    while (!stopping) {
      news = false;
      try {
        const before = waiting.size;
        await readOn();
        const hadErrands = waiting.size > 0 || before > 0;
        await sendDue();
        // Commits that call for no message are passed without a write each.
        if (hadErrands || read - saved >= BATCH) await save();
      } catch (error) {
        log.error({ err: error, position: read }, 'the mailer failed and tries again');
        news = false;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, FIRST_RETRY_MS);
          wake = () => {
            if (!stopping) return;
            clearTimeout(timer);
            resolve();
          };
        });
      }
      await sleep();
    }
    stopListening();
    await save();
  }

  return {
    async start() {
      if (running !== undefined) throw new Error('the mailer is running already');
      read = await store.checkpoints.load(CHECKPOINT);
      saved = read;
      running = run();
    },
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}
