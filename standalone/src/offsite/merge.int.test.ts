import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linesOf } from '../transfer/carried-part.ts';
import { PORTION } from '../transfer/carried-stores.ts';
import { readPart, writePart } from '../transfer/part-file.ts';
import { bucketOf, type Increment } from './increment.ts';
import { addTo, differenceOf, emptyTail, mergePart, type Tails } from './merge.ts';

let directory: string;
let tails: Tails;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-merge-'));
  for (const name of ['from', 'to']) await mkdir(path.join(directory, name));
  const tail = emptyTail(directory, 'pages');
  tails = {
    stores: new Map([['pages', tail]]),
    records: path.join(directory, 'records.ndjson'),
    picturesGone: new Set(),
  };
  for (const file of [tail.commits, tails.records]) await writeFile(file, '');
});
afterEach(() => rm(directory, { recursive: true }));

const commit = (position: number, streamId: string, type = 'Saved'): Commit => ({
  ...{ position, streamId, version: position, commandId: `command-${position}`, at: '2026-11-30T18:00:00Z' },
  events: [{ id: `event-${position}`, type, schema: 1, data: {} }],
  meta: { actor: 'system', correlationId: 'test' },
});
const add = (increment: Increment['stores'][string]) => {
  const tail = tails.stores.get('pages');
  return tail === undefined ? undefined : addTo(tail, increment);
};

/** Merges a part with these rows in the base. */
async function merged(file: string, rows: readonly unknown[]) {
  const names = { name: file, file: `${file}.ndjson.gz` };
  const [from, to] = [path.join(directory, 'from'), path.join(directory, 'to')];
  async function* lines() {
    yield linesOf(rows);
  }
  const entry = await writePart(from, names, lines(), () => undefined);
  const part = await mergePart(entry, { from, directory: to, tails });
  const found: unknown[] = [];
  for await (const some of readPart(to, part, PORTION, () => undefined)) {
    found.push(...some.map((line) => JSON.parse(line) as unknown));
  }
  expect(part.rows).toBe(found.length);
  return { part, found };
}

it('adds later commits once, and leaves out those of streams that were erased since', async () => {
  await add({ commits: [commit(4, 'kept'), commit(5, 'erased', STREAM_ERASED), commit(6, 'erased')] });
  await add({ commits: [commit(6, 'erased'), commit(7, 'kept')] });
  const { found } = await merged('commits-pages', [commit(1, 'kept'), commit(2, 'erased'), commit(3, 'other')]);
  expect((found as Commit[]).map(({ position }) => position)).toEqual([1, 3, 4, 5, 6, 7]);
});

it('replaces the buckets of reservations that changed, and compares with what the machine counted', async () => {
  const [kept, released, taken] = ['a', 'b', 'c'].map((key) => ({ key, owner: 'one' }));
  const bucket = bucketOf('b');
  const reservations = { [bucket]: [], [bucketOf('c')]: [{ key: 'c', owner: 'two' }] };
  await add({ commits: [], state: { checkpoints: [], counts: { commits: 0, reservations: 2 }, reservations } });
  const { part, found } = await merged('reservations-pages', [kept, released, taken]);
  expect(found).toEqual([kept, { key: 'c', owner: 'two' }]);
  expect(differenceOf(part, tails)).toEqual([]);
  expect(differenceOf({ ...part, rows: 1 }, tails)).toEqual(['1 reservations-pages, and the machine had 2']);
});

it('takes the last checkpoints, and appends records to those of the base', async () => {
  const checkpoints = [{ name: 'page-ids', position: 7 }];
  await add({ commits: [], state: { checkpoints, counts: { commits: 0, reservations: 0 }, reservations: {} } });
  expect((await merged('checkpoints-pages', [{ name: 'page-ids', position: 3 }])).found).toEqual(checkpoints);
  await writeFile(tails.records, '{"key":"2"}\n');
  expect((await merged('topic-pages.activity.v1', [{ key: '1' }])).found).toEqual([{ key: '1' }, { key: '2' }]);
});

it('leaves other parts as they are, also those whose name ends like that of a store', async () => {
  const checkpoints = [{ name: 'page-ids', position: 7 }];
  await add({ commits: [], state: { checkpoints, counts: { commits: 0, reservations: 0 }, reservations: {} } });
  expect((await merged('table-erased-pages', [{ page_uid: 'x' }])).found).toEqual([{ page_uid: 'x' }]);
});
