import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../errors/domain-error.ts';
import type { Leases } from '../lease/lease.ts';
import { Turn } from '../lease/turn.ts';
import type { Logger } from '../process/observability/log.ts';
import { type Measures, NO_MEASURES } from '../process/observability/metrics.ts';
import type { ViewDefinition, ViewStore, ViewsAt, WritableViews } from '../views/view-store.ts';
import { deadLetter, deadTopicOf, UnreadableRecord } from './dead-letter.ts';
import { type Following, startFollowing } from './following.ts';
import type { LogRecord, MessageLog } from './message-log.ts';

/** A view fed from a compacted topic. */
export interface LogViewDefinition {
  /** Document ids are the records' keys; the checkpoint is the next offset, one per partition. */
  readonly view: ViewDefinition;
  readonly topic: string;
  /**
   * Updates the view with one record. May be called again for a record, in the same order.
   * @throws UnreadableRecord if the record is not a valid message of the topic: it is set aside and the others continue
   */
  readonly apply: (record: LogRecord, views: WritableViews) => Promise<void>;
}

export interface LogViewParts extends LogViewDefinition {
  readonly messageLog: Pick<MessageLog, 'behind' | 'follow' | 'identity' | 'publish'>;
  readonly viewStore: Pick<ViewStore, 'together' | 'checkpoint' | 'saveCheckpoint' | 'copied'>;
  /** Runs effects that require the records to be visible in the view; may be called again for them. */
  readonly onWritten?: (records: readonly LogRecord[]) => Promise<void>;
  readonly log: Logger;
  readonly measures?: Measures | undefined;
  /** If several processes share the view: only one of them feeds it at a time. */
  readonly leases?: Leases | undefined;
  readonly pauses?: LogViewPauses;
}

export interface LogViewPauses {
  /** How often a process that does not feed the view asks for the lease. */
  readonly askMs: number;
  /** How often `start` checks the progress of another process. */
  readonly lookMs: number;
}

const DEFAULT_PAUSES: LogViewPauses = { askMs: 1_000, lookMs: 50 };

/**
 * Feeds a view from a compacted topic, starting at the checkpoint in the view store. With leases, only the holder of
 * the view's lease feeds it.
 */
export function createLogView(parts: LogViewParts) {
  const { messageLog, topic, view, viewStore, apply, onWritten, log, leases } = parts;
  const { measures = NO_MEASURES, pauses = DEFAULT_PAUSES } = parts;
  const { name } = view;
  const turn = new Turn(leases, `view:${name}`, pauses.askMs);
  let stopping = new AbortController();
  let turns: Promise<void> | undefined;
  let following: Following | undefined;
  /** Each checks whether the view has caught up for its caller. */
  const waiting = new Set<() => void>();

  async function applyOrSetAside(record: LogRecord, at: ViewsAt): Promise<void> {
    try {
      await apply(record, at(record.offset));
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      const { partition, offset } = record;
      log.error({ view: name, topic, partition, offset, reason: error.message }, 'unreadable record set aside');
      await messageLog.publish(deadTopicOf(topic), [deadLetter({ record, reason: error.message })]);
    }
  }

  /** Applies and collects the records one by one; returns the error that stopped it. */
  async function applyInOrder(
    records: readonly LogRecord[],
    at: ViewsAt,
    applied: LogRecord[],
  ): Promise<{ readonly cause: unknown } | undefined> {
    const [first] = records;
    try {
      // Prefetch the documents for `apply` in one query.
      if (first !== undefined && records.length > 1) {
        await at(first.offset)
          .view(view)
          .getMany(records.map(({ key }) => key));
      }
      for (const record of records) {
        // The new lease holder reads this record from the checkpoint; the follower here is about to be stopped.
        if (!turn.isOurs()) break;
        await applyOrSetAside(record, at);
        applied.push(record);
      }
    } catch (cause) {
      return { cause };
    }
    return undefined;
  }

  async function applyAll(records: readonly LogRecord[]): Promise<void> {
    const applied: LogRecord[] = [];
    try {
      const failure = await viewStore.together((at) => applyInOrder(records, at, applied));
      await onWritten?.(applied);
      const next = new Map(applied.map(({ partition, offset }) => [partition, offset + 1]));
      for (const [partition, offset] of next) {
        await viewStore.saveCheckpoint(checkpointOf(name, partition), offset, turn.fence);
      }
      for (const look of waiting) look();
      if (failure !== undefined) throw failure.cause;
    } catch (error) {
      const { partition, offset } = records[applied.length] ?? {};
      log.error({ err: error, view: name, topic, partition, offset }, 'view cannot apply a record, will retry');
      throw error;
    }
  }

  const checkpoint = (partition: number) => viewStore.checkpoint(checkpointOf(name, partition));

  measures.gauge(
    'view_behind_records',
    'Records of its topic that a view does not hold yet.',
    () => messageLog.behind(topic, checkpoint),
    { view: name },
  );

  const follow = () => messageLog.follow({ topic, from: checkpoint, onBatch: applyAll });
  const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

  async function feedInTurns(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await turn.take()) {
          const feeding = await follow();
          feeding.caughtUp.catch((error: unknown) =>
            log.debug({ err: error, view: name }, 'stopped before it caught up'),
          );
          while (turn.isOurs() && !signal.aborted) await pause(pauses.askMs, signal);
          await feeding.stop();
        }
      } catch (error) {
        log.error({ err: error, view: name, topic }, 'view is not fed, will retry');
      } finally {
        await turn.end();
      }
      await pause(pauses.askMs, signal);
    }
  }

  /** Records from the beginning of the topic to its end, and to the view's checkpoints. */
  async function progress(): Promise<{ readonly end: number; readonly held: number }> {
    const end = await messageLog.behind(topic, async () => 0);
    return { end, held: end - (await messageLog.behind(topic, checkpoint)) };
  }

  /** Another process may feed the view. */
  async function sharedViewCatchesUp(signal: AbortSignal): Promise<void> {
    try {
      const { end } = await progress();
      while (!signal.aborted && (await progress()).held < end) await pause(pauses.lookMs, signal);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ view: name, topic }, 'the log is away, the view starts as it is');
    }
  }

  return {
    /**
     * Resolves once the view holds all records that the topic contained at the call. While the log is away, a shared
     * view starts as it is, a whole copy of the topic is used, and any other view waits.
     */
    async start(): Promise<void> {
      if (following !== undefined || turns !== undefined) throw new Error(`View ${name} is being fed already.`);
      stopping = new AbortController();
      const { signal } = stopping;
      if (leases === undefined) {
        following = startFollowing({
          messageLog,
          topic,
          name,
          copied: viewStore.copied,
          checkpoint,
          follow,
          log,
          signal,
        });
        return following.started;
      }
      turns = feedInTurns(signal);
      await sharedViewCatchesUp(signal);
    },
    /**
     * Resolves once the view holds all records that the topic contains at the call, or after the timeout. Resolves at
     * once if this process does not feed the view.
     */
    async catchUp(timeoutMs: number): Promise<void> {
      if (following === undefined) return;
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
    async stop(): Promise<void> {
      stopping.abort();
      await following?.stop();
      await turns;
      following = undefined;
      turns = undefined;
    },
  };
}

/** The first partition uses the view's own name, for compatibility with single-partition topics. */
function checkpointOf(view: string, partition: number): string {
  return partition === 0 ? view : `${view}/${partition}`;
}
