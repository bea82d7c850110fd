import type { EventEmitter } from 'node:events';
import type { LogRecord, OutgoingRecord, TopicDefinition } from '../message-log.ts';

/** The records of one topic, and its waiting readers. */
export interface Topic {
  definition(): TopicDefinition;
  /** Applies another retention to the topic. */
  redefine(definition: TopicDefinition): void;
  /** Offset after the last durable record. Readers cannot see beyond it. */
  head(): number;
  /** Resolves once all records are durable. @throws DomainError UNAVAILABLE if the disk refuses them */
  append(records: readonly OutgoingRecord[]): Promise<void>;
  /** At most `limit` records from this offset on, fewer if they are large; empty only at the end. */
  read(from: number, limit: number): Promise<readonly LogRecord[]>;
  /** Number of records from this offset on. */
  count(from: number): number;
  /** Emits `appended` when the head has risen. */
  readonly news: EventEmitter;
  /** Removes records older than the retention, in portions. */
  purge(now: Date): Promise<void>;
  /** Call after the last append. */
  close(): Promise<void>;
}
