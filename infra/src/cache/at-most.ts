/**
 * Bounds an LRU cache by its number of entries. The library's `max` would do the same, but preallocates all of them: 30
 * ms and 8 MB for 200,000.
 */
export function atMost(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
