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
const MAX_KEPT = 256 * 1024 * 1024;
/** Since the store last had it. An erased picture must not outlive this. */
const KEPT_FOR_MS = 24 * 60 * 60_000;
const PURGED_EVERY_MS = 60 * 60_000;
/** How long a picture that is kept waits for the store. */
const STORE_WITHIN_MS = 1_000;
/** Pictures that wait to be written; more are kept when they are requested again. */
const MAX_WRITES = 16;

export type Pictures = Pick<Objects, 'get'>;

/** The store, and copies of the pictures it served within a day, for when it does not answer. */
export async function withKeptPictures(
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

  /** The sizes of the copies. */
  const kept = new LRUCache<string, number>({
    maxSize: MAX_KEPT,
    sizeCalculation: (bytes) => bytes,
    ttl: KEPT_FOR_MS,
    dispose(_, key, reason) {
      if (reason !== 'set') void inTurn(() => files.delete(key)).catch(tell);
    },
  });
  for await (const key of files.list('')) {
    const { size, mtimeMs } = await stat(path.join(directory, key));
    const age = Math.max(0, Date.now() - mtimeMs);
    if (age < KEPT_FOR_MS) kept.set(key, size, { start: performance.now() - age });
    else await files.delete(key);
  }
  setInterval(() => kept.purgeStale(), PURGED_EVERY_MS).unref();

  function keep(key: string, picture: StoredObject): void {
    const bytes = Math.max(1, picture.body.length);
    const isNew = !kept.has(key);
    if (isNew && inTurn.activeCount + inTurn.pendingCount >= MAX_WRITES) return;
    // Listed before it is written, so that a removal meanwhile follows the write.
    kept.set(key, bytes);
    if (!isNew) return;
    inTurn(() => files.put(key, picture)).catch((error: unknown) => {
      tell(error);
      kept.delete(key);
    });
  }

  return {
    async get(key) {
      const has = kept.has(key);
      try {
        const stored = store.get(key);
        const picture = await (has ? pTimeout(stored, { milliseconds: STORE_WITHIN_MS }) : stored);
        if (picture === undefined) kept.delete(key);
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
