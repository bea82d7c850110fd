import { deadTopicOf, WITHOUT_COPY } from './dead-letter.ts';
import type { LogRecord, MessageLog, OutgoingRecord } from './message-log.ts';
import { readTopic } from './read-topic.ts';

/** An unreadable message and the reason. */
export interface DeadLetter {
  /** Identifies the message; a message delivered twice has one letter. */
  readonly place: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Index within a record of many messages. */
  readonly index?: number;
  readonly key: string;
  /** Bytes of the unreadable value. */
  readonly size: number;
  readonly reason: string;
  /** Time at which it was set aside. */
  readonly at: Date;
}

/** Selects letters; an empty filter selects all. */
export interface LetterFilter {
  /** The letters' original topic. */
  readonly topic?: string;
  readonly partition?: number;
  readonly offset?: number;
}

export interface PutBack {
  readonly putBack: number;
  /** Skipped, because their key has a newer record or is erased. */
  readonly superseded: number;
}

interface StoredLetter {
  readonly letter: DeadLetter;
  /** Undefined if the topic itself holds the message. */
  readonly value: Uint8Array | undefined;
}

/** Letters published together; about a megabyte. */
const PORTION = 200;

/**
 * The dead topics as a list of letters. A letter's key identifies it, so a tombstone of that key removes it from the
 * list on every kind of topic.
 * @param topics the topics that have a dead topic
 */
export function createDeadLetters(log: Pick<MessageLog, 'follow' | 'publish'>, topics: readonly string[]) {
  async function lettersFor(topic: string, filter: LetterFilter): Promise<readonly StoredLetter[]> {
    const letters = new Map<string, StoredLetter>();
    for await (const records of readTopic(log, deadTopicOf(topic))) {
      for (const record of records) {
        const stored = letterOf(record, topic);
        if (stored === undefined) letters.delete(record.key);
        else if (matches(stored.letter, filter)) letters.set(record.key, stored);
      }
    }
    return [...letters.values()].sort(({ letter: a }, { letter: b }) => {
      return a.partition - b.partition || a.offset - b.offset || (a.index ?? 0) - (b.index ?? 0);
    });
  }

  /** Latest records of these keys in a compacted topic. */
  async function latestOf(topic: string, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, LogRecord>> {
    const latest = new Map<string, LogRecord>();
    if (keys.size === 0) return latest;
    for await (const records of readTopic(log, topic)) {
      for (const record of records) if (keys.has(record.key)) latest.set(record.key, record);
    }
    return latest;
  }

  async function putBackInto(topic: string, letters: readonly StoredLetter[]): Promise<PutBack> {
    const withoutCopy = letters.filter(({ value }) => value === undefined);
    const latest = await latestOf(topic, new Set(withoutCopy.map(({ letter }) => letter.key)));
    let putBack = 0;
    for (let start = 0; start < letters.length; start += PORTION) {
      const portion = letters.slice(start, start + PORTION);
      const again = portion.flatMap((stored) => againOf(stored, latest.get(stored.letter.key)));
      await log.publish(topic, again);
      const marks = portion.map(({ letter }) => ({ key: letter.place, value: null }));
      await log.publish(deadTopicOf(topic), marks);
      putBack += again.length;
    }
    return { putBack, superseded: letters.length - putBack };
  }

  const topicsOf = ({ topic }: LetterFilter) => topics.filter((name) => topic === undefined || name === topic);

  return {
    /** Sorted by topic, partition and offset. */
    async list(filter: LetterFilter = {}): Promise<readonly DeadLetter[]> {
      const found: DeadLetter[] = [];
      for (const topic of topicsOf(filter))
        for (const { letter } of await lettersFor(topic, filter)) found.push(letter);
      return found;
    },

    /**
     * Publishes letters to their topics again and removes them from the list. A crash in between puts a letter back
     * twice, which is harmless: readers count and show a message once.
     */
    async putBack(filter: LetterFilter = {}): Promise<PutBack> {
      let sum: PutBack = { putBack: 0, superseded: 0 };
      for (const topic of topicsOf(filter)) {
        const { putBack, superseded } = await putBackInto(topic, await lettersFor(topic, filter));
        sum = { putBack: sum.putBack + putBack, superseded: sum.superseded + superseded };
      }
      return sum;
    },
  };
}

function matches({ partition, offset }: DeadLetter, filter: LetterFilter): boolean {
  return (
    (filter.partition === undefined || partition === filter.partition) &&
    (filter.offset === undefined || offset === filter.offset)
  );
}

function letterOf({ key: place, value, headers, at }: LogRecord, topic: string): StoredLetter | undefined {
  if (value === null) return undefined;
  const { partition, offset, index, key = place, size, reason = '', copy } = headers;
  return {
    letter: {
      place,
      topic,
      partition: Number(partition),
      offset: Number(offset),
      ...(index === undefined ? {} : { index: Number(index) }),
      key,
      size: Number(size ?? value.length),
      reason,
      at,
    },
    value: copy === WITHOUT_COPY.copy ? undefined : value,
  };
}

/** On a compacted topic, an old record put back would replace the key's latest one. */
function againOf({ letter, value }: StoredLetter, latest: LogRecord | undefined): readonly OutgoingRecord[] {
  if (value !== undefined) return [{ key: letter.key, value }];
  if (latest?.partition !== letter.partition || latest.offset !== letter.offset) return [];
  return [{ key: letter.key, value: latest.value, headers: latest.headers }];
}
