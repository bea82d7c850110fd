import { Ending } from '../lease/ending.ts';
import type { Lease, Leases } from '../lease/lease.ts';
import type { Logger } from '../process/log.ts';
import { type Measures, NO_MEASURES } from '../process/metrics.ts';
import type { ViewDefinition, ViewStore, ViewsAt, WritableViews } from '../views/view-store.ts';
import { deadLetter, deadTopicOf, UnreadableRecord } from './dead-letter.ts';
import type { Follower, LogRecord, MessageLog } from './message-log.ts';

/** A view fed from a compacted topic. */
export interface LogViewDefinition {
  /** Its documents go by their records' keys; its checkpoint is the next offset wanted, one for each partition. */
  readonly view: ViewDefinition;
  readonly topic: string;
  /**
   * Brings the view up to date with one record. May be called again for a record it has seen, in the same order.
   * @throws UnreadableRecord when the record is no message of the topic: it is set aside and the others go on
   */
  readonly apply: (record: LogRecord, views: WritableViews) => Promise<void>;
}

export interface LogViewParts extends LogViewDefinition {
  readonly log: Pick<MessageLog, 'behind' | 'follow' | 'publish'>;
  readonly viewStore: Pick<ViewStore, 'together' | 'checkpoint' | 'saveCheckpoint'>;
  /** Does what is only right once readers of the view see these records; may be called again for them. */
  readonly onWritten?: (records: readonly LogRecord[]) => Promise<void>;
  readonly logger: Logger;
  readonly measures?: Measures | undefined;
  /** Where several processes share the view: one of them feeds it at a time. */
  readonly leases?: Leases;
  readonly pauses?: LogViewPauses;
}

export interface LogViewPauses {
  /** How often whoever does not feed the view asks whether it may. */
  readonly askMs: number;
  /** How often `start` looks how far another process has come. */
  readonly lookMs: number;
}

export interface LogView {
  /** Resolves once the view holds everything that was in the topic at the call. */
  start(): Promise<void>;
  /**
   * Resolves once the view holds everything that is in the topic at the call, at the latest after the timeout. At once
   * if this process does not feed the view.
   */
  catchUp(timeoutMs: number): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULT_PAUSES: LogViewPauses = { askMs: 1_000, lookMs: 50 };

/**
 * Feeds a view from a compacted topic, continuing where the view store has come to. With leases, only the process
 * that holds this view's does so.
 */
export function createLogView(parts: LogViewParts): LogView {
  const { log, topic, view, viewStore, apply, onWritten, logger, leases } = parts;
  const { measures = NO_MEASURES, pauses = DEFAULT_PAUSES } = parts;
  const { name } = view;
  let stopped = new Ending();
  let follower: Follower | undefined;
  let turns: Promise<void> | undefined;
  /** Each looks whether the view holds what its caller waits for. */
  const waiting = new Set<() => void>();

  async function applyOrSetAside(record: LogRecord, at: ViewsAt): Promise<void> {
    try {
      await apply(record, at(record.offset));
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      const { partition, offset } = record;
      logger.error({ view: name, topic, partition, offset, reason: error.message }, 'unreadable record set aside');
      await log.publish(deadTopicOf(topic), [deadLetter({ record, reason: error.message })]);
    }
  }

  /** Applies one after the other, noting each, and tells why it could not go on. */
  async function applyInOrder(
    records: readonly LogRecord[],
    at: ViewsAt,
    applied: LogRecord[],
    lease: Lease | undefined,
  ): Promise<{ readonly cause: unknown } | undefined> {
    const [first] = records;
    try {
      // A server is asked once for what `apply` then finds at hand.
      if (first !== undefined && records.length > 1) {
        await at(first.offset)
          .view(view)
          .getMany(records.map(({ key }) => key));
      }
      for (const record of records) {
        // Whoever feeds the view now reads it from the checkpoint; here the follower is about to be stopped.
        if (lease?.held() === false) break;
        await applyOrSetAside(record, at);
        applied.push(record);
      }
    } catch (cause) {
      return { cause };
    }
    return undefined;
  }

  async function applyAll(records: readonly LogRecord[], lease?: Lease): Promise<void> {
    const applied: LogRecord[] = [];
    try {
      const failure = await viewStore.together((at) => applyInOrder(records, at, applied, lease));
      await onWritten?.(applied);
      const next = new Map(applied.map(({ partition, offset }) => [partition, offset + 1]));
      for (const [partition, offset] of next) {
        await viewStore.saveCheckpoint(checkpointOf(name, partition), offset, lease?.fence);
      }
      for (const look of waiting) look();
      if (failure !== undefined) throw failure.cause;
    } catch (error) {
      const { partition, offset } = records[applied.length] ?? {};
      logger.error({ err: error, view: name, topic, partition, offset }, 'view cannot apply a record, will retry');
      throw error;
    }
  }

  const checkpoint = (partition: number) => viewStore.checkpoint(checkpointOf(name, partition));

  measureTopicView(measures, name, () => log.behind(topic, checkpoint));

  const follow = (onBatch: (records: readonly LogRecord[]) => Promise<void>) =>
    log.follow({ topic, from: checkpoint, onBatch });

  async function feedInTurn(lease: Lease): Promise<void> {
    try {
      const feeding = await follow((records) => applyAll(records, lease));
      feeding.caughtUp.catch((error: unknown) =>
        logger.debug({ err: error, view: name }, 'stopped before it caught up'),
      );
      await Promise.race([endOf(lease), endOf(stopped)]);
      await feeding.stop();
    } finally {
      await lease.release();
    }
  }

  async function takeTurns(from: Leases): Promise<void> {
    while (!stopped.over) {
      try {
        const lease = await from.acquire(`view:${name}`);
        if (lease !== undefined) await feedInTurn(lease);
      } catch (error) {
        logger.error({ err: error, view: name, topic }, 'view is not fed, will retry');
      }
      await pause(pauses.askMs);
    }
  }

  /** Resolves once the view has come, by whomever, to where the topic ends now. */
  async function caughtUp(): Promise<void> {
    const ends = new Map<number, number>();
    const scout = await follow(async (records) => {
      for (const { partition, offset } of records) ends.set(partition, offset + 1);
    });
    await scout.caughtUp;
    await scout.stop();
    for (const [partition, end] of ends) {
      while (!stopped.over && (await checkpoint(partition)) < end) await pause(pauses.lookMs);
    }
  }

  /** Records from the beginning of the topic up to where it ends, and up to where the view has come. */
  async function progress(): Promise<{ readonly end: number; readonly held: number }> {
    const end = await log.behind(topic, async () => 0);
    return { end, held: end - (await log.behind(topic, checkpoint)) };
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const forget = stopped.onEnd(done);
      function done() {
        clearTimeout(timer);
        forget();
        resolve();
      }
    });
  }

  return {
    async start() {
      if (follower !== undefined || turns !== undefined) throw new Error(`View ${name} is being fed already.`);
      stopped = new Ending();
      if (leases !== undefined) {
        turns = takeTurns(leases);
        await caughtUp();
        return;
      }
      follower = await follow((records) => applyAll(records));
      await follower.caughtUp;
    },
    async catchUp(timeoutMs) {
      if (follower === undefined) return;
      const { end, held } = await progress();
      if (held >= end) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, timeoutMs);
        const look = () => void progress().then((now) => now.held >= end && done(), done);
        function done() {
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        }
        waiting.add(look);
        look();
      });
    },
    async stop() {
      stopped.come();
      await follower?.stop();
      await turns;
      follower = undefined;
      turns = undefined;
    },
  };
}

function endOf(ending: Pick<Lease, 'onEnd'>): Promise<void> {
  return new Promise((resolve) => void ending.onEnd(resolve));
}

/** The first partition's goes by the view's own name, as it did when there was one only. */
function checkpointOf(view: string, partition: number): string {
  return partition === 0 ? view : `${view}/${partition}`;
}

/** Says how far a view is behind the topic it follows. */
export function measureTopicView(measures: Measures, view: string, read: () => Promise<number>): void {
  measures.gauge('view_behind_records', 'Records of its topic that a view does not hold yet.', read, { view });
}
