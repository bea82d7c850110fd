import type { Cache } from '@volant/infra/cache/cache';

/** Validates cached data of a page, for every process that shares the cache. */
export interface PageStamps {
  /**
   * The stamp of each page, in the order of the argument. While a stamp is unchanged, the page's rows in ClickHouse
   * have not changed since it was first read. Undefined during a change, and if no stamp exists.
   */
  of(pageUids: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Runs a change to rows of these pages. Their stamps are new afterwards, also if the change fails half-way. */
  whileChanging<T>(pageUids: readonly string[], change: () => Promise<T>): Promise<T>;
}

export type StampCache = Pick<Cache, 'get' | 'set' | 'setIfAbsent'>;

const CHANGING = 'changing';
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Stamps are ids in the cache. Two limitations: when two processes change one page at once, it is not marked as
 * changing between the end of the first and that of the second; and a change by a process that cannot reach Redis,
 * while others can, is not noticed until it reaches Redis again.
 */
export function createPageStamps(cache: StampCache, newId: () => string): PageStamps {
  async function setAll(pageUids: readonly string[], stamp: string): Promise<void> {
    await Promise.all(pageUids.map((uid) => cache.set(keyOf(uid), stamp, KEPT_MS)));
  }

  async function stampOf(uid: string): Promise<string | undefined> {
    const stamp = await cache.get(keyOf(uid));
    // The next read returns the new stamp. This one must not rely on it, because another process may have set one
    // first.
    if (stamp === undefined) await cache.setIfAbsent(keyOf(uid), newId(), KEPT_MS);
    return stamp === CHANGING ? undefined : stamp;
  }

  return {
    of: (pageUids) => Promise.all(pageUids.map(stampOf)),
    async whileChanging(pageUids, change) {
      await setAll(pageUids, CHANGING);
      try {
        return await change();
      } finally {
        await setAll(pageUids, newId());
      }
    },
  };
}

function keyOf(pageUid: string): string {
  return `page-stamp:${pageUid.toLowerCase()}`;
}
