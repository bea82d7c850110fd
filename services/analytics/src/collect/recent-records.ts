import { LRUCache } from 'lru-cache';

/**
 * Longer than it takes to notice a server failure, and than the window of writes that a server may lose before its disk
 * sync.
 */
const MAX_AGE_MS = 10_000;
/** Limit in bytes; the oldest records are dropped first. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Records that the message log accepted during the last seconds. */
export function createRecentRecords(maxAgeMs = MAX_AGE_MS, maxBytes = MAX_BYTES) {
  const recent = new LRUCache<number, Uint8Array>({ ttl: maxAgeMs, maxSize: maxBytes });
  let added = 0;
  return {
    add(records: readonly Uint8Array[]) {
      for (const record of records) {
        added += 1;
        // Copied because the record may be a slice of a much larger buffer.
        recent.set(added, new Uint8Array(record), { size: Math.max(1, record.length) });
      }
    },
    /** Returns all records, oldest first, and removes them. */
    take() {
      const records = [...recent.rvalues()].filter((record) => record !== undefined);
      recent.clear();
      return records;
    },
  };
}
