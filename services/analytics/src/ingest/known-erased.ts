import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { atMost } from '@volant/infra/cache/at-most';
import { LRUCache } from 'lru-cache';
import { deleteRows, erasedAmong } from '../rollups/erased-pages.ts';
import type { ActivityRow } from './activity-rows.ts';

/** Erased pages that a replay brings up are few; past it, those not met for longest are asked for again. */
const MAX_REMEMBERED = 100_000;

/** Keeps activities of erased pages out of the tables. */
export interface KnownErased {
  /** Leaves out the rows of pages known to be erased. */
  without(rows: readonly ActivityRow[]): readonly ActivityRow[];
  /** Takes rows that were just written out again where their page is erased; see `erasePages`. */
  takeOut(written: readonly ActivityRow[]): Promise<void>;
}

export function createKnownErased(database: AnalyticsDatabase): KnownErased {
  const erased = new LRUCache<string, true>(atMost(MAX_REMEMBERED));

  return {
    without(rows) {
      if (erased.size === 0) return rows;
      return rows.filter(({ pageUid }) => !erased.has(pageUid.toLowerCase()));
    },
    async takeOut(written) {
      const uids = [...new Set(written.map(({ pageUid }) => pageUid))];
      if (uids.length === 0) return;
      const found = await erasedAmong(database, uids);
      if (found.length === 0) return;
      await deleteRows(database, found);
      // Not before: where that failed the records come again, and have to be taken out then.
      for (const uid of found) erased.set(uid, true);
    },
  };
}
