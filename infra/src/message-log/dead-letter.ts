import type { LogRecord, OutgoingRecord } from './message-log.ts';

/** Thrown by whoever reads a record that is no message of its topic: trying again will not help. */
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

/** Where what cannot be read from a topic is set aside. */
export function deadTopicOf(topic: string): string {
  return `${topic}.dead`;
}

const LONGEST_REASON = 500;
/** Headers that say so about a letter whose value is only where it came from. */
export const WITHOUT_COPY = { copy: 'no' } as const;

export interface DeadLetterParts {
  readonly record: LogRecord;
  readonly reason: string;
  /**
   * What to set aside; without it the letter only tells where the record is. That is enough on a compacted
   * topic, which keeps it, and there is no second copy to think of when somebody's data are erased.
   */
  readonly value?: Uint8Array;
  /** Place within a record of many messages. */
  readonly index?: number;
}

/** A record of a dead topic: why something cannot be read, and where it came from. */
export function deadLetter({ record, reason, value, index }: DeadLetterParts): OutgoingRecord {
  const { topic, partition, offset } = record;
  return {
    // The place names the letter: delivered twice, it is the same one to whoever looks.
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
