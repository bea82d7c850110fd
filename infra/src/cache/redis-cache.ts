import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Checked } from '../adapters/standing-servers.ts';
import type { Logger } from '../process/observability/log.ts';
import { ServerUnreachable } from '../process/settings/server-errors.ts';
import { Batcher } from '../process/waiting/batcher.ts';
import { atMost } from './at-most.ts';
import type { Cache, RateLimitVerdict } from './cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import { RECONNECT_EVERY_MS, type RedisAddress, RedisAway, RedisConnection } from './redis-connection.ts';

export interface RedisCacheSettings extends RedisAddress {
  readonly log: Logger;
  /** Prefix of every key, so that several products can share a server. */
  readonly prefix?: string;
  /** Opens without a server that does not answer yet, as if it had gone away. */
  readonly opensWithout?: boolean;
}

export type RedisCache = Cache & Checked;

/** A value set or a key deleted that the server has not seen yet. */
interface PendingWrite {
  /** Undefined if the key was deleted. */
  readonly value: string | undefined;
  readonly writtenAt: number;
  readonly expiresAt: number;
}

const DEFAULT_PREFIX = 'volant:';
const MOST_PENDING_WRITES = 50_000;
const WRITTEN_AT_ONCE = 500;
const READ_AT_ONCE = 500;
/** By then every running process has reconnected and flushed its pending writes. */
const SETTLING_MS = 4 * RECONNECT_EVERY_MS + 800;

/**
 * A cache shared by many processes. It never fails because Redis is away:
 *
 * - While Redis is away, values are unknown (`get` finds nothing, so that callers ask the source). Limits and
 *   `setIfAbsent` then hold within this process only and start from zero; their uses are not carried over.
 * - Values set and keys deleted meanwhile are kept and flushed when Redis is back, before this process reads it
 *   again, unless another process has written the key later (by the processes' clocks). No process reads for two more
 *   seconds, because others may still be flushing. So an older value never hides a revocation made during an outage of
 *   Redis.
 * - Exceptions: as long as the older value lives, it hides the revocation from processes that reach Redis while the
 *   revoking process does not, and if the revoking process ends before Redis is back.
 *
 * @throws SettingError, ServerUnreachable if it cannot be opened
 */
export async function openRedisCache(settings: RedisCacheSettings): Promise<RedisCache> {
  const cache = new SharedCache(settings);
  await cache.open(settings.opensWithout === true);
  return cache;
}

class SharedCache implements RedisCache {
  readonly #connection: RedisConnection;
  readonly #log: Logger;
  readonly #prefix: string;
  /** Stands in for Redis while it is away. */
  readonly #own = createMemoryCache();
  /** Last write of each key that Redis has not seen, the latest first; beyond the limit the oldest are dropped. */
  readonly #pending = new LRUCache<string, PendingWrite>({
    ...atMost(MOST_PENDING_WRITES),
    dispose: (_write, _key, reason) => {
      if (reason === 'evict') this.#forgotten += 1;
    },
  });
  #forgotten = 0;
  /** Every request looks up a session; lookups made during a read are batched into the next one. */
  readonly #reads = new Batcher<string, string | undefined>({
    work: (keys) => this.#read(keys),
    capacity: READ_AT_ONCE,
  });
  #settledAt = 0;

  constructor({ log, prefix = DEFAULT_PREFIX, opensWithout: _, ...address }: RedisCacheSettings) {
    this.#log = log;
    this.#prefix = prefix;
    this.#connection = new RedisConnection(
      address,
      (reason) => log.warn({ reason }, 'Redis is away; limits are the process’s own until it is back'),
      (redis) => this.#return(redis),
    );
  }

  async open(orLater: boolean): Promise<void> {
    try {
      await this.#connection.open();
    } catch (error) {
      if (!orLater || !(error instanceof ServerUnreachable)) throw error;
      this.#log.warn({ server: 'Redis' }, `waiting for ${error.message}`);
      this.#connection.openLater();
    }
  }

  async get(key: string): Promise<string | undefined> {
    return this.#reads.add(key);
  }

  async #read(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    const nothing = () => keys.map(() => undefined);
    if (performance.now() < this.#settledAt) return nothing();
    return this.#connection
      .ask(async (redis) => {
        const found = await redis.mget(keys.map((key) => this.#valueKey(key)));
        return found.map((stored) => (stored === null ? undefined : stored.slice(stored.indexOf(' ') + 1)));
      })
      .catch(insteadOfRedis(nothing));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    const writtenAt = Date.now();
    await this.#connection
      .ask((redis) => redis.set(this.#valueKey(key), stored(value, writtenAt), 'PX', wholeMs(ttlMs)))
      .catch(
        insteadOfRedis(async () => {
          this.#pending.set(key, { value, writtenAt, expiresAt: writtenAt + ttlMs });
          await this.#own.set(key, value, ttlMs);
        }),
      );
  }

  async setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#connection
      .ask(async (redis) => {
        const text = stored(value, Date.now());
        return (await redis.set(this.#valueKey(key), text, 'PX', wholeMs(ttlMs), 'NX')) === 'OK';
      })
      .catch(insteadOfRedis(() => this.#own.setIfAbsent(key, value, ttlMs)));
  }

  async delete(key: string): Promise<void> {
    // A value held locally during an outage must not survive its deletion.
    await this.#own.delete(key);
    const writtenAt = Date.now();
    await this.#connection
      .ask((redis) => redis.del(this.#valueKey(key)))
      .catch(insteadOfRedis(() => this.#pending.set(key, { value: undefined, writtenAt, expiresAt: writtenAt })));
  }

  async take(key: string, limit: number, windowMs: number, uses = 1): Promise<RateLimitVerdict> {
    return this.#connection
      .ask(async (redis) => {
        const [allowed, retryAfterMs] = await redis.takeUses(this.#limitKey(key), limit, wholeMs(windowMs), uses);
        return { allowed: allowed === 1, retryAfterMs };
      })
      .catch(insteadOfRedis(() => this.#own.take(key, limit, windowMs, uses)));
  }

  async giveBack(key: string, uses = 1): Promise<void> {
    await this.#connection
      .ask((redis) => redis.lpop(this.#limitKey(key), uses))
      .catch(insteadOfRedis(() => this.#own.giveBack(key, uses)));
  }

  check(): Promise<void> {
    return this.#connection.check();
  }

  async close(): Promise<void> {
    await this.#connection.close();
    await this.#own.close();
    if (this.#pending.size > 0) {
      this.#log.warn({ writes: this.#pending.size }, 'closed before Redis was back: its values are the older ones');
    }
  }

  async #return(redis: Redis): Promise<void> {
    let written = 0;
    while (this.#pending.size > 0) {
      const oldest = [...this.#pending.rkeys()].slice(0, WRITTEN_AT_ONCE);
      await Promise.all(oldest.map((key) => this.#write(redis, key)));
      written += oldest.length;
    }
    // Limits and locks of the outage end with it.
    await this.#own.close();
    this.#settledAt = performance.now() + SETTLING_MS;
    this.#log.info({ written, forgotten: this.#forgotten }, 'Redis is back');
    this.#forgotten = 0;
  }

  async #write(redis: Redis, key: string): Promise<void> {
    const write = this.#pending.peek(key);
    if (write === undefined) return;
    const { value, writtenAt, expiresAt } = write;
    const ttlMs = value === undefined ? 0 : Math.max(0, wholeMs(expiresAt - Date.now()));
    await redis.writeUnlessNewer(this.#valueKey(key), writtenAt, ttlMs, stored(value ?? '', writtenAt));
    // The key may have been written again meanwhile.
    if (this.#pending.peek(key) === write) this.#pending.delete(key);
  }

  #valueKey(key: string): string {
    return `${this.#prefix}value:${key}`;
  }

  #limitKey(key: string): string {
    return `${this.#prefix}limit:${key}`;
  }
}

/** Values carry the time they were written. */
function stored(value: string, writtenAt: number): string {
  return `${writtenAt} ${value}`;
}

function wholeMs(ms: number): number {
  return Math.ceil(ms);
}

function insteadOfRedis<T>(instead: () => T | Promise<T>): (error: unknown) => T | Promise<T> {
  return (error) => {
    if (error instanceof RedisAway) return instead();
    throw error;
  };
}
