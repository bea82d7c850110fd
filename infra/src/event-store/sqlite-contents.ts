import type { Database } from '../sqlite/database.ts';
import type { Reader } from '../sqlite/reader.ts';
import type { StoreContents } from './event-store.ts';
import { bodyOf, type SqliteCommits } from './sqlite-commits.ts';
import { type CheckpointRow, type ReservationRow, tablesOf } from './sqlite-tables.ts';
import { checkKey, checkRestored } from './store-key.ts';

export function createSqliteContents(
  owner: string,
  commits: SqliteCommits,
  reader: Reader,
  write: Database['write'],
): StoreContents {
  const { reservations, checkpoints } = tablesOf(owner);
  return {
    size: async () => ({
      commits: commits.count(),
      reservations: reader.value<number>(`SELECT COUNT(*) FROM ${reservations}`) ?? 0,
    }),

    async reservations(after, limit) {
      const sql = `SELECT * FROM ${reservations} WHERE key > ? ORDER BY key LIMIT ?`;
      return reader
        .rows<ReservationRow>(sql, after, limit)
        .map(([key, holder, expiresAt]) => ({ key, owner: holder, ...(expiresAt === null ? {} : { expiresAt }) }));
    },

    checkpoints: async () =>
      reader
        .rows<CheckpointRow>(`SELECT * FROM ${checkpoints} ORDER BY name`)
        .map(([name, position]) => ({ name, position })),

    async restoreCommits(restored) {
      checkRestored(restored, commits.last());
      await write('restoreCommits', {
        owner,
        restored: restored.map((commit) => ({ ...commit, body: bodyOf(commit) })),
      });
    },

    async restoreReservations(restored) {
      for (const { key } of restored) checkKey(key);
      await write('restoreReservations', { owner, restored });
    },
  };
}
