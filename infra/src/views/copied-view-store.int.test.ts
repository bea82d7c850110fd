import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unavailable } from '../errors/domain-error.ts';
import { createLogView } from '../message-log/log-view.ts';
import type { LogRecord, MessageLog } from '../message-log/message-log.ts';
import { createLogger } from '../process/observability/log.ts';
import { type CopiedViewStore, openCopiedViewStore } from './copied-view-store.ts';
import type { ViewDocument } from './view-store.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const VIEW = { name: 'cards', indexes: ['ids'] };
const DAY_MS = 24 * 60 * 60 * 1000;

interface Card extends ViewDocument {
  readonly ids: readonly string[];
  readonly text: string;
}

let directory: string;
let now = Date.parse('2026-11-27T06:00:00Z');
const opened: CopiedViewStore[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'copy-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(directory, { recursive: true });
});

async function open(definition = VIEW): Promise<CopiedViewStore> {
  for (const store of opened.splice(0)) await store.close();
  const store = await openCopiedViewStore({ directory, definition, log, clock: () => new Date(now) });
  opened.push(store);
  return store;
}

const put = (store: CopiedViewStore, ...cards: Card[]) =>
  store.together(async (at) => {
    for (const card of cards) await at(0).view<Card>(VIEW).put(card);
  });
const remove = (store: CopiedViewStore, key: string) => store.together((at) => at(0).view<Card>(VIEW).remove(key));
const find = async (store: CopiedViewStore, id: string) =>
  (await store.view<Card>(VIEW).find({ ids: id })).map(({ _id }) => _id);

async function filled(): Promise<CopiedViewStore> {
  const store = await open();
  await store.copied.begin('a log');
  await put(store, { _id: 'k', ids: ['new', 'old'], text: 'a name to be erased' });
  await store.saveCheckpoint('cards', 7);
  await store.copied.hold();
  return store;
}

it('finds documents by present ids after a reopening', async () => {
  await filled();
  const store = await open();
  expect([await find(store, 'old'), await find(store, 'new'), await find(store, 'ol')]).toEqual([['k'], ['k'], []]);
  expect(await store.checkpoint('cards')).toBe(7);
  await put(store, { _id: 'k', ids: ['new', 'newer'], text: '' }, { _id: 'l', ids: ['new'], text: '' });
  expect([await find(store, 'old'), await find(store, 'newer'), await find(store, 'new')]).toEqual([
    [],
    ['k'],
    ['k', 'l'],
  ]);
  await remove(store, 'k');
  expect([await find(store, 'newer'), await find(store, 'new')]).toEqual([[], ['l']]);
  expect(await store.view(VIEW).count({})).toBe(1);
});

it('refuses lookups until it has held the whole topic', async () => {
  const store = await open();
  await store.copied.begin('a log');
  await put(store, { _id: 'k', ids: ['id'], text: '' });
  await expect(find(store, 'id')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await store.copied.hold();
  expect(await find(store, 'id')).toEqual(['k']);
});

it.each([
  ['of another log', 'another log', 0],
  ['of a week ago, which could miss an erasure', 'a log', 7 * DAY_MS],
])('makes a copy %s anew', async (_, identity, laterMs) => {
  await filled();
  now += laterMs;
  const store = await open();
  expect(store.copied.isWhole()).toBe(laterMs === 0);
  await store.copied.begin(identity);
  expect(store.copied.isWhole()).toBe(false);
  expect(await store.checkpoint('cards')).toBe(0);
  await store.copied.hold();
  expect(await find(store, 'old')).toEqual([]);
});

it('continues a copy that was interrupted', async () => {
  const store = await open();
  await store.copied.begin('a log');
  await store.saveCheckpoint('cards', 5);
  const again = await open();
  await again.copied.begin('a log');
  expect(again.copied.isWhole()).toBe(false);
  expect(await again.checkpoint('cards')).toBe(5);
});

it('holds no bytes of an erased document soon afterwards, and none of a former view', async () => {
  const onDisk = async () => {
    const bytes = await Promise.all((await readdir(directory)).map((name) => readFile(path.join(directory, name))));
    return Buffer.concat(bytes).includes('a name to be erased');
  };
  const store = await filled();
  expect(await onDisk()).toBe(true);
  await remove(store, 'k');
  await expect.poll(onDisk).toBe(false);
  await filled();
  await open({ ...VIEW, name: 'cards-2' });
  expect(await onDisk()).toBe(false);
  expect((await readdir(directory)).filter((name) => !name.startsWith('cards-2.db'))).toEqual([]);
});

it('makes a damaged copy anew', async () => {
  await filled();
  for (const store of opened.splice(0)) await store.close();
  const file = path.join(directory, 'cards.db');
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill('x', 0, 100));
  expect((await open()).copied.isWhole()).toBe(false);
});

it('refuses a damaged document, and makes the copy anew at the next start', async () => {
  await filled();
  // Damaged while it is open: a start would notice.
  const again = await open();
  const file = path.join(directory, 'cards.db');
  const bytes = await readFile(file);
  bytes.write('x', bytes.indexOf('a name to be erased'));
  await writeFile(file, bytes, { flag: 'r+' });
  await expect(again.view<Card>(VIEW).get('k')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect.poll(() => readdir(directory)).toContain('.damaged');
  expect((await open()).copied.isWhole()).toBe(false);
});

it('lets a view start while its log is away, and follows the log once it answers', async () => {
  await filled();
  const store = await open();
  let isAway = true;
  const refuse = () => {
    if (isAway) throw unavailable();
  };
  const record = { topic: 't', partition: 0, key: 'k', value: null, headers: {}, at: new Date(now) };
  const records: LogRecord[] = [{ ...record, offset: 7 }];
  const messageLog: Pick<MessageLog, 'behind' | 'follow' | 'identity' | 'publish'> = {
    async identity() {
      refuse();
      return 'a log';
    },
    async follow({ from, onBatch }) {
      const start = typeof from === 'function' ? await from(0) : 0;
      return { caughtUp: onBatch(records.filter(({ offset }) => offset >= start)), stop: async () => {} };
    },
    behind: async () => 0,
    publish: async () => {},
  };
  const view = createLogView({
    messageLog,
    topic: 't',
    view: VIEW,
    viewStore: store,
    apply: async ({ key }, views) => views.view(VIEW).remove(key),
    log,
  });
  await view.start();
  expect(await find(store, 'old')).toEqual(['k']);
  isAway = false;
  await expect.poll(() => find(store, 'old')).toEqual([]);
  await view.stop();
});
