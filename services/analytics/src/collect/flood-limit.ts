import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import type { Logger } from '@volant/infra/process/observability/log';
import { wholeNumber } from '@volant/infra/process/settings/process-settings';

export const EVENTS_PER_MINUTE = 120;
/** Below this, the taps of a single visitor could be refused. */
const FEWEST = 60;
const MOST = 100_000;
const MINUTE = 60_000;

/** More for carriers that put thousands of phones behind one address. */
export const EVENT_LIMIT_SHAPE = { VOLANT_EVENTS_PER_MINUTE: wholeNumber(FEWEST, MOST).default(EVENTS_PER_MINUTE) };

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
  perMinute = EVENTS_PER_MINUTE,
): Promise<void> {
  const limit: Limit = { uses: perMinute, windowMs: MINUTE };
  const keys = networkKeys.map((key) => `events:${key}`);
  const { allowed, retryAfterMs } = await takeOfNetworks(cache, keys, limit, events).catch((error: unknown) => {
    log.warn({ err: error }, 'visitors cannot be limited');
    return { allowed: true, retryAfterMs: 0 };
  });
  if (!allowed) throw tooMany(retryAfterMs);
}
