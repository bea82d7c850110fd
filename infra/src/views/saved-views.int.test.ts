import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryViewStore, type MemoryViewStore } from './memory-view-store.ts';
import { forgetSavedViews, openSavedViews } from './saved-views.ts';
import type { ViewStore } from './view-store.ts';

const BUILD = 'this build';
const PLAIN = { name: 'plain', indexes: [] };
const CARDS = { name: 'cards', indexes: ['owner', 'made', 'tags'], texts: ['note'] };
const DAY_MS = 24 * 60 * 60 * 1000;
interface Card {
  readonly _id: string;
  readonly owner: string | null;
  readonly made: number;
  readonly tags: readonly string[];
  readonly note?: string;
  readonly blocks: object;
}

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'saved-views-'));
  directory = path.join(root, 'views');
});
afterEach(() => rm(root, { recursive: true }));

function card(number: number): Card {
  return {
    _id: `card-${number}`,
    owner: number % 3 === 0 ? null : `owner-${number % 7}`,
    made: number % 50,
    tags: number % 2 === 0 ? ['even', `t${number % 5}`] : [],
    ...(number % 4 === 0 ? {} : { note: `note 東京 ${number % 100}` }),
    blocks: { name: 'Zoé', items: [{ value: 'x'.repeat(number % 9 === 0 ? 20_000 : number % 9) }] },
  };
}

async function fill(store: MemoryViewStore): Promise<void> {
  const cards = store.view<Card>(CARDS);
  for (let number = 0; number < 2_500; number += 1) await cards.put(card(number));
  await cards.remove('card-5');
  await store.view(PLAIN).put({ _id: 'one' });
  await store.saveCheckpoint('cards', 2_501);
}

async function answersOf(store: ViewStore): Promise<readonly unknown[]> {
  const cards = store.view<Card>(CARDS);
  return [
    await cards.get('card-4'),
    await cards.get('card-5'),
    await cards.find({ owner: 'owner-2' }, { sort: { made: -1 }, limit: 20 }),
    await cards.find({}, { sort: { made: 1 }, skip: 100, limit: 300 }),
    await cards.find({ tags: 't3' }, { sort: { _id: 1 } }),
    await cards.find({ note: { $contains: '京 4' }, owner: 'owner-1' }, { sort: { _id: 1 } }),
    await cards.findFields({ made: { $lt: 3 } }, ['owner', 'note'], { sort: { _id: 1 } }),
    await cards.countBy({}, ['owner', 'made']),
    await cards.count({}),
    await store.view(PLAIN).find({}),
    await store.checkpoint('cards'),
    await store.begun(),
  ];
}

const LOG = 'one log';

const opened = (build: string | undefined = BUILD, now = new Date()) => openSavedViews(directory, build, () => now);

async function save(store: MemoryViewStore, owner = 'pages', build: string | undefined = BUILD): Promise<void> {
  const saved = await openSavedViews(directory, build);
  await store.save((views) => saved.keep(owner, LOG, views));
}

/** Leaves the saved views of a filled store. */
async function leave(build?: string): Promise<readonly unknown[]> {
  const store = createMemoryViewStore();
  await fill(store);
  const answers = await answersOf(store);
  await save(store, 'pages', build);
  await store.close();
  return answers;
}

async function taken(build = BUILD, now = new Date(), log = LOG): Promise<MemoryViewStore | undefined> {
  const file = await (await opened(build, now)).take('pages', log);
  return file && createMemoryViewStore(file);
}

async function takenStore(): Promise<MemoryViewStore> {
  const store = await taken();
  if (store === undefined) throw new Error('nothing was taken');
  return store;
}

describe('saved views', () => {
  it('give the next process the same answers, and can be changed and saved again', async () => {
    const before = await leave();
    const store = await takenStore();
    expect(await answersOf(store)).toEqual(before);
    const cards = store.view<Card>(CARDS);
    await cards.put({ ...card(4), owner: 'new' });
    await cards.remove('card-7');
    await cards.put({ ...card(9_000), owner: 'new' });
    const after = await answersOf(store);
    expect(await cards.find({ owner: 'new' })).toHaveLength(2);
    await save(store);
    expect(await answersOf(store)).toEqual(after);
    await store.close();
    const next = await takenStore();
    expect(await answersOf(next)).toEqual(after);
    await next.close();
  });

  it('are a consistent snapshot despite concurrent writes', async () => {
    const store = createMemoryViewStore();
    await fill(store);
    const before = await answersOf(store);
    const cards = store.view<Card>(CARDS);
    const saved = await opened();
    const saving = store.save((views) => saved.keep('pages', LOG, views));
    let number = 0;
    let going = true;
    const done = saving.finally(() => {
      going = false;
    });
    while (going) {
      // A slow disk may take longer than there are cards.
      if (number < 2_500) {
        await cards.remove(`card-${number}`);
        await cards.put({ ...card(number), owner: 'later', made: 51 });
        await cards.put({ ...card(number + 10_000), owner: 'later' });
        await cards.remove(`card-${number + 1}`);
        number += 2;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    expect(number).toBeGreaterThan(10);
    const now = await answersOf(store);
    const later = await cards.find({ owner: 'later' }, { sort: { _id: 1 } });
    expect(later).toHaveLength(number);
    expect(later).toContainEqual({ ...card(0), owner: 'later', made: 51 });
    const file = await takenStore();
    expect(await answersOf(file)).toEqual(before);
    await file.close();
    await save(store);
    expect(await answersOf(store)).toEqual(now);
    await store.close();
  });

  it('contain no removed data after the next save', async () => {
    const store = createMemoryViewStore();
    await fill(store);
    const cards = store.view<Card>(CARDS);
    await cards.put({ ...card(1), note: 'Ada was here', blocks: { secret: 'of Ada' } });
    await cards.put({ ...card(2), note: 'Bob was here', blocks: { secret: 'of Bob' } });
    await save(store);
    const bytes = () => readFile(path.join(directory, 'pages'), 'utf8');
    expect(await bytes()).toContain('Ada');
    await cards.remove('card-1');
    await cards.put(card(2));
    await save(store);
    expect(await bytes()).not.toMatch(/Ada|Bob/);
    expect(await readdir(directory)).toEqual(['pages']);
    await store.close();
  });

  it('stay empty if they were reset during the save', async () => {
    const store = createMemoryViewStore();
    await fill(store);
    const saved = await opened();
    await store.save(async (views) => {
      const file = await saved.keep('pages', LOG, {
        ...views,
        views: views.views.filter(({ name }) => name === 'plain'),
      });
      return file;
    });
    await store.save(async (views) => {
      await store.reset('cards');
      return saved.keep('pages', LOG, views);
    });
    expect(await store.view(CARDS).find({})).toEqual([]);
    await store.view<Card>(CARDS).put(card(3));
    expect(await store.view(CARDS).find({})).toEqual([card(3)]);
    await store.close();
  });

  it('are kept per owner, and removed unless their owner takes them', async () => {
    for (const [position, owner] of ['pages', 'support', 'before'].entries()) {
      const store = createMemoryViewStore();
      await store.saveCheckpoint('cards', position + 1);
      await save(store, owner);
      await store.close();
    }
    await writeFile(path.join(directory, '.support'), 'half a file of a process that was killed');
    const next = await opened();
    expect(await readdir(directory)).toEqual(['before', 'pages', 'support']);
    for (const [position, owner] of ['pages', 'support'].entries()) {
      const file = await next.take(owner, LOG);
      expect(file?.directory.checkpoints).toEqual([['cards', position + 1]]);
      file?.close();
    }
    expect(await next.take('identity', LOG)).toBeUndefined();
    await next.release();
    expect(await readdir(directory)).toEqual(['pages', 'support']);
    await forgetSavedViews(directory);
    expect(await readdir(root)).toEqual([]);
  });

  it('are ignored and removed if another log is followed', async () => {
    await leave();
    expect(await taken(BUILD, new Date(), 'another log')).toBeUndefined();
    expect(await readdir(directory)).toEqual([]);
  });

  it('are ignored and removed by another build, and without a known build', async () => {
    await leave();
    expect(await taken('another build')).toBeUndefined();
    expect(await readdir(directory)).toEqual([]);
    await leave();
    const unbuilt = await openSavedViews(directory, undefined);
    expect(await unbuilt.take('pages', LOG)).toBeUndefined();
    const store = createMemoryViewStore();
    expect(await store.save((views) => unbuilt.keep('pages', LOG, views))).toBeUndefined();
    expect(await readdir(root)).toEqual([]);
  });

  it('are ignored if topics may have dropped tombstones since', async () => {
    await leave();
    const fresh = await taken(BUILD, new Date(Date.now() + 5 * DAY_MS));
    expect(fresh).toBeDefined();
    await fresh?.close();
    expect(await taken(BUILD, new Date(Date.now() + 7 * DAY_MS))).toBeUndefined();
    await leave();
    expect(await taken(BUILD, new Date(Date.now() - DAY_MS))).toBeUndefined();
  });

  it('are ignored if truncated or changed at any byte', async () => {
    await leave();
    const file = path.join(directory, 'pages');
    const whole = await readFile(file);
    for (const length of [0, 3, 8, 9, 40, 5_000, whole.length - 9, whole.length - 1]) {
      await writeFile(file, whole);
      await truncate(file, length);
      expect([length, await taken()]).toEqual([length, undefined]);
    }
    for (const place of [2, 60, Math.floor(whole.length / 2), whole.length - 6, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      await writeFile(file, changed);
      expect([place, await taken()]).toEqual([place, undefined]);
    }
  });
});
