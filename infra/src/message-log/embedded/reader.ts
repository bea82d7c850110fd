import { once } from 'node:events';
import type { Logger } from '../../process/observability/log.ts';
import { retry } from '../../process/waiting/retry.ts';
import type { LogRecord } from '../message-log.ts';
import type { Topic } from './topic.ts';

const PAUSES = { firstRetryMs: 50, longestRetryMs: 5_000 };

export interface ReaderParts {
  readonly topic: Topic;
  readonly from: number;
  readonly maxRecords: number;
  readonly onBatch: (records: readonly LogRecord[]) => Promise<void>;
  /** Called with the next offset after each handled batch, and at the end if compaction left no records to read. */
  readonly onProgress: (next: number) => Promise<void> | void;
  readonly signal: AbortSignal;
  readonly logger: Logger | undefined;
}

/**
 * Delivers a topic's records in order until the signal aborts. A failed batch is delivered again unchanged, after a
 * growing pause.
 */
export async function readTopic(parts: ReaderParts): Promise<void> {
  const { topic, maxRecords, onBatch, onProgress, signal, logger } = parts;
  let position = parts.from;
  let batch: readonly LogRecord[] = [];

  async function step(): Promise<void> {
    const seen = topic.head();
    if (batch.length === 0) batch = await topic.read(position, maxRecords);
    const last = batch.at(-1);
    if (last === undefined) {
      position = Math.max(position, seen);
      await onProgress(position);
      // The only rejection is the abort.
      if (topic.head() <= position) await once(topic.news, 'appended', { signal }).catch(() => {});
      return;
    }
    if (signal.aborted) return;
    await onBatch(batch);
    await onProgress(last.offset + 1);
    position = last.offset + 1;
    batch = [];
  }

  const onFailure = (err: unknown, failures: number) =>
    logger?.error({ err, topic: topic.definition().name, position, failures }, 'batch failed');
  while (!signal.aborted) {
    await retry(step, { ...PAUSES, signal, onFailure }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
