import type { Cache } from '@volant/infra/cache/cache';

/** Tells whether what was read of a page still holds, in every process that shares the cache. */
export interface PageStamps {
  /**
   * The stamp of each page, in the order asked: as long as it is the same, nothing has changed in ClickHouse since it
   * was first seen. Undefined while somebody changes something, and where none is known.
   */
  of(pageUids: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Runs what changes rows of these pages. Their stamps are new at the end, also where it fails half-way. */
  whileChanging<T>(pageUids: readonly string[], change: () => Promise<T>): Promise<T>;
}

export type StampCache = Pick<Cache, 'get' | 'set' | 'setIfAbsent'>;

const CHANGING = 'changing';
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Stamps are ids in the cache. Two processes that change one page at once leave it unmarked for the moment between
 * their ends; and a process that changes while it does not reach Redis, though others do, is not noticed until it does.
 */
export function createPageStamps(cache: StampCache, newId: () => string): PageStamps {
  async function setAll(pageUids: readonly string[], stamp: string): Promise<void> {
    await Promise.all(pageUids.map((uid) => cache.set(keyOf(uid), stamp, KEPT_MS)));
  }

  async function stampOf(uid: string): Promise<string | undefined> {
    const stamp = await cache.get(keyOf(uid));
    // Whoever asks next finds it; it is not ours to rely on before somebody else could have changed it.
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
