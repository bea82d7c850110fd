import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { atMost } from '@volant/infra/cache/at-most';
import { LRUCache } from 'lru-cache';
import { deleteRows, erasedAmong } from '../rollups/erased-pages.ts';
import type { ActivityRow } from './activity-rows.ts';

/** A replay meets few erased pages. Beyond this number the least recently used ones are queried again. */
const MAX_REMEMBERED = 100_000;

/** Keeps activities of erased pages out of the tables. */
export function createKnownErased(database: AnalyticsDatabase) {
  const erased = new LRUCache<string, true>(atMost(MAX_REMEMBERED));

  return {
    /** Removes the rows of pages known to be erased. */
    without(rows: readonly ActivityRow[]) {
      if (erased.size === 0) return rows;
      return rows.filter(({ pageUid }) => !erased.has(pageUid.toLowerCase()));
    },
    /** Deletes rows that were just written if their page is erased; see `erasePages`. */
    async takeOut(written: readonly ActivityRow[]) {
      const uids = [...new Set(written.map(({ pageUid }) => pageUid))];
      if (uids.length === 0) return;
      const found = await erasedAmong(database, uids);
      if (found.length === 0) return;
      await deleteRows(database, found);
      // Only after the deletion: if it fails, the records come again and their rows still have to be deleted.
      for (const uid of found) erased.set(uid, true);
    },
  };
}
