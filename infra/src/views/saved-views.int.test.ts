import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryViewStore } from './memory-view-store.ts';
import { takeSavedViews } from './saved-views.ts';
import type { WritableViewStore } from './view-store.ts';

const BUILD = 'this build';
const PLAIN = { name: 'plain', indexes: [] };
const CARDS = { name: 'cards', indexes: ['owner', 'made', 'tags'] };
interface Card {
  readonly _id: string;
  readonly owner: string | null;
  readonly made: number;
  readonly tags: readonly string[];
  readonly blocks: object;
}

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'saved-views-'));
  directory = path.join(root, 'views');
});
afterEach(() => rm(root, { recursive: true }));

async function fill(store: WritableViewStore): Promise<void> {
  const cards = store.view<Card>(CARDS);
  for (let number = 0; number < 2_500; number += 1) {
    await cards.put({
      _id: `card-${number}`,
      owner: number % 3 === 0 ? null : `owner-${number % 7}`,
      made: number % 50,
      tags: number % 2 === 0 ? ['even', `t${number % 5}`] : [],
      blocks: { name: 'Zoé', items: [{ value: 'x'.repeat(number % 9) }] },
    });
  }
  await cards.remove('card-5');
  await store.view({ name: 'plain', indexes: [] }).put({ _id: 'one' });
  await store.saveCheckpoint('cards', 2_501);
}

async function answersOf(store: WritableViewStore): Promise<readonly unknown[]> {
  const cards = store.view<Card>(CARDS);
  return [
    await cards.get('card-4'),
    await cards.get('card-5'),
    await cards.find({ owner: 'owner-2' }, { sort: { made: -1 }, limit: 20 }),
    await cards.find({}, { sort: { made: 1 }, skip: 100, limit: 300 }),
    await cards.find({ tags: 't3' }),
    await cards.countBy({}, ['owner', 'made']),
    await store.view(PLAIN).find({}),
    await store.checkpoint('cards'),
    await store.begun(),
  ];
}

/** Leaves the views of a filled store. */
async function leave(build: { readonly name?: string } = { name: BUILD }): Promise<readonly unknown[]> {
  const store = createMemoryViewStore();
  await fill(store);
  const saved = await takeSavedViews(directory, build.name);
  await saved.keep('pages', store.contents());
  return answersOf(store);
}

async function taken(build = BUILD) {
  const saved = await takeSavedViews(directory, build);
  const contents = await saved.take('pages');
  await saved.release();
  return contents;
}

describe('views that a process has left', () => {
  it('answer the next one as they did, and go on being written', async () => {
    const before = await leave();
    const store = createMemoryViewStore(await taken());
    expect(await answersOf(store)).toEqual(before);
    const cards = store.view<Card>(CARDS);
    await cards.put({ _id: 'card-4', owner: 'new', made: 1, tags: [], blocks: {} });
    expect(await cards.find({ owner: 'new' })).toHaveLength(1);
    expect(await cards.count({ owner: 'owner-4' })).toBe((await cards.find({ owner: 'owner-4' })).length);
  });

  it('are off the disk once somebody has opened the directory, taken or not', async () => {
    await leave();
    await writeFile(path.join(directory, '.support'), 'half a file of a process that was killed');
    expect(await readdir(directory)).toContain('pages');
    const saved = await takeSavedViews(directory, BUILD);
    expect(await readdir(root)).toEqual([]);
    expect(await saved.take('pages')).toBeDefined();
    expect(await saved.take('pages')).toBeUndefined();
    await saved.release();
    await leave();
    const another = await takeSavedViews(directory, BUILD);
    await another.release();
    expect(await another.take('pages')).toBeUndefined();
  });

  it('are kept for each of their owners', async () => {
    const store = createMemoryViewStore();
    const saved = await takeSavedViews(directory, BUILD);
    for (const [position, owner] of ['pages', 'support'].entries()) {
      await store.saveCheckpoint('cards', position + 1);
      await saved.keep(owner, store.contents());
    }
    const next = await takeSavedViews(directory, BUILD);
    expect((await next.take('support'))?.checkpoints).toEqual([['cards', 2]]);
    expect((await next.take('pages'))?.checkpoints).toEqual([['cards', 1]]);
    expect(await next.take('identity')).toBeUndefined();
    await next.release();
  });

  it('are left out by another build, and where no build is known', async () => {
    await leave();
    expect(await taken('another build')).toBeUndefined();
    await leave({});
    expect(await readdir(root)).toEqual([]);
  });

  it('are left out where they are not whole, wherever they end or are changed', async () => {
    await leave();
    const whole = await readFile(path.join(directory, 'pages'));
    for (const length of [0, 3, 31, 32, 40, 5_000, whole.length - 33, whole.length - 1]) {
      await leave();
      await truncate(path.join(directory, 'pages'), length);
      expect([length, await taken()]).toEqual([length, undefined]);
    }
    for (const place of [2, 60, Math.floor(whole.length / 2), whole.length - 1]) {
      await leave();
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      await writeFile(path.join(directory, 'pages'), changed);
      expect([place, await taken()]).toEqual([place, undefined]);
    }
  });
});
