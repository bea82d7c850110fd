import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import type { Objects, StoredObject } from '@volant/infra/objects/objects';
import type { Logger } from '@volant/infra/process/observability/log';
import { closeToOthers } from '@volant/infra/process/shell/close-to-others';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import pTimeout from 'p-timeout';

/** Bytes on the disk of one gateway. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Since the store last had it. An erased picture must not outlive this. */
const CACHED_FOR_MS = 24 * 60 * 60_000;
const PURGED_EVERY_MS = 60 * 60_000;
/** How long a request for a cached picture waits for the store. */
const STORE_WITHIN_MS = 1_000;
/** Pictures that wait to be written; more are cached when they are requested again. */
const MAX_WRITES = 16;

export type Pictures = Pick<Objects, 'get'>;

/** The store, and copies of the pictures it served within a day, for when it does not answer. */
export async function withCachedPictures(
  store: Objects,
  copyDirectory: string | undefined,
  log: Logger,
): Promise<Pictures> {
  if (copyDirectory === undefined) return store;
  const directory = path.join(copyDirectory, 'pictures');
  const files = await openFileObjects({ path: directory });
  await closeToOthers(directory);
  const inTurn = pLimit(1);
  const tell = (error: unknown) => log.warn({ err: error }, 'a copy of a picture was not written or removed');

  /** Sizes of the copies by key. */
  const sizes = new LRUCache<string, number>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes) => bytes,
    ttl: CACHED_FOR_MS,
    dispose(_, key, reason) {
      if (reason !== 'set') void inTurn(() => files.delete(key)).catch(tell);
    },
  });
  for await (const key of files.list('')) {
    const { size, mtimeMs } = await stat(path.join(directory, key));
    const age = Math.max(0, Date.now() - mtimeMs);
    if (age < CACHED_FOR_MS) sizes.set(key, size, { start: performance.now() - age });
    else await files.delete(key);
  }
  setInterval(() => sizes.purgeStale(), PURGED_EVERY_MS).unref();

  function keep(key: string, picture: StoredObject): void {
    const bytes = Math.max(1, picture.body.length);
    const isNew = !sizes.has(key);
    if (isNew && inTurn.activeCount + inTurn.pendingCount >= MAX_WRITES) return;
    // Listed before it is written, so that a removal meanwhile follows the write.
    sizes.set(key, bytes);
    if (!isNew) return;
    inTurn(() => files.put(key, picture)).catch((error: unknown) => {
      tell(error);
      sizes.delete(key);
    });
  }

  return {
    async get(key) {
      const has = sizes.has(key);
      try {
        const stored = store.get(key);
        const picture = await (has ? pTimeout(stored, { milliseconds: STORE_WITHIN_MS }) : stored);
        if (picture === undefined) sizes.delete(key);
        else keep(key, picture);
        return picture;
      } catch (error) {
        const picture = has ? await files.get(key) : undefined;
        if (picture === undefined) throw error;
        return picture;
      }
    },
  };
}
