import { access, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unavailable } from '@volant/infra/errors/domain-error';
import type { Objects, StoredObject } from '@volant/infra/objects/objects';
import { createLogger } from '@volant/infra/process/observability/log';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withCachedPictures } from './cached-pictures.ts';

const KEY = 'uploads/3f-c1.jpg';
const OTHER = 'uploads/other.jpg';
const PICTURE: StoredObject = { body: new Uint8Array([1, 2, 3]), contentType: 'image/jpeg' };
const log = createLogger({ name: 'test', level: 'silent' });

let directory: string;
let store: Map<string, StoredObject> | 'away' | 'silent';
const file = (key = KEY) => path.join(directory, 'pictures', key);

const objects = {
  async get(key: string) {
    if (store === 'silent') return new Promise(() => {});
    if (store === 'away') throw unavailable(new Error('refused'));
    return store.get(key);
  },
} as Objects;

const open = () => withCachedPictures(objects, directory, log);
const isWritten = (key = KEY) =>
  access(file(key)).then(
    () => true,
    () => false,
  );
const written = (key = KEY) => expect.poll(() => isWritten(key)).toBe(true);
const removed = () => expect.poll(() => isWritten()).toBe(false);

async function openWithPicture() {
  const pictures = await open();
  await pictures.get(KEY);
  await written();
  return pictures;
}

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-pictures-'));
  store = new Map([[KEY, PICTURE]]);
});
afterEach(() => rm(directory, { recursive: true }));

describe('pictures of a gateway', () => {
  test('answers a picture that was requested before while the store is away, also after a restart', async () => {
    const pictures = await openWithPicture();
    store = 'away';
    expect(await pictures.get(KEY)).toEqual(PICTURE);
    expect(await (await open()).get(KEY)).toEqual(PICTURE);
  });

  test('answers it while the store is silent', async () => {
    const pictures = await openWithPicture();
    store = 'silent';
    expect(await pictures.get(KEY)).toEqual(PICTURE);
  });

  test('refuses a picture that was not requested before as the store does', async () => {
    const pictures = await openWithPicture();
    store = 'away';
    await expect(pictures.get(OTHER)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('removes the copy of a picture that the store no longer has', async () => {
    const pictures = await openWithPicture();
    store = new Map();
    expect(await pictures.get(KEY)).toBeUndefined();
    await removed();
    store = 'away';
    await expect(pictures.get(KEY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('removes a copy that was still being written when the store lost the picture', async () => {
    const pictures = await open();
    await pictures.get(KEY);
    store = new Map([[OTHER, PICTURE]]);
    await pictures.get(KEY);
    await pictures.get(OTHER);
    // Copies are written and removed in turn.
    await written(OTHER);
    expect(await isWritten()).toBe(false);
  });

  test('removes a copy that is older than a day at the start', async () => {
    await openWithPicture();
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    await utimes(file(), yesterday, yesterday);
    store = 'away';
    await expect((await open()).get(KEY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await removed();
  });

  test('keeps no copies without a directory', async () => {
    expect(await withCachedPictures(objects, undefined, log)).toBe(objects);
  });
});
