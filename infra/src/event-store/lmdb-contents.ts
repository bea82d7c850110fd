import type { Database } from 'lmdb';
import type { Work } from '../lmdb/room.ts';
import type { LmdbWriter } from '../lmdb/writer.ts';
import type { StoreContents } from './event-store.ts';
import { ENTRIES_OF_A_COMMIT, type LmdbCommits } from './lmdb-commits.ts';
import { ENTRIES_OF_A_RESERVATION, type LmdbReservationTable } from './lmdb-reservation-table.ts';
import { checkKey, checkRestored } from './store-key.ts';

export function createLmdbContents(
  writer: LmdbWriter,
  commits: LmdbCommits,
  reservations: LmdbReservationTable,
  checkpoints: Database<number, string>,
): StoreContents {
  return {
    size: async () => ({ commits: commits.count(), reservations: reservations.count() }),

    reservations: async (after, limit) => reservations.list(after, limit),

    checkpoints: async () => [...checkpoints.getRange()].map(({ key, value }) => ({ name: key, position: value })),

    async restoreCommits(restored) {
      await writer.write(workOf(restored, ENTRIES_OF_A_COMMIT), () => {
        checkRestored(restored, commits.last());
        return { result: undefined, apply: () => commits.put(...restored) };
      });
    },

    async restoreReservations(restored) {
      for (const { key } of restored) checkKey(key);
      await writer.apply(workOf(restored, ENTRIES_OF_A_RESERVATION), () => {
        for (const { key, ...held } of restored) reservations.put(key, held);
      });
    },
  };
}

function workOf(restored: readonly object[], entriesOfEach: number): Work {
  return { entries: restored.length * entriesOfEach, bytes: Buffer.byteLength(JSON.stringify(restored)) };
}
