import { randomUUID } from 'node:crypto';
import type { Cache } from '../cache/cache.ts';
import type { Logger } from '../process/observability/log.ts';
import { poll } from '../process/waiting/poll.ts';

/** A process that dies while migrating blocks the others for this long. */
const LOCK_MS = 60_000;
const RENEW_MS = 15_000;
const LOOK_AGAIN_MS = 250;

export interface MigrationLockParts {
  readonly cache: Pick<Cache, 'get' | 'set' | 'setIfAbsent' | 'delete'>;
  readonly log: Logger;
  /** Each target has its own lock. */
  readonly of?: 'analytics' | 'mongodb';
}

/**
 * Runs `work` under a lock that excludes other processes, waiting for its current holder. The lock is in the cache,
 * because ClickHouse has no locks without Keeper and MongoDB's data is spread over several databases. If the lock is
 * lost (the cache restarted), two processes may run the same statements, which are all repeatable.
 */
export async function migrateAlone<T>(
  { cache, log, of = 'analytics' }: MigrationLockParts,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `${of}:migrations`;
  const mine = randomUUID();
  const acquire = async () => (await cache.setIfAbsent(lock, mine, LOCK_MS)) || undefined;
  if ((await acquire()) === undefined) {
    log.warn('another process is running migrations; waiting for it');
    await poll(acquire, { everyMs: LOOK_AGAIN_MS });
  }
  const renewal = setInterval(() => {
    cache
      .set(lock, mine, LOCK_MS)
      .catch((error: unknown) => log.warn({ err: error }, 'the lock of the migrations cannot be renewed'));
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if ((await cache.get(lock)) === mine) await cache.delete(lock);
  }
}
