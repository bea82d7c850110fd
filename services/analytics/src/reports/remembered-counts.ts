import { LRUCache } from 'lru-cache';
import type { Folded } from '../rollups/folded-months.ts';
import { keyOf, type Ownership } from './counted-events.ts';
import type { PageStamps } from './page-stamps.ts';

/** Returns the counts in the order of the argument. */
export type CountOf<Counts> = (ownerships: readonly Ownership[]) => Promise<readonly Counts[]>;

interface Remembered<Counts> {
  readonly stamp: string;
  /** The folded days that the count was based on. */
  readonly folded: Folded;
  readonly counts: Counts;
}

const MAX_REMEMBERED = 20_000;
/** Fetching the stamps of more pages takes longer than counting them all. */
const MAX_STAMPED = 200;

/**
 * Counts only pages that have changed since the last count: lists of pages are read far more often than events arrive,
 * and one ClickHouse statement costs more than the rest of such a call. Cached counts are valid while `folded` returns
 * the same object, so they are never older than a fresh count.
 */
export function rememberCounts<Counts extends object>(
  count: CountOf<Counts>,
  { stamps, folded }: { readonly stamps: Pick<PageStamps, 'of'>; readonly folded: () => Promise<Folded> },
): CountOf<Counts> {
  const remembered = new LRUCache<string, Remembered<Counts>>({ max: MAX_REMEMBERED });

  return async (ownerships) => {
    if (ownerships.length > MAX_STAMPED) return count(ownerships);
    // Stamps are read before counting, so that a change meanwhile invalidates the count.
    const [present, known] = await Promise.all([stamps.of(ownerships.map(({ pageUid }) => pageUid)), folded()]);
    const counts = ownerships.map((ownership, place) => {
      const found = remembered.get(keyOf(ownership));
      return found !== undefined && found.stamp === present[place] && found.folded === known ? found.counts : undefined;
    });
    const missing = ownerships.filter((_, place) => counts[place] === undefined);
    if (missing.length === 0) return counts as readonly Counts[];

    const counted = (await count(missing)).values();
    const unchanged = (await folded()) === known;
    return ownerships.map((ownership, place) => {
      const held = counts[place];
      if (held !== undefined) return held;
      const fresh = counted.next().value as Counts;
      const stamp = present[place];
      if (stamp !== undefined && unchanged) remembered.set(keyOf(ownership), { stamp, folded: known, counts: fresh });
      return fresh;
    });
  };
}
