/** Times of uses, oldest first. */
export type Times = number[];

/**
 * Uses within windows of one length, by key, in two generations. The older generation is dropped as a whole once all
 * its uses have left the window, or to make room. A key that is used again moves to the younger one. So a new key costs
 * no more than a known one, however many arrive.
 */
export class WindowUses {
  readonly #windowMs: number;
  readonly #maxKeys: number;
  #young = new Map<string, Times>();
  #old = new Map<string, Times>();
  #begunAt: number;

  constructor(windowMs: number, maxKeys: number, now: number) {
    this.#windowMs = windowMs;
    this.#maxKeys = maxKeys;
    this.#begunAt = now;
  }

  /** Uses of a key, some of which may have left the window since. */
  of(key: string): Times | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: string, times: Times, now: number): void {
    const isOver = now >= this.#begunAt + this.#windowMs;
    if (isOver || this.#young.size >= this.#maxKeys / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#begunAt = now;
    }
    this.#young.set(key, times);
  }
}
