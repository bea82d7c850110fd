import type { Cache } from '@volant/infra/cache/cache';
import type { Logger } from '@volant/infra/process/observability/log';

interface WriterPorts {
  readonly cache: Cache;
  readonly log: Logger;
}

/** People that are shown as writing to one message; further ones are not. */
const MOST_WRITERS = 4;
/** Clients repeat it every ten seconds, so that one repetition may be lost. */
const LASTS_MS = 25_000;

/**
 * Who is writing a reply to a message at the moment. Kept in the cache and nowhere else, because nobody needs to know it
 * later: while the cache is away, nobody is shown.
 */
export function createWriters({ cache, log }: WriterPorts) {
  const placesOf = (messageId: string) =>
    Array.from({ length: MOST_WRITERS }, (_, place) => `support:writing:${messageId}:${place}`);

  async function takePlace(places: readonly string[], userId: string): Promise<void> {
    for (const place of places) if (await cache.setIfAbsent(place, userId, LASTS_MS)) return;
  }

  return {
    /** Ids of accounts. */
    async of(messageId: string): Promise<readonly string[]> {
      try {
        const found = await Promise.all(placesOf(messageId).map((place) => cache.get(place)));
        return [...new Set(found.flatMap((userId) => userId ?? []))];
      } catch (error) {
        log.debug({ err: error }, 'writers unknown');
        return [];
      }
    },
    /** Each person has one place, which others cannot overwrite. */
    async say(messageId: string, userId: string, writing: boolean): Promise<void> {
      const places = placesOf(messageId);
      try {
        const found = await Promise.all(places.map((place) => cache.get(place)));
        const mine = places.filter((_, place) => found[place] === userId);
        if (!writing) await Promise.all(mine.map((place) => cache.delete(place)));
        else if (mine[0] === undefined) await takePlace(places, userId);
        else await cache.set(mine[0], userId, LASTS_MS);
      } catch (error) {
        log.debug({ err: error }, 'writer not kept, the client will try again');
      }
    },
  };
}
