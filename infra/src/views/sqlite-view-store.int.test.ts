import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../sqlite/database.ts';
import { viewStoreContract } from './contract.ts';
import { createSqliteViewStore, type SqliteViewStore } from './sqlite-view-store.ts';
import type { ViewDocument } from './view-store.ts';

let directory: string;
let database: Database;
let owners = 0;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'views-'));
  database = await openDatabase({ file: path.join(directory, 'volant.db') });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

viewStoreContract('SQLite', async () => {
  owners += 1;
  const viewStore = createSqliteViewStore(database, `owner${owners}`);
  return { viewStore, cleanUp: () => viewStore.close() };
});

describe('views in a file', () => {
  const CARDS = { name: 'cards', indexes: ['ids'], texts: ['text'] };
  const card = { _id: 'k', ids: ['one', 'two'], text: 'a name to be erased' };
  let place: string;
  let file: string;
  let opened: Database;
  beforeEach(async () => {
    place = await mkdtemp(path.join(tmpdir(), 'views-'));
    file = path.join(place, 'volant.db');
    opened = await openDatabase({ file });
  });
  afterEach(async () => {
    await opened.close();
    await rm(place, { recursive: true });
  });

  async function filled(): Promise<SqliteViewStore> {
    const store = createSqliteViewStore(opened, 'pages');
    await store.together(async (at, save) => {
      await at(7).view(CARDS).put(card);
      save('projection', 7);
    });
    return store;
  }

  async function openedAgain(): Promise<SqliteViewStore> {
    await opened.close();
    opened = await openDatabase({ file });
    return createSqliteViewStore(opened, 'pages');
  }

  async function damage(): Promise<void> {
    const bytes = await readFile(file);
    bytes.write('x', bytes.indexOf('a name to be erased'));
    await writeFile(file, bytes, { flag: 'r+' });
  }

  it('continue after a reopening, also by the elements of arrays', async () => {
    await filled();
    const store = await openedAgain();
    expect(await store.checkpoint('projection')).toBe(7);
    expect(await store.view(CARDS).find({ ids: 'two' })).toEqual([card]);
    expect(await store.view(CARDS).find({ ids: { $in: ['one', 'none'] }, text: { $contains: 'na' } })).toEqual([card]);
  });

  it('are found by the fields and texts of another version', async () => {
    const { view } = await filled();
    expect(await view(CARDS).find({ text: { $contains: 'name' } })).toEqual([card]);
    const store = await openedAgain();
    const other = store.view({ ...CARDS, indexes: ['text', 'ids'], texts: ['note'] });
    expect(await other.find({ text: 'a name to be erased' })).toEqual([card]);
    expect(await other.find({ ids: 'two' })).toEqual([card]);
    expect(await store.checkpoint('projection')).toBe(7);
  });

  it('go once a version no longer asks for them', async () => {
    const former = await filled();
    await former.saveCheckpoint('former projection', 3);
    const store = await openedAgain();
    await store.view({ ...CARDS, name: 'cards-2' }).put(card);
    await store.checkpoint('projection');
    await store.dropUnused();
    const afterwards = await openedAgain();
    expect(await afterwards.view({ ...CARDS, name: 'cards-2' }).get('k')).toEqual(card);
    expect(await afterwards.view(CARDS).get('k')).toBeUndefined();
    const positions = [await afterwards.checkpoint('projection'), await afterwards.checkpoint('former projection')];
    expect(positions).toEqual([7, 0]);
  });

  it('leave no bytes of an erased document soon afterwards', async () => {
    const onDisk = async () => {
      const bytes = await Promise.all((await readdir(place)).map((name) => readFile(path.join(place, name))));
      return Buffer.concat(bytes).includes('a name to be erased');
    };
    const store = await filled();
    expect(await onDisk()).toBe(true);
    await store.view(CARDS).put({ ...card, text: 'another' } as ViewDocument);
    await expect.poll(onDisk).toBe(false);
    await store.view(CARDS).put(card);
    expect(await onDisk()).toBe(true);
    await store.clear();
    await expect.poll(onDisk).toBe(false);
    expect([await store.view(CARDS).find({}), await store.checkpoint('projection')]).toEqual([[], 0]);
  });

  it('name a damaged document and never serve it', async () => {
    await filled();
    const store = await openedAgain();
    await damage();
    const view = store.view(CARDS);
    await expect(view.get('k')).rejects.toThrow('volant.db is damaged');
    const failure = await view.find({}, { limit: 1 }).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', cause: { name: 'DamagedFile' } });
    expect(await opened.damage()).toMatch('a row of pages view cards');
  });
});
