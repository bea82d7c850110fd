import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredObject } from '@volant/infra/objects/objects';
import type { Pictures } from '../static/cached-pictures.ts';
import type { PageDocument } from './page-view.ts';

/** A passenger waits for the contact; the photo is only a part of it. */
const PHOTO_WITHIN_MS = 2_000;

/** The stored photo; undefined if there is none, `away` if the store does not answer. */
export async function photoOf({ avatar }: PageDocument, objects: Pictures): Promise<StoredObject | undefined | 'away'> {
  if (avatar === null) return undefined;
  const limit = new AbortController();
  try {
    return await Promise.race([
      objects.get(avatar.slice(1)),
      sleep(PHOTO_WITHIN_MS, 'away' as const, { signal: limit.signal }),
    ]);
  } catch {
    return 'away';
  } finally {
    limit.abort();
  }
}
