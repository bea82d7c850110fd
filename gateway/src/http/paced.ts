import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@volant/infra/errors/domain-error';

/** Minimum speed of an arriving body. */
export interface Pace {
  /** Minimum number of bytes per `withinMs` of waiting. */
  readonly bytes: number;
  readonly withinMs: number;
  /** Maximum total time of waiting. */
  readonly totalMs: number;
}

/** Slower than any usable phone network: 52 kbit/s. The total allows 5 MB over a poor one. */
export const UPLOAD_PACE: Pace = { bytes: 64 * 1024, withinMs: 10_000, totalMs: 90_000 };

/**
 * Passes a body on until it arrives too slowly. Only the time waiting for the sender counts, not the reader's
 * processing.
 * @throws DomainError REQUEST_TIMEOUT
 */
export async function* paced(
  body: AsyncIterable<Uint8Array>,
  { bytes, withinMs, totalMs }: Pace,
): AsyncGenerator<Uint8Array> {
  // for…of would wait for a stalled body before it releases the iterator.
  const chunks = body[Symbol.asyncIterator]();
  let left = { window: withinMs, total: totalMs };
  let received = 0;
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const since = performance.now();
      const next = await before(Math.min(left.window, left.total), chunks.next());
      waiting = false;
      if (next.done === true) return;
      const waited = performance.now() - since;
      received += next.value.byteLength;
      const enough = received >= bytes;
      if (enough) received = 0;
      left = { window: enough ? withinMs : left.window - waited, total: left.total - waited };
      yield next.value;
    }
  } finally {
    if (!waiting) await chunks.return?.();
  }
}

async function before<T>(ms: number, chunk: Promise<T>): Promise<T> {
  const arrived = new AbortController();
  const tooLate = delay(Math.max(0, ms), undefined, { signal: arrived.signal }).then(() => {
    throw new DomainError('REQUEST_TIMEOUT');
  });
  try {
    return await Promise.race([chunk, tooLate]);
  } finally {
    arrived.abort();
  }
}
