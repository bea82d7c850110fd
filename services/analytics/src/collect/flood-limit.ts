import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import type { Logger } from '@volant/infra/process/observability/log';

const EVENTS: Limit = { uses: 120, windowMs: 60_000 };

/**
 * Consumes the rate limit for some events of one visitor: for all of them or for none. Without the cache there is no
 * limit, because lost events would be worse than a flood.
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function takeEvents(
  cache: Cache,
  networkKeys: readonly string[],
  events: number,
  log: Logger,
): Promise<void> {
  const keys = networkKeys.map((key) => `events:${key}`);
  const { allowed, retryAfterMs } = await takeOfNetworks(cache, keys, EVENTS, events).catch((error: unknown) => {
    log.warn({ err: error }, 'visitors cannot be limited');
    return { allowed: true, retryAfterMs: 0 };
  });
  if (!allowed) throw tooMany(retryAfterMs);
}
