import { LRUCache } from 'lru-cache';

export interface RememberedBounds {
  /** Results kept at most; those that nobody asks for go first. */
  readonly max: number;
  /** Longer texts are worked out each time. */
  readonly maxLength: number;
}

/**
 * A function that remembers its results under a text that somebody outside chose, a header for instance: however many
 * texts come, and however long they are, no more is kept, and what is in use stays.
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
