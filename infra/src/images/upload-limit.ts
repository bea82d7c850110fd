import type { Cache } from '../cache/cache.ts';
import { tooMany } from '../errors/too-many.ts';

const HOUR_MS = 60 * 60 * 1000;
export const UPLOADS_PER_HOUR = 30;

/**
 * Counts one upload of a person, over all services that take pictures.
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function takeUpload(cache: Cache, userId: string, perHour: number = UPLOADS_PER_HOUR): Promise<void> {
  const verdict = await cache.take(`uploads:${userId}`, perHour, HOUR_MS);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
}
