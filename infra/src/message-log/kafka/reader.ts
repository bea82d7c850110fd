import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from '../../process/observability/log.ts';
import { retry } from '../../process/waiting/retry.ts';
import type { LogRecord } from '../message-log.ts';

/** Consecutive records of one partition. */
export interface PartitionBatch {
  readonly partition: number;
  readonly records: readonly LogRecord[];
  /** Offset after the whole batch, including trailing offsets without records. */
  readonly next: number;
  /** False once the partition may belong to another member, or the session has ended. */
  current(): boolean;
  /** Keeps the group membership during a long batch. */
  heartbeat(): Promise<void>;
  /** Commits that all records before `next` are handled. */
  handled(next: number): Promise<void>;
}

/** Membership in a group, until it is closed or lost. */
export interface Session {
  /** Resolves with the error that ended the session. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

export interface KafkaReaderParts {
  readonly topic: string;
  readonly maxRecords: number;
  readonly onBatch: (records: readonly LogRecord[]) => Promise<void>;
  readonly openSession: (onBatch: (batch: PartitionBatch) => Promise<void>) => Promise<Session>;
  readonly logger: Logger;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const HEARTBEAT_EVERY_MS = 1_000;

/**
 * Delivers a topic's records until it is stopped, one batch at a time, and opens a new session whenever one is lost. A
 * failed batch is delivered again unchanged, after a growing pause.
 * @returns a function that lets the running batch finish, and stops
 */
export function startReading(parts: KafkaReaderParts): () => Promise<void> {
  const { topic, maxRecords, onBatch, openSession, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<'stopped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  /** The last batch of a lost session may still be running: the next batch waits for it. */
  const inTurn = pLimit(1);

  async function tryUntilHandled(batch: PartitionBatch, records: readonly LogRecord[]): Promise<boolean> {
    let lost: unknown;
    const beat = setInterval(() => {
      batch.heartbeat().catch((error: unknown) => {
        lost = error;
      });
    }, HEARTBEAT_EVERY_MS);
    try {
      const attempt = async () => {
        if (signal.aborted || !batch.current()) return false;
        if (lost !== undefined) throw lost;
        await onBatch(records);
        return true;
      };
      return await retry(attempt, {
        firstRetryMs: FIRST_PAUSE_MS,
        longestRetryMs: LONGEST_PAUSE_MS,
        signal,
        isFinal: (error) => lost !== undefined && error === lost,
        onFailure: (err, failures) => {
          const { partition } = batch;
          logger.error({ err, topic, partition, offset: records[0]?.offset, failures }, 'batch failed');
        },
      });
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async function handle(batch: PartitionBatch): Promise<void> {
    for (let start = 0; start < batch.records.length; start += maxRecords) {
      const records = batch.records.slice(start, start + maxRecords);
      if (!(await tryUntilHandled(batch, records))) return;
      const following = batch.records[start + maxRecords];
      await batch.handled(following?.offset ?? batch.next);
      await batch.heartbeat();
    }
  }

  async function readOneSession(): Promise<void> {
    const opening = openSession((batch) => inTurn(() => handle(batch)));
    const session = await Promise.race([opening, stopped]);
    if (session === 'stopped') {
      opening
        .then((late) => late.close())
        .catch((error: unknown) => logger.debug({ err: error, topic }, 'a session that came too late'));
      return;
    }
    const end = await Promise.race([session.lost, stopped]);
    // Wait for the running batch.
    await inTurn(() => undefined);
    if (end !== 'stopped') throw end;
    await session.close();
  }

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAt = Date.now();
      try {
        await readOneSession();
      } catch (error) {
        // A session that lasted long enough resets the pause.
        if (Date.now() - startedAt > 2 * LONGEST_PAUSE_MS) failures = 0;
        const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
        logger.warn({ err: error, topic, failures: failures + 1, pause }, 'reading from Kafka was interrupted');
        // The only rejection is the abort, which the loop checks.
        await sleep(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
