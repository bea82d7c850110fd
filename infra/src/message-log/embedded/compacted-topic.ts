import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../sqlite/database.ts';
import type { LogRecord, OutgoingRecord, TopicDefinition } from '../message-log.ts';
import { decodeRecord, encodeRecord } from './record-codec.ts';
import { definitionOf, type RecordRow, recordsOf, TOPICS, type TopicRow } from './sqlite-tables.ts';
import type { EncodedRecord } from './sqlite-writes.ts';
import type { Topic } from './topic.ts';

/** Bytes read at once; takes a few milliseconds of the event loop. */
const SLICE_BYTES = 512 * 1024;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Records per write. */
const MAX_WRITE_RECORDS = 1_000;
/** Longer keys would fill the pages of the index. */
const MAX_INDEXED_KEY_LENGTH = 400;
const TOMBSTONE_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export interface CompactedTopicParts {
  readonly database: Database;
  readonly definition: TopicDefinition;
  /** Logs a failed write and rejects with UNAVAILABLE. */
  readonly write: Database['write'];
  readonly clock: () => Date;
}

/**
 * Keeps the latest record of each key. Compacts on write: a record removes its predecessor, so that the topic holds one
 * record per key at any time. Tombstones stay for a week.
 */
export async function openCompactedTopic(parts: CompactedTopicParts): Promise<Topic> {
  const { database, write, clock } = parts;
  const { reader } = database;
  const { name } = parts.definition;
  let { definition } = parts;
  await database.ensureTables(definitionOf(name));
  const table = recordsOf(name);
  const news = new EventEmitter().setMaxListeners(0);
  let head = reader.row<TopicRow>(`SELECT * FROM ${TOPICS} WHERE name = ?`, name)?.[2] ?? 0;

  async function appendNow(records: readonly EncodedRecord[]): Promise<void> {
    head = Math.max(head, await write('appendRecords', { topic: name, records }));
    news.emit('appended');
  }

  return {
    definition: () => definition,
    redefine(changed) {
      definition = changed;
    },
    head: () => head,
    news,

    async append(added) {
      const at = clock().getTime();
      const encoded = added.map((record) => encode(record, at));
      const appends: Promise<void>[] = [];
      for (let start = 0; start < encoded.length; start += MAX_WRITE_RECORDS) {
        appends.push(appendNow(encoded.slice(start, start + MAX_WRITE_RECORDS)));
      }
      await Promise.all(appends);
    },

    async read(from, limit) {
      const found: LogRecord[] = [];
      const sql = `SELECT * FROM ${table} WHERE offset >= ? AND offset < ? ORDER BY offset LIMIT ?`;
      let next = from;
      let bytes = 0;
      for (let isEnd = false; !isEnd && found.length < limit && bytes < MAX_BATCH_BYTES; ) {
        // Yield to the event loop before every slice, so that reading a long topic does not block it.
        await setImmediate();
        let sliceBytes = 0;
        isEnd = reader.each<RecordRow>(sql, [next, head, limit - found.length], ([offset, , , , record]) => {
          if (sliceBytes > SLICE_BYTES) return false;
          found.push(decodeRecord(Buffer.from(record.buffer, record.byteOffset, record.length), name, offset));
          next = offset + 1;
          sliceBytes += record.length;
          return true;
        });
        bytes += sliceBytes;
      }
      return found;
    },

    count: (from) =>
      reader.value<number>(`SELECT COUNT(*) FROM ${table} WHERE offset >= ? AND offset < ?`, from, head) ?? 0,

    async purge(now) {
      const before = now.getTime() - TOMBSTONE_RETENTION_MS;
      const old = `SELECT 1 FROM ${table} WHERE tombstone = 1 AND at < ?`;
      if (reader.value(old, before) === undefined) return;
      while (await write('removeTombstones', { topic: name, before })) await setImmediate();
    },

    async close() {},
  };
}

function encode(record: OutgoingRecord, at: number): EncodedRecord {
  const tombstone = record.value === null;
  // A copy, because the memory around a pooled buffer would be sent along.
  const bytes = Uint8Array.from(encodeRecord(record, at));
  return { key: indexedKey(record.key), at, tombstone, erases: tombstone || record.erases === true, bytes };
}

/** Replaces long keys, and those with a NUL, by their hash. */
function indexedKey(key: string): string {
  const fits = key.length <= MAX_INDEXED_KEY_LENGTH && !key.includes('\0');
  return fits ? `=${key}` : `#${createHash('sha256').update(key).digest('hex')}`;
}
