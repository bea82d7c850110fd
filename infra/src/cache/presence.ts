import { randomUUID } from 'node:crypto';
import type { Logger } from '../process/observability/log.ts';
import type { Cache } from './cache.ts';

export type Presence = Awaited<ReturnType<typeof announce>>;

/** Number of processes that can be counted; further ones share the last slot. */
const PLACES = 64;
/** A killed process counts as present for this long. */
const LASTS_MS = 15_000;
const RENEW_MS = 5_000;

/**
 * Announces to the other processes that this one does `work`, until it ends. Only warnings depend on it: it is lost
 * while the cache is away.
 */
export async function announce(
  cache: Cache,
  work: string,
  log: Logger,
  { renewMs = RENEW_MS, lastsMs = LASTS_MS } = {},
) {
  const mine = randomUUID();
  let place: number | undefined;

  async function say(): Promise<void> {
    try {
      if (place !== undefined) {
        await cache.set(keyOf(work, place), mine, lastsMs);
        return;
      }
      let free = 0;
      while (free < PLACES - 1 && !(await cache.setIfAbsent(keyOf(work, free), mine, lastsMs))) free += 1;
      if (free === PLACES - 1) await cache.set(keyOf(work, free), mine, lastsMs);
      place = free;
    } catch (error) {
      log.debug({ err: error, work }, 'not announced, will try again');
    }
  }

  await say();
  let saying: Promise<void> = Promise.resolve();
  const renewal = setInterval(() => {
    saying = saying.then(say);
  }, renewMs).unref();
  return {
    /** Withdraws the announcement. */
    async end(): Promise<void> {
      clearInterval(renewal);
      await saying;
      if (place === undefined) return;
      try {
        if ((await cache.get(keyOf(work, place))) === mine) await cache.delete(keyOf(work, place));
      } catch (error) {
        log.debug({ err: error, work }, 'not taken back, it will run out');
      }
    },
  };
}

/** Whether a process announces work that only one does at a time. */
export async function isAnnounced(cache: Pick<Cache, 'get'>, work: string): Promise<boolean> {
  return (await cache.get(keyOf(work, 0))) !== undefined;
}

export async function countAnnounced(cache: Pick<Cache, 'get'>, work: string): Promise<number> {
  const values = await Promise.all(Array.from({ length: PLACES }, (_, place) => cache.get(keyOf(work, place))));
  return values.filter((value) => value !== undefined).length;
}

function keyOf(work: string, place: number): string {
  return `presence:${work}:${place}`;
}
