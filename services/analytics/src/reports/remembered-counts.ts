import { LRUCache } from 'lru-cache';
import type { Folded } from '../rollups/folded-months.ts';
import { keyOf, type Ownership } from './counted-events.ts';
import type { PageStamps } from './page-stamps.ts';

/** Answers in the order asked. */
export type CountOf<Counts> = (ownerships: readonly Ownership[]) => Promise<readonly Counts[]>;

interface Remembered<Counts> {
  readonly stamp: string;
  /** What the count was made from. */
  readonly folded: Folded;
  readonly counts: Counts;
}

const MAX_REMEMBERED = 20_000;
/** To ask the cache for the stamps of more pages takes longer than to count them all. */
const MAX_STAMPED = 200;

/**
 * Counts only the pages that have changed since they were last counted: a list of pages is asked for far more often
 * than passengers come by, and one statement costs ClickHouse more than everything else such a call does. What is
 * remembered holds for as long as `folded` gives the same object, so that it is never older than what would be counted.
 */
export function rememberCounts<Counts extends object>(
  count: CountOf<Counts>,
  { stamps, folded }: { readonly stamps: Pick<PageStamps, 'of'>; readonly folded: () => Promise<Folded> },
): CountOf<Counts> {
  const remembered = new LRUCache<string, Remembered<Counts>>({ max: MAX_REMEMBERED });

  return async (ownerships) => {
    if (ownerships.length > MAX_STAMPED) return count(ownerships);
    // Before anything is counted: a change that comes meanwhile makes another stamp.
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
