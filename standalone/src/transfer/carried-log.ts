import { WITHOUT_COPY } from '@volant/infra/message-log/dead-letter';
import type { LogRecord, MessageLog, OutgoingRecord } from '@volant/infra/message-log/message-log';
import { readTopic } from '@volant/infra/message-log/read-topic';
import { ACTIVITY_DEAD_TOPIC, ACTIVITY_TOPIC, ALL_TOPICS } from '@volant/infra/message-log/topics';
import { type CarriedPart, linesOf } from './carried-part.ts';
import { NumberSet } from './number-set.ts';
import type { RowLines } from './part-file.ts';

export interface RecordRow {
  readonly key: string;
  /** Base64; null for a tombstone. */
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Header with a record's number in the export, so that a resumed import publishes no record twice. */
const CARRIED = 'carried';
/** Key prefix of a letter about a record of another log, whose offsets mean nothing here. */
const ELSEWHERE = 'elsewhere-';
const PORTION = { rows: 500, characters: 1_000_000 };

export interface CarriedLog {
  readonly parts: readonly CarriedPart[];
  /** Whether records were added after those that were read. */
  hasGrown(): Promise<boolean>;
}

/**
 * Carries the events that may not be in ClickHouse yet. It carries the whole topic, because ingest ignores events it
 * already has. The topics of accounts and pages are not carried, because relays publish them again.
 * @param id of the export
 */
export function carriedLog(log: MessageLog, id: string): CarriedLog {
  const first = new Map<number, number>();
  const next = new Map<number, number>();

  async function* activities(): AsyncGenerator<RowLines> {
    for await (const records of readTopic(log, ACTIVITY_TOPIC.name)) {
      for (const { partition, offset } of records) {
        if (!first.has(partition)) first.set(partition, offset);
        next.set(partition, offset + 1);
      }
      yield linesOf(records.map(rowOf));
    }
  }

  /** Leaves out letters about carried records: reading such a record again writes its letter again. */
  async function standingLetters(): Promise<Iterable<LogRecord>> {
    const standing = new Map<string, LogRecord>();
    for await (const records of readTopic(log, ACTIVITY_DEAD_TOPIC.name)) {
      for (const record of records) {
        if (record.value === null) standing.delete(record.key);
        else if (record.headers.copy !== WITHOUT_COPY.copy && !comesAlong(record)) standing.set(record.key, record);
      }
    }
    return standing.values();
  }

  async function* letters(): AsyncGenerator<RowLines> {
    for (const record of await standingLetters()) {
      const key = record.key.startsWith(ELSEWHERE) ? record.key : `${ELSEWHERE}${id}-${record.key}`;
      yield linesOf([{ ...rowOf(record), key }]);
    }
  }

  function comesAlong({ key, headers }: LogRecord): boolean {
    if (key.startsWith(ELSEWHERE)) return false;
    return Number(headers.offset) >= (first.get(Number(headers.partition)) ?? Number.POSITIVE_INFINITY);
  }

  return {
    parts: [
      topicPart(log, { name: 'events of the last days', topic: ACTIVITY_TOPIC.name, rows: activities }),
      topicPart(log, { name: 'letters about unreadable events', topic: ACTIVITY_DEAD_TOPIC.name, rows: letters }),
    ],
    async hasGrown() {
      for await (const records of readTopic(log, ACTIVITY_TOPIC.name, Object.fromEntries(next))) {
        if (records.some(({ partition, offset }) => offset >= (next.get(partition) ?? 0))) return true;
      }
      return false;
    },
  };
}

export async function recordsInLog(log: MessageLog): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const { name } of ALL_TOPICS) if (await hasRecords(log, name)) filled.push(`records of topic ${name}`);
  return filled;
}

async function hasRecords(log: MessageLog, topic: string): Promise<boolean> {
  for await (const records of readTopic(log, topic)) if (records.length > 0) return true;
  return false;
}

interface TopicPartParts {
  readonly name: string;
  readonly topic: string;
  readonly rows: () => AsyncIterable<RowLines>;
}

function topicPart(log: MessageLog, { name, topic, rows }: TopicPartParts): CarriedPart {
  async function arrivedNumbers(): Promise<NumberSet> {
    const numbers = new NumberSet();
    for await (const records of readTopic(log, topic)) {
      for (const { headers } of records) {
        if (headers[CARRIED] !== undefined) numbers.add(Number(headers[CARRIED]));
      }
    }
    return numbers;
  }

  return {
    name,
    file: `topic-${topic}.ndjson.gz`,
    portions: PORTION,
    rows,
    held: async () => undefined,
    async restore(portions) {
      const arrived = await arrivedNumbers();
      let number = 0;
      for await (const lines of portions) {
        const records: OutgoingRecord[] = [];
        for (const line of lines) {
          if (!arrived.has(number)) records.push(recordOf(JSON.parse(line) as RecordRow, number));
          number += 1;
        }
        await log.publish(topic, records);
      }
      return 0;
    },
    arrived: async () => (await arrivedNumbers()).size,
  };
}

export function rowOf({ key, value, headers }: LogRecord): RecordRow {
  const { [CARRIED]: _, ...others } = headers;
  return { key, value: value === null ? null : Buffer.from(value).toString('base64'), headers: others };
}

function recordOf({ key, value, headers }: RecordRow, number: number): OutgoingRecord {
  return {
    key,
    value: value === null ? null : new Uint8Array(Buffer.from(value, 'base64')),
    headers: { ...headers, [CARRIED]: String(number) },
  };
}
