export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets only where nothing is set; true if it did. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * Counts uses of `key` in a sliding window.
   * @param limit uses allowed within `windowMs`
   * @param uses counted at once, all of them or none; 1 if not given. More than `limit` are never allowed.
   */
  take(key: string, limit: number, windowMs: number, uses?: number): Promise<RateLimitVerdict>;
  /** Gives uses of `key` back, for limits that count failures only; 1 if not given. */
  giveBack(key: string, uses?: number): Promise<void>;
  close(): Promise<void>;
}

export interface RateLimitVerdict {
  readonly allowed: boolean;
  /** Time until the same call is allowed; 0 if this one is. */
  readonly retryAfterMs: number;
}
