import { setImmediate } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import type { Work } from '../../lmdb/room.ts';
import type { LogRecord } from '../message-log.ts';
import { decodeRecord } from './record-codec.ts';

/** Records read or removed at once; takes about a millisecond of the event loop. */
const SLICE = 500;

/** Runs a transaction once its disk space is reserved. */
export type Write = (work: Work, action: () => void) => Promise<void>;

/** Records of a topic in LMDB, written by releases without segments. */
export interface OlderRecords {
  /** Offset of the first remaining record. */
  first(): number | undefined;
  /** Records from one offset up to another; at most a slice. */
  read(from: number, end: number, limit: number): readonly LogRecord[];
  /** Removes records written before this time, in epoch milliseconds. */
  purge(before: number, write: Write): Promise<void>;
  /** Offsets of the records with these keys. */
  withKeys(keys: ReadonlySet<string>): readonly number[];
  /** Call within a transaction. */
  remove(offsets: readonly number[]): void;
}

export function openOlderRecords(root: RootDatabase, name: string): OlderRecords {
  const records = root.openDB<Buffer, number>(`records/${name}`, { encoding: 'binary' });

  function outlived(before: number): readonly number[] {
    const found: number[] = [];
    for (const { key, value } of records.getRange({ limit: SLICE })) {
      if (decodeRecord(value, name, key).at.getTime() >= before) break;
      found.push(key);
    }
    return found;
  }

  function remove(offsets: readonly number[]): void {
    for (const offset of offsets) records.removeSync(offset);
  }

  return {
    first: () => [...records.getKeys({ limit: 1 })][0],

    read: (from, end, limit) =>
      [...records.getRange({ start: from, end, limit: Math.min(SLICE, limit) })].map(({ key, value }) =>
        decodeRecord(value, name, key),
      ),

    async purge(before, write) {
      for (let offsets = outlived(before); offsets.length > 0; offsets = outlived(before)) {
        await write({ entries: offsets.length, bytes: 0 }, () => remove(offsets));
        await setImmediate();
      }
    },

    withKeys(keys) {
      const offsets: number[] = [];
      for (const { key, value } of records.getRange()) {
        if (keys.has(decodeRecord(value, name, key).key)) offsets.push(key);
      }
      return offsets;
    },

    remove,
  };
}
