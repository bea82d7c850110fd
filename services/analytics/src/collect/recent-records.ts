import { LRUCache } from 'lru-cache';

/**
 * Longer than it takes to notice a server failure, and than the window of writes that a server may lose before its disk
 * sync.
 */
const KEPT_MS = 10_000;
/** Limit in bytes; the oldest records are dropped first. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Records that the message log accepted during the last seconds. */
export function createRecentRecords(keptMs = KEPT_MS, keptBytes = KEPT_BYTES) {
  const kept = new LRUCache<number, Uint8Array>({ ttl: keptMs, maxSize: keptBytes });
  let added = 0;
  return {
    add(records: readonly Uint8Array[]) {
      for (const record of records) {
        added += 1;
        // Copied because the record may be a slice of a much larger buffer.
        kept.set(added, new Uint8Array(record), { size: Math.max(1, record.length) });
      }
    },
    /** Returns all records, oldest first, and removes them. */
    take() {
      const records = [...kept.rvalues()].filter((record) => record !== undefined);
      kept.clear();
      return records;
    },
  };
}
