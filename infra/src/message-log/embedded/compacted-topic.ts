import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Database } from 'lmdb';
import type { Environment } from '../../lmdb/environment.ts';
import type { LogRecord, OutgoingRecord, TopicDefinition } from '../message-log.ts';
import type { Write } from './environment.ts';
import { decodeRecord, encodeRecord } from './record-codec.ts';
import type { Topic } from './topic.ts';

/** Records read or removed at once; takes about a millisecond of the event loop. */
const SLICE = 500;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Records per transaction. */
const MAX_TRANSACTION_RECORDS = 1_000;
/** lmdb refuses keys of more than 1978 bytes. */
const MAX_INDEXED_KEY_LENGTH = 400;
/** End of the topic’s records, and its head. */
const ENTRIES_OF_AN_APPEND = 2;
/** The superseded record and its tombstone, the erasure mark, the latest record and its tombstone. */
const ENTRIES_SUPERSEDED = 5;
/** LMDB’s overhead, including the key. */
const RECORD_OVERHEAD = 32;
const TOMBSTONE_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export interface CompactedTopicParts {
  readonly environment: Environment;
  readonly heads: Database<number, string>;
  readonly definition: TopicDefinition;
  readonly write: Write;
  readonly clock: () => Date;
}

interface EncodedRecord {
  readonly key: string;
  readonly tombstone: boolean;
  /** Whether the bytes of the superseded record must leave the file. */
  readonly erases: boolean;
  readonly bytes: Buffer;
}

/**
 * Keeps the latest record of each key in LMDB. Compacts on write: a record removes its predecessor, so that the topic
 * holds one record per key at any time. Tombstones stay for a week.
 */
export function openCompactedTopic(parts: CompactedTopicParts): Topic {
  const { environment, heads, write, clock } = parts;
  const { root, markErased } = environment;
  const { name } = parts.definition;
  let { definition } = parts;
  const records = root.openDB<Buffer, number>(`records/${name}`, { encoding: 'binary' });
  // `latest` holds the offset of each key's latest record, `tombstones` the offsets of tombstones.
  const latest = root.openDB<number, string>(`latest/${name}`, { encoding: 'ordered-binary' });
  // `graves` has been its name on disk since the first release.
  const tombstones = root.openDB<number, number>(`graves/${name}`, { encoding: 'ordered-binary' });
  const news = new EventEmitter().setMaxListeners(0);
  let head = heads.get(name) ?? 0;

  function supersede(record: EncodedRecord, offset: number): void {
    const key = indexedKey(record.key);
    const previous = latest.get(key);
    if (previous !== undefined) {
      records.removeSync(previous);
      tombstones.removeSync(previous);
    }
    if (record.erases) markErased();
    latest.putSync(key, offset);
    if (record.tombstone) tombstones.putSync(offset, offset);
  }

  function removeTombstone(offset: number): void {
    const bytes = records.get(offset);
    tombstones.removeSync(offset);
    if (bytes === undefined) return;
    const key = indexedKey(decodeRecord(bytes, name, offset).key);
    records.removeSync(offset);
    if (latest.get(key) === offset) latest.removeSync(key);
  }

  function outlived(before: number): readonly number[] {
    const found: number[] = [];
    for (const offset of tombstones.getKeys({ limit: SLICE })) {
      const bytes = records.get(offset);
      if (bytes !== undefined && decodeRecord(bytes, name, offset).at.getTime() >= before) break;
      found.push(offset);
    }
    return found;
  }

  async function appendNow(added: readonly EncodedRecord[]): Promise<void> {
    const bytes = added.reduce((sum, record) => sum + record.bytes.length + RECORD_OVERHEAD, 0);
    await write({ entries: ENTRIES_OF_AN_APPEND + added.length * ENTRIES_SUPERSEDED, bytes }, () => {
      // Read the head in the transaction: it is then right after any other writer and after a failed commit.
      let offset = heads.get(name) ?? 0;
      for (const record of added) {
        supersede(record, offset);
        records.putSync(offset, record.bytes);
        offset += 1;
      }
      heads.putSync(name, offset);
    });
    head = heads.get(name) ?? 0;
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
      for (let start = 0; start < encoded.length; start += MAX_TRANSACTION_RECORDS) {
        appends.push(appendNow(encoded.slice(start, start + MAX_TRANSACTION_RECORDS)));
      }
      await Promise.all(appends);
    },

    async read(from, limit) {
      const found: LogRecord[] = [];
      let next = from;
      let bytes = 0;
      while (found.length < limit && bytes < MAX_BATCH_BYTES) {
        // Yield to the event loop before every slice, so that reading a long topic does not block it.
        await setImmediate();
        const size = Math.min(SLICE, limit - found.length);
        let sliceLength = 0;
        for (const { key, value } of records.getRange({ start: next, end: head, limit: size })) {
          found.push(decodeRecord(value, name, key));
          next = key + 1;
          bytes += value.length;
          sliceLength += 1;
        }
        if (sliceLength < size) break;
      }
      return found;
    },

    count: (from) => records.getKeysCount({ start: from, end: head }),

    async purge(now) {
      const before = now.getTime() - TOMBSTONE_RETENTION_MS;
      for (let offsets = outlived(before); offsets.length > 0; offsets = outlived(before)) {
        await write({ entries: offsets.length * 3, bytes: 0 }, () => {
          for (const offset of offsets) removeTombstone(offset);
        });
        await setImmediate();
      }
    },

    async close() {},
  };
}

function encode(record: OutgoingRecord, at: number): EncodedRecord {
  const tombstone = record.value === null;
  return { key: record.key, tombstone, erases: tombstone || record.erases === true, bytes: encodeRecord(record, at) };
}

/** Replaces keys that lmdb cannot hold (too long, or with a NUL) by their hash. */
function indexedKey(key: string): string {
  const fits = key.length <= MAX_INDEXED_KEY_LENGTH && !key.includes('\0');
  return fits ? `=${key}` : `#${createHash('sha256').update(key).digest('hex')}`;
}
