import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Database } from 'lmdb';
import type { Environment } from '../../lmdb/environment.ts';
import type { Work } from '../../lmdb/room.ts';
import type { LogRecord, TopicDefinition } from '../message-log.ts';
import { decodeRecord } from './record-codec.ts';

/** Records read or removed in one go; about a millisecond of the event loop. */
const SLICE = 500;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** lmdb refuses keys of more than 1978 bytes. */
const MAX_INDEXED_KEY_LENGTH = 400;
/** Where the topic’s records end, and its head. */
const ENTRIES_OF_AN_APPEND = 2;
/** The superseded record and its tombstone, the note that something was erased, the latest record and its tombstone. */
const ENTRIES_SUPERSEDED = 5;
/** LMDB’s, with the key. */
const RECORD_OVERHEAD = 32;
const TOMBSTONE_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export interface EncodedRecord {
  readonly key: string;
  readonly tombstone: boolean;
  /** Whether the bytes of what it supersedes have to leave the file. */
  readonly erases: boolean;
  readonly bytes: Buffer;
}

/** One topic's records in LMDB, and those who wait for more of them. */
export interface LmdbTopic {
  definition(): TopicDefinition;
  /** Another retention for the same topic. */
  redefine(definition: TopicDefinition): void;
  /** Offset after the last durable record. Readers see nothing beyond it. */
  head(): number;
  /** What appending these will do to the file. */
  workOf(records: readonly EncodedRecord[]): Work;
  /** Appends within the running write transaction; the records show once `publishHead` is called. */
  append(records: readonly EncodedRecord[]): void;
  /** After a commit: lets readers see what it appended. */
  publishHead(): void;
  /** Records from this offset on, at most `limit`, fewer if they are large. */
  read(from: number, limit: number): Promise<readonly LogRecord[]>;
  /** Number of records from this offset on. */
  count(from: number): number;
  /** Resolves when there may be a record at or after this offset, or when the signal aborts. */
  wait(offset: number, signal: AbortSignal): Promise<void>;
  /** Removes what has outlived its time, in small transactions. */
  purge(now: Date, write: (work: Work, action: () => void) => Promise<void>): Promise<void>;
}

/**
 * Compaction happens on the way in: a record removes the one it supersedes, so
 * that the topic holds one record per key at any time. Tombstones stay for a week.
 */
export function openTopic(
  { root, markErased }: Environment,
  heads: Database<number, string>,
  initialDefinition: TopicDefinition,
): LmdbTopic {
  const { name, cleanup } = initialDefinition;
  let definition = initialDefinition;
  const records = root.openDB<Buffer, number>(`records/${name}`, { encoding: 'binary' });
  // Where the latest record of each key is, and which records are tombstones; both empty unless the topic is compacted.
  const latest = root.openDB<number, string>(`latest/${name}`, { encoding: 'ordered-binary' });
  // `graves` is its name on disk from the first release on.
  const tombstones = root.openDB<number, number>(`graves/${name}`, { encoding: 'ordered-binary' });
  const waiting = new Set<() => void>();
  let head = heads.get(name) ?? 0;

  function supersede(record: EncodedRecord, offset: number): void {
    const key = indexedKey(record.key);
    const previous = latest.get(key);
    if (previous !== undefined) {
      records.remove(previous);
      tombstones.remove(previous);
    }
    if (record.erases) markErased();
    latest.put(key, offset);
    if (record.tombstone) tombstones.put(offset, offset);
  }

  function removeTombstone(offset: number): void {
    const bytes = records.get(offset);
    tombstones.remove(offset);
    if (bytes === undefined) return;
    const key = indexedKey(decodeRecord(bytes, name, offset).key);
    records.remove(offset);
    if (latest.get(key) === offset) latest.remove(key);
  }

  function outlived(before: number): readonly number[] {
    const found: number[] = [];
    const candidates = cleanup === 'compact' ? tombstones : records;
    for (const offset of candidates.getKeys({ limit: SLICE })) {
      const bytes = records.get(offset);
      if (bytes !== undefined && decodeRecord(bytes, name, offset).at.getTime() >= before) break;
      found.push(offset);
    }
    return found;
  }

  return {
    definition: () => definition,
    redefine(changed) {
      definition = changed;
    },
    head: () => head,

    workOf(added) {
      const bytes = added.reduce((sum, record) => sum + record.bytes.length + RECORD_OVERHEAD, 0);
      return { entries: ENTRIES_OF_AN_APPEND + (cleanup === 'compact' ? added.length * ENTRIES_SUPERSEDED : 0), bytes };
    },

    append(added) {
      // The head is read in the transaction: it is right whoever wrote last, and after a failed commit.
      let offset = heads.get(name) ?? 0;
      for (const record of added) {
        if (cleanup === 'compact') supersede(record, offset);
        records.put(offset, record.bytes);
        offset += 1;
      }
      heads.put(name, offset);
    },

    publishHead() {
      head = heads.get(name) ?? 0;
      for (const wake of waiting) wake();
      waiting.clear();
    },

    async read(from, limit) {
      const found: LogRecord[] = [];
      let next = from;
      let bytes = 0;
      while (found.length < limit && bytes < MAX_BATCH_BYTES) {
        // Gives the event loop back before every slice, so that a long topic is read in small steps.
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

    count(from) {
      if (cleanup === 'compact') return records.getKeysCount({ start: from, end: head });
      const [first = head] = records.getKeys({ limit: 1 });
      return Math.max(0, head - Math.max(from, first));
    },

    wait(offset, signal) {
      if (head > offset || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          waiting.delete(wake);
          resolve();
        };
        signal.addEventListener('abort', wake);
        waiting.add(wake);
      });
    },

    async purge(now, write) {
      const retention = cleanup === 'compact' ? TOMBSTONE_RETENTION_MS : definition.retentionMs;
      if (retention === undefined) return;
      for (;;) {
        const offsets = outlived(now.getTime() - retention);
        if (offsets.length === 0) return;
        await write({ entries: offsets.length * (cleanup === 'compact' ? 3 : 1), bytes: 0 }, () => {
          for (const offset of offsets) {
            if (cleanup === 'compact') removeTombstone(offset);
            else records.remove(offset);
          }
        });
        await setImmediate();
      }
    },
  };
}

/** Keys lmdb cannot hold (too long, or with a NUL) are represented by their hash. */
function indexedKey(key: string): string {
  const fits = key.length <= MAX_INDEXED_KEY_LENGTH && !key.includes('\0');
  return fits ? `=${key}` : `#${createHash('sha256').update(key).digest('hex')}`;
}
