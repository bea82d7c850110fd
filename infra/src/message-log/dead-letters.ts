import { deadTopicOf, WITHOUT_COPY } from './dead-letter.ts';
import type { LogRecord, MessageLog, OutgoingRecord } from './message-log.ts';

/** What could not be read, and why. */
export interface DeadLetter {
  /** Names the message; one that was delivered twice is the same letter. */
  readonly place: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Place within a record of many messages. */
  readonly index?: number;
  readonly key: string;
  /** Bytes of what could not be read. */
  readonly size: number;
  readonly reason: string;
  /** When it was set aside. */
  readonly at: Date;
}

/** Which letters: all of them where it says nothing. */
export interface LetterFilter {
  /** The topic they were meant for. */
  readonly topic?: string;
  readonly partition?: number;
  readonly offset?: number;
}

export interface PutBack {
  readonly putBack: number;
  /** Left alone: their key has a newer record since, or is erased. */
  readonly superseded: number;
}

export interface DeadLetters {
  /** In the order of their topics, partitions and offsets. */
  list(filter?: LetterFilter): Promise<readonly DeadLetter[]>;
  /**
   * Publishes letters to their topics again and takes them off the list. A crash
   * in between puts a letter back twice, which its readers do not mind: they count
   * and show a message once.
   */
  putBack(filter?: LetterFilter): Promise<PutBack>;
}

interface Kept {
  readonly letter: DeadLetter;
  /** Undefined where the topic itself has the message. */
  readonly value: Uint8Array | undefined;
}

/** Published together; a megabyte or so. */
const PORTION = 200;

/**
 * The dead topics as a list of letters. A letter's key names it, so a tombstone
 * of the same key is the mark "no longer on the list" on every kind of topic.
 * @param topics those that have a dead topic
 */
export function createDeadLetters(log: Pick<MessageLog, 'follow' | 'publish'>, topics: readonly string[]): DeadLetters {
  /** Hands over everything that is in a topic at this moment. */
  async function read(topic: string, onRecord: (record: LogRecord) => void): Promise<void> {
    const follower = await log.follow({ topic, from: {}, onBatch: async (records) => records.forEach(onRecord) });
    try {
      await follower.caughtUp;
    } finally {
      await follower.stop();
    }
  }

  async function lettersFor(topic: string, filter: LetterFilter): Promise<readonly Kept[]> {
    const letters = new Map<string, Kept>();
    await read(deadTopicOf(topic), (record) => {
      const kept = letterOf(record, topic);
      if (kept === undefined) letters.delete(record.key);
      else if (matches(kept.letter, filter)) letters.set(record.key, kept);
    });
    return [...letters.values()].sort(({ letter: a }, { letter: b }) => {
      return a.partition - b.partition || a.offset - b.offset || (a.index ?? 0) - (b.index ?? 0);
    });
  }

  /** Latest records of these keys in a topic that keeps the latest of each. */
  async function latestOf(topic: string, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, LogRecord>> {
    const latest = new Map<string, LogRecord>();
    if (keys.size === 0) return latest;
    await read(topic, (record) => {
      if (keys.has(record.key)) latest.set(record.key, record);
    });
    return latest;
  }

  async function putBackInto(topic: string, letters: readonly Kept[]): Promise<PutBack> {
    const withoutCopy = letters.filter(({ value }) => value === undefined);
    const latest = await latestOf(topic, new Set(withoutCopy.map(({ letter }) => letter.key)));
    let putBack = 0;
    for (let start = 0; start < letters.length; start += PORTION) {
      const portion = letters.slice(start, start + PORTION);
      const again = portion.flatMap((kept) => againOf(kept, latest.get(kept.letter.key)));
      await log.publish(topic, again);
      const marks = portion.map(({ letter }) => ({ key: letter.place, value: null }));
      await log.publish(deadTopicOf(topic), marks);
      putBack += again.length;
    }
    return { putBack, superseded: letters.length - putBack };
  }

  const wanted = ({ topic }: LetterFilter) => topics.filter((name) => topic === undefined || name === topic);

  return {
    async list(filter = {}) {
      const found: DeadLetter[] = [];
      for (const topic of wanted(filter)) found.push(...(await lettersFor(topic, filter)).map(({ letter }) => letter));
      return found;
    },

    async putBack(filter = {}) {
      let sum: PutBack = { putBack: 0, superseded: 0 };
      for (const topic of wanted(filter)) {
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

function letterOf({ key: place, value, headers, at }: LogRecord, topic: string): Kept | undefined {
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

/** On a topic that keeps the latest record of a key, an older one put back would take its place. */
function againOf({ letter, value }: Kept, latest: LogRecord | undefined): readonly OutgoingRecord[] {
  if (value !== undefined) return [{ key: letter.key, value }];
  if (latest?.partition !== letter.partition || latest.offset !== letter.offset) return [];
  return [{ key: letter.key, value: latest.value, headers: latest.headers }];
}
