import type { LogRecord, OutgoingRecord, TopicDefinition } from '../message-log.ts';

/** One topic's records, and those who wait for more of them. */
export interface Topic {
  definition(): TopicDefinition;
  /** Another retention for the same topic. */
  redefine(definition: TopicDefinition): void;
  /** Offset after the last durable record. Readers see nothing beyond it. */
  head(): number;
  /** Resolves once all of them are durable. @throws DomainError UNAVAILABLE where the disk takes none */
  append(records: readonly OutgoingRecord[]): Promise<void>;
  /** Records from this offset on, at most `limit`, fewer if they are large; none where there is none left. */
  read(from: number, limit: number): Promise<readonly LogRecord[]>;
  /** Number of records from this offset on. */
  count(from: number): number;
  /** Resolves when there may be a record at or after this offset, or when the signal aborts. */
  wait(offset: number, signal: AbortSignal): Promise<void>;
  /** Removes what has outlived its time, some at a time. */
  purge(now: Date): Promise<void>;
  /** Once nobody appends any more. */
  close(): Promise<void>;
}
