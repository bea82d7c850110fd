import type { Cache } from '../cache/cache.ts';
import { tooMany } from '../errors/too-many.ts';
import { type ReencodedImage, reencodeImage } from './reencode.ts';

const HOUR_MS = 60 * 60 * 1000;
const UPLOADS_PER_HOUR = 30;
/** Concurrent uploads per person and process. */
const AT_ONCE = 3;
const RETRY_AFTER_MS = 5_000;

const underWay = new Map<string, number>();

/**
 * Receives one picture of a person. The limit is shared by all services that accept pictures.
 * @throws DomainError TOO_MANY_REQUESTS, and the errors of `reencodeImage`
 */
export async function receiveImage(
  cache: Cache,
  userId: string,
  body: AsyncIterable<Uint8Array>,
  perHour: number = UPLOADS_PER_HOUR,
): Promise<ReencodedImage> {
  const others = underWay.get(userId) ?? 0;
  if (others >= AT_ONCE) throw tooMany(RETRY_AFTER_MS);
  underWay.set(userId, others + 1);
  try {
    const verdict = await cache.take(`uploads:${userId}`, perHour, HOUR_MS);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
    return await reencodeImage(body);
  } finally {
    const left = (underWay.get(userId) ?? 1) - 1;
    if (left === 0) underWay.delete(userId);
    else underWay.set(userId, left);
  }
}
