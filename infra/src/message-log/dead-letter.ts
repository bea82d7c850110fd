import type { LogRecord, OutgoingRecord } from './message-log.ts';

/** Thrown by a reader if a record is not a valid message of its topic, so that a retry cannot help. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
}

/**
 * Reads a record's value.
 * @throws UnreadableRecord with the reader's reason
 */
export function readValue<T>(value: Uint8Array, read: (value: Uint8Array) => T): T {
  try {
    return read(value);
  } catch (cause) {
    throw new UnreadableRecord(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Topic for the unreadable records of a topic. */
export function deadTopicOf(topic: string): string {
  return `${topic}.dead`;
}

const LONGEST_REASON = 500;
/** Headers of a letter without a copy of the record's value, only with its location. */
export const WITHOUT_COPY = { copy: 'no' } as const;

export interface DeadLetterParts {
  readonly record: LogRecord;
  readonly reason: string;
  /**
   * Value to set aside; without it the letter only locates the record. That is enough for a compacted topic, which
   * keeps the record, and leaves no second copy to erase with a person's data.
   */
  readonly value?: Uint8Array;
  /** Index within a record of many messages. */
  readonly index?: number;
}

/** A record of a dead topic: the reason why a record is unreadable, and its location. */
export function deadLetter({ record, reason, value, index }: DeadLetterParts): OutgoingRecord {
  const { topic, partition, offset } = record;
  return {
    // The location is the key, so that a letter delivered twice appears once.
    key: `${topic}-${partition}-${offset}${index === undefined ? '' : `-${index}`}`,
    value: value ?? new Uint8Array(),
    headers: {
      reason: reason.slice(0, LONGEST_REASON),
      topic,
      partition: String(partition),
      offset: String(offset),
      key: record.key,
      size: String((value ?? record.value)?.length ?? 0),
      ...(value === undefined ? WITHOUT_COPY : {}),
      ...(index === undefined ? {} : { index: String(index) }),
    },
  };
}
