import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { Turn } from '../lease/turn.ts';
import type { Logger } from '../process/log.ts';
import type { MessageLog, OutgoingRecord } from './message-log.ts';

export interface RelayParts {
  /** Name of its checkpoint in the event store. */
  readonly name: string;
  readonly store: Pick<EventStore, 'readAll' | 'readStreams' | 'onAppend' | 'checkpoints'>;
  readonly log: Pick<MessageLog, 'publish'>;
  readonly topic: string;
  /**
   * What a commit tells the others; often nothing.
   * @param streams gives the stream of any commit that is about to be published, read together with theirs
   */
  readonly toRecords: (commit: Commit, streams: Streams) => Promise<readonly OutgoingRecord[]>;
  readonly logger: Logger;
  readonly pauses?: RelayPauses;
  /** Where several processes share the store: one of them publishes at a time. */
  readonly leases?: Leases;
}

export type Streams = Pick<EventStore, 'readStream'>;

export interface RelayPauses {
  /** Pause after a first failure; doubled with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** How long to sleep at most when nothing is heard from the store. */
  readonly pollMs: number;
  /** How often to look how far another process has come while somebody waits for it. */
  readonly lookMs?: number;
  /** How long after a takeover nothing can be on its way any more from a process that had the turn before and is gone. */
  readonly againAfterMs?: number;
}

export interface Relay {
  /** Goes on from the checkpoint; resolves once it runs, not once it has caught up. */
  start(): Promise<void>;
  /** Resolves true once the commit at `position` is published, false when the time is over or the relay stops. */
  waitFor(position: number, timeoutMs?: number): Promise<boolean>;
  /** Resolves when the batch on its way is published and noted. */
  stop(): Promise<void>;
}

interface Waiter {
  readonly position: number;
  readonly settle: (reached: boolean) => void;
}

const BATCH = 200;
const LOOK_MS = 50;
/** How often a process asks for a turn that another has. */
const ASK_MS = 1_000;
const AGAIN_AFTER_MS = 60_000;
const DEFAULT_WAIT_MS = 5_000;
const DEFAULT_PAUSES: RelayPauses = { firstRetryMs: 100, longestRetryMs: 10_000, pollMs: 10_000 };

/**
 * Publishes what an event store holds: every commit, in order, at least once.
 * The store is the outbox. The checkpoint moves only after the log has answered,
 * so a crash in between publishes the same batch again and loses nothing.
 * With leases, the process that holds this relay's publishes and the others follow the checkpoint.
 *
 * A batch may reach the log after its process has lost the turn, behind what the next has published since: a page that
 * is erased would be there again, and stay. So whoever has published without the turn leaves word, and whoever has it
 * goes back to that batch; and since the other may be gone, also a while after having taken over.
 */
export function createRelay(parts: RelayParts): Relay {
  const { name, store, log, topic, toRecords, logger, pauses = DEFAULT_PAUSES } = parts;
  const waiters = new Set<Waiter>();
  const askMs = Math.min(pauses.pollMs, ASK_MS);
  const turn = new Turn(parts.leases, `relay:${name}`, askMs);
  /** Everything up to here is published, by whomever. */
  let published = 0;
  /** Read on from here. */
  let cursor = 0;
  /** Where the turn began, and when to go back there once. */
  let takenOver: { readonly from: number; readonly at: number } | undefined;
  /** Where a batch began that this process may have published after its turn. */
  let outOfTurn: number | undefined;
  let running: Promise<void> | undefined;
  let stopping = false;
  let news = false;
  let wake = () => {};

  /** Ends early when the relay is stopped, and with `untilNews` also when the store has something new. */
  function sleep(ms: number, untilNews: boolean): Promise<void> {
    if (stopping || (untilNews && news)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, ms);
      wake = () => {
        if (untilNews || stopping) done();
      };
    });
  }

  async function publishNext(): Promise<boolean> {
    const from = cursor;
    const commits = await store.readAll(from, BATCH);
    const last = commits.at(-1);
    if (last === undefined) return false;
    const records: OutgoingRecord[] = [];
    const streams = streamsOf(commits, store);
    for (const commit of commits) records.push(...(await toRecords(commit, streams)));
    if (!turn.isOurs()) return true;
    try {
      await log.publish(topic, records);
    } finally {
      // Also where it failed: the log may have it all the same.
      if (!turn.isOurs()) outOfTurn = Math.min(outOfTurn ?? from, from);
    }
    if (outOfTurn !== undefined) return true;
    await store.checkpoints.save(name, last.position);
    reached(last.position);
    return true;
  }

  /** Tells whoever has the turn. Tried again until it is told. */
  async function leaveWord(): Promise<void> {
    if (outOfTurn === undefined) return;
    await store.checkpoints.save(againOf(name), outOfTurn + 1);
    outOfTurn = undefined;
  }

  /** Goes back to what somebody has published, or may have, out of turn. */
  async function comeBack(): Promise<void> {
    if (parts.leases === undefined) return;
    const again = await store.checkpoints.load(againOf(name));
    if (again > 0) {
      cursor = Math.min(cursor, again - 1);
      // Before the word of it is gone: whoever takes over from here must go back, too.
      await store.checkpoints.save(name, cursor);
      await store.checkpoints.save(againOf(name), 0);
    }
    if (takenOver !== undefined && performance.now() >= takenOver.at) {
      cursor = Math.min(cursor, takenOver.from);
      takenOver = undefined;
    }
  }

  function reached(position: number): void {
    cursor = position;
    published = Math.max(published, position);
    for (const waiter of waiters) if (waiter.position <= published) waiter.settle(true);
  }

  /** Takes over how far this or another process has come. */
  async function look(): Promise<void> {
    reached(await store.checkpoints.load(name));
  }

  async function begin(): Promise<void> {
    await look();
    takenOver = { from: cursor, at: performance.now() + (pauses.againAfterMs ?? AGAIN_AFTER_MS) };
  }

  function hear(): void {
    news = true;
    wake();
  }

  async function run(): Promise<void> {
    const stopListening = store.onAppend(hear);
    let failures = 0;
    while (!stopping) {
      news = false;
      try {
        await leaveWord();
        if (!(await turn.take(begin))) {
          await look();
          failures = 0;
          if (waiters.size > 0) await sleep(pauses.lookMs ?? LOOK_MS, false);
          else await sleep(askMs, true);
          continue;
        }
        await comeBack();
        const more = await publishNext();
        failures = 0;
        if (!more) await sleep(pauses.pollMs, true);
      } catch (error) {
        failures += 1;
        logger.error({ err: error, relay: name, position: published, failures }, 'relay failed, will retry');
        await sleep(Math.min(pauses.longestRetryMs, pauses.firstRetryMs * 2 ** (failures - 1)), false);
      }
    }
    stopListening();
    await leaveWord().catch((error: unknown) => logger.error({ err: error, relay: name }, 'relay left no word'));
  }

  return {
    async start() {
      if (running !== undefined) throw new Error(`Relay ${name} is running already.`);
      await look();
      running = run();
    },

    waitFor(position, timeoutMs = DEFAULT_WAIT_MS) {
      if (published >= position) return Promise.resolve(true);
      if (stopping) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = (reached: boolean) => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(reached);
        };
        const waiter: Waiter = { position, settle };
        const timer = setTimeout(() => settle(false), timeoutMs);
        waiters.add(waiter);
        if (!turn.isOurs()) hear();
      });
    },

    async stop() {
      stopping = true;
      wake();
      await running;
      await turn.end();
      takenOver = undefined;
      for (const waiter of waiters) waiter.settle(false);
    },
  };
}

/** Name of the checkpoint in which a relay is told where to go back to. */
export function againOf(relay: string): string {
  return `${relay}/again`;
}

/** The streams of these commits, as they are when the first of them is asked for. */
function streamsOf(commits: readonly Commit[], store: RelayParts['store']): Streams {
  const ids = new Set(commits.map(({ streamId }) => streamId));
  let reading: ReturnType<typeof store.readStreams> | undefined;
  return {
    async readStream(streamId) {
      if (!ids.has(streamId)) return (await store.readStreams([streamId])).get(streamId) ?? [];
      reading ??= store.readStreams([...ids]);
      return (await reading).get(streamId) ?? [];
    },
  };
}
