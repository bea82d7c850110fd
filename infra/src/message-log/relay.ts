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
const DEFAULT_WAIT_MS = 5_000;
const DEFAULT_PAUSES: RelayPauses = { firstRetryMs: 100, longestRetryMs: 10_000, pollMs: 1_000 };

/**
 * Publishes what an event store holds: every commit, in order, at least once.
 * The store is the outbox. The checkpoint moves only after the log has answered,
 * so a crash in between publishes the same batch again and loses nothing.
 * With leases, the process that holds this relay's publishes and the others follow the checkpoint.
 */
export function createRelay(parts: RelayParts): Relay {
  const { name, store, log, topic, toRecords, logger, pauses = DEFAULT_PAUSES } = parts;
  const waiters = new Set<Waiter>();
  const turn = new Turn(parts.leases, `relay:${name}`, pauses.pollMs);
  let published = 0;
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
    const commits = await store.readAll(published, BATCH);
    const last = commits.at(-1);
    if (last === undefined) return false;
    const records: OutgoingRecord[] = [];
    const streams = streamsOf(commits, store);
    for (const commit of commits) records.push(...(await toRecords(commit, streams)));
    if (!turn.isOurs()) return true;
    await log.publish(topic, records);
    // Whoever has taken over meanwhile is further; that these are published twice is within the promise.
    if (!turn.isOurs()) return true;
    await store.checkpoints.save(name, last.position);
    reached(last.position);
    return true;
  }

  function reached(position: number): void {
    published = position;
    for (const waiter of waiters) if (waiter.position <= published) waiter.settle(true);
  }

  /** Takes over how far this or another process has come. */
  async function look(): Promise<void> {
    reached(await store.checkpoints.load(name));
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
        if (!(await turn.take(look))) {
          await look();
          failures = 0;
          if (waiters.size > 0) await sleep(pauses.lookMs ?? LOOK_MS, false);
          else await sleep(pauses.pollMs, true);
          continue;
        }
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
  }

  return {
    async start() {
      if (running !== undefined) throw new Error(`Relay ${name} is running already.`);
      published = await store.checkpoints.load(name);
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
      for (const waiter of waiters) waiter.settle(false);
    },
  };
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
