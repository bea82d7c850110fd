import type { Database } from 'lmdb';
import type { Work } from '../lmdb/room.ts';
import type { Commit, StoreContents } from './event-store.ts';
import { ENTRIES_OF_A_RESERVATION, type LmdbReservationTable } from './lmdb-reservation-table.ts';
import type { LmdbWriter } from './lmdb-writer.ts';
import { checkRising } from './rising-positions.ts';
import { checkKey } from './store-key.ts';

/** A commit on disk: its position is the key. */
export type StoredCommit = Omit<Commit, 'position'>;

/** The commit, its stream version and its command id. */
export const ENTRIES_OF_A_COMMIT = 3;

export interface LmdbContentsParts {
  readonly writer: LmdbWriter;
  readonly commits: Database<unknown, number>;
  readonly reservations: LmdbReservationTable;
  readonly checkpoints: Database<number, string>;
  readonly last: () => number;
  readonly put: (commit: Commit) => void;
}

export function createLmdbContents(parts: LmdbContentsParts): StoreContents {
  const { writer, commits, reservations, checkpoints, last, put } = parts;
  return {
    size: async () => ({ commits: commits.getKeysCount(), reservations: reservations.count() }),

    reservations: async (after, limit) => reservations.list(after, limit),

    checkpoints: async () => [...checkpoints.getRange()].map(({ key, value }) => ({ name: key, position: value })),

    async restoreCommits(restored) {
      for (const { streamId, commandId } of restored) {
        checkKey(streamId);
        checkKey(commandId);
      }
      await writer.write(workOf(restored, ENTRIES_OF_A_COMMIT), () => {
        checkRising(restored, last());
        return { result: undefined, apply: () => restored.forEach(put) };
      });
    },

    async restoreReservations(restored) {
      for (const { key } of restored) checkKey(key);
      await writer.write(workOf(restored, ENTRIES_OF_A_RESERVATION), () => ({
        result: undefined,
        apply: () => {
          for (const { key, ...held } of restored) reservations.put(key, held);
        },
      }));
    },
  };
}

function workOf(restored: readonly object[], entriesOfEach: number): Work {
  return { entries: restored.length * entriesOfEach, bytes: Buffer.byteLength(JSON.stringify(restored)) };
}
