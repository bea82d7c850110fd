import { tooMany } from '../errors/too-many.ts';
import type { Cache } from './cache.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Counts a change of one stream, whose history grows with each change.
 * @throws DomainError TOO_MANY_CHANGES
 */
export async function takeChange(cache: Pick<Cache, 'take'>, key: string, perHour: number): Promise<void> {
  const verdict = await cache.take(`changes:${key}`, perHour, HOUR_MS);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, 'TOO_MANY_CHANGES');
}
