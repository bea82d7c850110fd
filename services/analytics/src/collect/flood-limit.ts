import type { Cache } from '@volant/infra/cache/cache';
import { DomainError } from '@volant/infra/errors/domain-error';

export const EVENTS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;

/**
 * Takes room for some events of one visitor, for all of them or for none.
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function takeEvents(cache: Cache, addressKey: string, events: number): Promise<void> {
  const key = `events:${addressKey}`;
  for (let taken = 0; taken < events; taken += 1) {
    const { allowed, retryAfterMs } = await cache.take(key, EVENTS_PER_MINUTE, MINUTE_MS);
    if (allowed) continue;
    for (let back = 0; back < taken; back += 1) await cache.giveBack(key);
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    throw new DomainError('TOO_MANY_REQUESTS', { seconds }, seconds);
  }
}
