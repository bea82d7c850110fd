export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets the value only if the key has none; true if it was set. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * Counts uses of `key` in a sliding window.
   * @param limit uses allowed within `windowMs`
   * @param uses number of uses to count at once, all or none; defaults to 1. More than `limit` is never allowed.
   */
  take(key: string, limit: number, windowMs: number, uses?: number): Promise<RateLimitVerdict>;
  /** Returns uses of `key` (1 by default), for limits that count only failures. */
  giveBack(key: string, uses?: number): Promise<void>;
  close(): Promise<void>;
}

export interface RateLimitVerdict {
  readonly allowed: boolean;
  /** Time until the same call is allowed; 0 if this one is. */
  readonly retryAfterMs: number;
}
