import { LRUCache } from 'lru-cache';

/** Longer than it takes to notice that a server is gone, and than what it may lose that it had not brought to its disk. */
const KEPT_MS = 10_000;
/** Of many events the youngest are kept. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** What the message log has taken in the last seconds. */
export interface RecentRecords {
  add(records: readonly Uint8Array[]): void;
  /** All of them, oldest first; they are forgotten. */
  take(): readonly Uint8Array[];
}

export function createRecentRecords(keptMs = KEPT_MS, keptBytes = KEPT_BYTES): RecentRecords {
  const kept = new LRUCache<number, Uint8Array>({ ttl: keptMs, maxSize: keptBytes });
  let added = 0;
  return {
    add(records) {
      for (const record of records) {
        added += 1;
        // A copy: the record may be the beginning of a buffer many times its size.
        kept.set(added, new Uint8Array(record), { size: Math.max(1, record.length) });
      }
    },
    take() {
      const records = [...kept.rvalues()].filter((record) => record !== undefined);
      kept.clear();
      return records;
    },
  };
}
