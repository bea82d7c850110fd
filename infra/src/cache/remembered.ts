import { LRUCache } from 'lru-cache';

export interface RememberedBounds {
  /** Maximum number of results; the least recently used are evicted. */
  readonly max: number;
  /** Results of longer texts are not kept. */
  readonly maxLength: number;
}

/**
 * Memoizes a function of a text that a client chose, such as a header. Memory is bounded in the number and the length
 * of texts, and entries in use stay.
 */
export function remembered<T extends object | string | boolean>(
  { max, maxLength }: RememberedBounds,
  work: (text: string) => T,
): (text: string) => T {
  const known = new LRUCache<string, T>({ max });
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = work(text);
    if (text.length <= maxLength) known.set(text, result);
    return result;
  };
}
