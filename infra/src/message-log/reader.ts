import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../process/log.ts';
import type { LmdbTopic } from './lmdb-topic.ts';
import type { LogRecord } from './message-log.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

export interface ReaderParts {
  readonly topic: LmdbTopic;
  readonly from: number;
  readonly maxRecords: number;
  readonly onBatch: (records: readonly LogRecord[]) => Promise<void>;
  /** Called after each handled batch, and where compaction left nothing to read, with the offset to continue at. */
  readonly onProgress: (next: number) => Promise<void> | void;
  readonly signal: AbortSignal;
  readonly logger: Logger | undefined;
}

/**
 * Hands a topic's records over in order until the signal aborts. A batch that
 * fails is handed over again, the very same records, after a growing pause.
 */
export async function readTopic(parts: ReaderParts): Promise<void> {
  const { topic, maxRecords, onBatch, onProgress, signal, logger } = parts;
  let position = parts.from;
  let batch: readonly LogRecord[] = [];
  let failures = 0;
  while (!signal.aborted) {
    try {
      const seen = topic.head();
      if (batch.length === 0) batch = await topic.read(position, maxRecords);
      const last = batch.at(-1);
      if (last === undefined) {
        position = Math.max(position, seen);
        await onProgress(position);
        await topic.wait(position, signal);
        continue;
      }
      if (signal.aborted) return;
      await onBatch(batch);
      await onProgress(last.offset + 1);
      position = last.offset + 1;
      batch = [];
      failures = 0;
    } catch (error) {
      failures += 1;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
      logger?.error({ err: error, topic: topic.definition().name, position, failures, pause }, 'batch failed');
      await setTimeout(pause, undefined, { signal }).catch(() => {
        // The only rejection is the abort, which the loop looks at.
      });
    }
  }
}
