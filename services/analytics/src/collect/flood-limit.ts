import type { Cache } from '@volant/infra/cache/cache';
import { tooMany } from '@volant/infra/errors/too-many';
import type { Logger } from '@volant/infra/process/log';

export const EVENTS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;

/**
 * Takes room for some events of one visitor, for all of them or for none.
 * While the cache does not answer nobody is limited: the limit guards against a
 * nuisance, and losing events would be a greater one.
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function takeEvents(cache: Cache, addressKey: string, events: number, log: Logger): Promise<void> {
  const { allowed, retryAfterMs } = await cache
    .take(`events:${addressKey}`, EVENTS_PER_MINUTE, MINUTE_MS, events)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'visitors cannot be limited');
      return { allowed: true, retryAfterMs: 0 };
    });
  if (!allowed) throw tooMany(retryAfterMs);
}
