import type { Cache, RateLimitVerdict } from './cache.ts';

export interface MemoryCacheOptions {
  readonly clock?: () => Date;
  /** Entries and limits kept at most; beyond it the oldest go, as they may in any cache. */
  readonly maxEntries?: number;
}

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

/** Times of the uses within the last window, oldest first. */
interface Uses {
  readonly times: number[];
  expiresAt: number;
}

const DEFAULT_MAX_ENTRIES = 200_000;

/** The cache of one process. What expired is swept out as it is used, without a timer. */
export function createMemoryCache(options: MemoryCacheOptions = {}): Cache {
  return new MemoryCache(options);
}

class MemoryCache implements Cache {
  readonly #now: () => number;
  readonly #entries: ExpiringMap<Entry>;
  readonly #uses: ExpiringMap<Uses>;

  constructor({ clock, maxEntries = DEFAULT_MAX_ENTRIES }: MemoryCacheOptions) {
    this.#now = clock === undefined ? Date.now : () => clock().getTime();
    this.#entries = new ExpiringMap(maxEntries);
    this.#uses = new ExpiringMap(maxEntries);
  }

  async get(key: string): Promise<string | undefined> {
    return this.#entries.get(key, this.#now())?.value;
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#put(key, value, ttlMs);
  }

  async setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean> {
    if (this.#entries.get(key, this.#now()) !== undefined) return false;
    this.#put(key, value, ttlMs);
    return true;
  }

  async delete(key: string): Promise<void> {
    this.#entries.delete(key);
  }

  async take(key: string, limit: number, windowMs: number, wanted = 1): Promise<RateLimitVerdict> {
    const now = this.#now();
    const uses = this.#uses.get(key, now) ?? { times: [], expiresAt: now };
    const current = uses.times.findIndex((time) => time > now - windowMs);
    uses.times.splice(0, current === -1 ? uses.times.length : current);

    if (uses.times.length + wanted > limit) {
      // The use that has to leave the window before there is room for those wanted.
      const blocking = uses.times[uses.times.length + wanted - limit - 1] ?? now;
      return { allowed: false, retryAfterMs: Math.max(1, blocking + windowMs - now) };
    }
    for (let count = 0; count < wanted; count += 1) uses.times.push(now);
    uses.expiresAt = now + windowMs;
    this.#uses.set(key, uses, now);
    return { allowed: true, retryAfterMs: 0 };
  }

  async giveBack(key: string, uses = 1): Promise<void> {
    this.#uses.get(key, this.#now())?.times.splice(-uses);
  }

  async close(): Promise<void> {
    this.#entries.clear();
    this.#uses.clear();
  }

  #put(key: string, value: string, ttlMs: number): void {
    const now = this.#now();
    this.#entries.set(key, { value, expiresAt: now + ttlMs }, now);
  }
}

/** A map whose values expire, and which never holds more than `maxEntries`. */
class ExpiringMap<V extends { readonly expiresAt: number }> {
  readonly #maxEntries: number;
  readonly #map = new Map<string, V>();
  #setsUntilSweep = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: string, now: number): V | undefined {
    const value = this.#map.get(key);
    if (value === undefined || value.expiresAt > now) return value;
    this.#map.delete(key);
    return undefined;
  }

  set(key: string, value: V, now: number): void {
    // Moved to the end, so that the first key is always the one set longest ago.
    this.#map.delete(key);
    this.#map.set(key, value);
    this.#setsUntilSweep -= 1;
    if (this.#setsUntilSweep <= 0) this.#sweep(now);
    if (this.#map.size > this.#maxEntries) this.#dropOldest();
  }

  delete(key: string): void {
    this.#map.delete(key);
  }

  clear(): void {
    this.#map.clear();
  }

  /** As many sets as there are entries pay for one look at all of them. */
  #sweep(now: number): void {
    for (const [key, { expiresAt }] of this.#map) if (expiresAt <= now) this.#map.delete(key);
    this.#setsUntilSweep = Math.max(1_000, this.#map.size);
  }

  #dropOldest(): void {
    for (const key of this.#map.keys()) {
      this.#map.delete(key);
      return;
    }
  }
}
