import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';
import type { Cache, RateLimitVerdict } from './cache.ts';
import { type Times, WindowUses } from './window-uses.ts';

export interface MemoryCacheOptions {
  readonly clock?: () => Date;
  /**
   * Maximum number of entries, and of keys per window length. Beyond it the least recently used are evicted, as in any
   * cache.
   */
  readonly maxEntries?: number;
}

const DEFAULT_MAX_ENTRIES = 200_000;
const NO_TIMES: Times = [];

/** Cache of one process. Writes sweep out expired entries, without a timer. */
export function createMemoryCache(options: MemoryCacheOptions = {}): Cache {
  return new MemoryCache(options);
}

class MemoryCache implements Cache {
  readonly #now: () => number;
  readonly #entries: ExpiringMap<string>;
  readonly #maxEntries: number;
  /** By window length, of which there are few, so that a flood under one limit evicts no use of another. */
  readonly #uses = new Map<number, WindowUses>();

  constructor({ clock, maxEntries = DEFAULT_MAX_ENTRIES }: MemoryCacheOptions) {
    // Monotonic: if the time of day is set back, nothing must be limited or kept for longer.
    this.#now = clock === undefined ? () => performance.now() : () => clock().getTime();
    this.#entries = new ExpiringMap(maxEntries, this.#now);
    this.#maxEntries = maxEntries;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#entries.get(key);
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#entries.set(key, value, ttlMs);
  }

  async setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean> {
    if (this.#entries.get(key) !== undefined) return false;
    this.#entries.set(key, value, ttlMs);
    return true;
  }

  async delete(key: string): Promise<void> {
    this.#entries.delete(key);
  }

  async take(key: string, limit: number, windowMs: number, amount = 1): Promise<RateLimitVerdict> {
    const now = this.#now();
    const uses = this.#usesWithin(windowMs, now);
    const times = uses.of(key) ?? NO_TIMES;
    if (times.length > 0) dropUntil(times, now - windowMs);

    if (times.length + amount > limit) {
      // The use that has to leave the window before there is room for the new uses.
      const blocking = times[times.length + amount - limit - 1] ?? now;
      return { allowed: false, retryAfterMs: Math.max(1, blocking + windowMs - now) };
    }
    if (times.length === 0) {
      // Most keys occur once, and `push` would reserve room for sixteen more elements.
      uses.set(key, new Array<number>(amount).fill(now), now);
    } else {
      for (let count = 0; count < amount; count += 1) times.push(now);
      uses.set(key, times, now);
    }
    return { allowed: true, retryAfterMs: 0 };
  }

  async giveBack(key: string, uses = 1): Promise<void> {
    for (const within of this.#uses.values()) within.of(key)?.splice(-uses);
  }

  #usesWithin(windowMs: number, now: number): WindowUses {
    let uses = this.#uses.get(windowMs);
    if (uses === undefined) {
      uses = new WindowUses(windowMs, this.#maxEntries, now);
      this.#uses.set(windowMs, uses);
    }
    return uses;
  }

  async close(): Promise<void> {
    this.#entries.clear();
    this.#uses.clear();
  }
}

/** @param times oldest first */
function dropUntil(times: Times, lastGone: number): void {
  const current = times.findIndex((time) => time > lastGone);
  times.splice(0, current === -1 ? times.length : current);
}

/** A map with expiring values and at most `maxEntries` entries. */
class ExpiringMap<V extends {}> {
  readonly #map: LRUCache<string, V>;
  #setsUntilSweep = 0;

  constructor(maxEntries: number, now: () => number) {
    this.#map = new LRUCache({ ...atMost(maxEntries), ttl: 1, ttlResolution: 0, perf: { now } });
  }

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  set(key: string, value: V, ttlMs: number): void {
    // The library keeps a value through its last millisecond, and a value with a time to live of 0 for ever.
    this.#map.set(key, value, { ttl: Math.max(0.5, ttlMs - 0.5) });
    this.#setsUntilSweep -= 1;
    if (this.#setsUntilSweep <= 0) this.#sweep();
  }

  delete(key: string): void {
    this.#map.delete(key);
  }

  clear(): void {
    this.#map.clear();
  }

  /**
   * Expired entries must not push out live ones. One sweep per as many sets as there are entries keeps the cost
   * constant.
   */
  #sweep(): void {
    this.#map.purgeStale();
    this.#setsUntilSweep = Math.max(1_000, this.#map.size);
  }
}
