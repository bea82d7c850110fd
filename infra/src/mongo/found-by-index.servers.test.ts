import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { openMongo } from './connection.ts';

interface Card {
  readonly _id: string | number;
  readonly keys: readonly string[];
  readonly owner: string | null;
  readonly lent?: boolean | number | Date | null;
}

let connection: Awaited<ReturnType<typeof openMongo>>;
let database: mongoose.mongo.Db;

beforeAll(async () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const name = `test-found-by-index-${randomUUID()}`;
  connection = await openMongo({ url: testServers().mongodb.url, database: name, log });
  database = connection.mongoose.getClient().db(name);
});

afterAll(async () => {
  await database.dropDatabase();
  await connection.close();
});

const text = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const id = fc.oneof(fc.constantFrom('k', 'l', 'm', 'n', 'o', 'p', 'q'), fc.integer({ min: 1, max: 7 }));
const LENT = [true, false, 3, 8, new Date(3), new Date(8), null] as const;
const card = fc.record(
  {
    _id: id,
    keys: fc.uniqueArray(text, { maxLength: 3 }),
    owner: fc.option(text),
    lent: fc.constantFrom(...LENT),
  },
  { requiredKeys: ['_id', 'keys', 'owner'] },
);
const changes = fc.array(fc.oneof(fc.record({ put: card }), fc.record({ remove: id })), { maxLength: 40 });
type Changes = typeof changes extends fc.Arbitrary<infer All> ? All : never;

const byId = (one: Card, other: Card) => (one._id < other._id ? -1 : 1);

/** Compares all supported queries with their expected results, in any order or in the requested one. */
async function compare(cards: mongoose.mongo.Collection<Card>, there: readonly Card[]): Promise<void> {
  const found = async (filter: mongoose.mongo.Filter<Card>) =>
    (await cards.find(filter).toArray()).map(({ _id }) => String(_id)).sort();
  const expected = (holds: (each: Card) => boolean) =>
    there
      .filter(holds)
      .map((each) => String(each._id))
      .sort();
  for (const key of ['a', 'b', 'e']) {
    const both = [key, 'c'];
    expect(await found({ keys: key })).toEqual(expected(({ keys }) => keys.includes(key)));
    expect(await found({ owner: { $in: both } })).toEqual(expected(({ owner }) => both.includes(owner ?? '')));
    expect(await found({ owner: { $in: [key, null] } })).toEqual(expected(({ owner }) => [key, null].includes(owner)));
    expect(await found({ $and: [{ owner: key }, { keys: { $ne: 'c' } }] })).toEqual(
      expected(({ owner, keys }) => owner === key && !keys.includes('c')),
    );
  }
  expect(await found({ lent: true })).toEqual(expected(({ lent }) => lent === true));
  expect(await found({ lent: { $gt: 2, $lt: 5 } })).toEqual(expected(({ lent }) => lent === 3));
  expect(await found({ lent: { $lt: new Date(5) } })).toEqual(
    expected(({ lent }) => lent instanceof Date && +lent < 5),
  );
  expect(await found({ lent: { $exists: false } })).toEqual(expected((each) => !('lent' in each)));
  expect(await found({ lent: null })).toEqual(expected(({ lent }) => lent === undefined || lent === null));
  const countable = [{}, { owner: { $exists: false } }, { 'keys.1': 'c' }, { owner: 'c' }];
  const counts = await Promise.all(countable.map((filter) => cards.countDocuments(filter)));
  const holding = ({ owner, keys }: Card) => [true, false, keys[1] === 'c', owner === 'c'];
  expect(counts).toEqual(countable.map((_, at) => there.filter((each) => holding(each)[at]).length));
  for (const bound of ['k', 'n', 1, 4] as const) {
    const behind = there.filter(({ _id }) => typeof _id === typeof bound && _id > bound).sort(byId);
    const filter = { _id: { $gt: bound }, erased: { $exists: false } } as mongoose.mongo.Filter<Card>;
    const part = async (order: 1 | -1) =>
      (await cards.find(filter).sort({ _id: order }).limit(2).toArray()).map(({ _id }) => _id);
    expect(await part(1)).toEqual(behind.slice(0, 2).map(({ _id }) => _id));
    expect(await part(-1)).toEqual(
      behind
        .reverse()
        .slice(0, 2)
        .map(({ _id }) => _id),
    );
  }
}

async function change(cards: mongoose.mongo.Collection<Card>, there: Map<string | number, Card>, changes: Changes) {
  for (const change of changes) {
    if ('put' in change) {
      const { _id, ...rest } = change.put;
      await cards.replaceOne({ _id }, rest, { upsert: true });
      there.set(_id, change.put);
    } else {
      await cards.deleteOne({ _id: change.remove });
      there.delete(change.remove);
    }
  }
}

it('finds documents by any index, and continues after an id, after any changes and a rename', async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), changes, async (before, isRead, after) => {
      const made = database.collection<Card>('cards-being-made');
      await made.createIndexes([
        { key: { keys: -1, _id: 1 } },
        { key: { owner: -1, _id: 1 } },
        { key: { lent: 1 }, sparse: true },
      ]);
      const there = new Map<string | number, Card>();
      await change(made, there, before);
      // A server that caches positions starts to do so with the first query.
      if (isRead) await compare(made, [...there.values()]);
      await made.rename('cards', { dropTarget: true });
      const cards = database.collection<Card>('cards');
      await compare(cards, [...there.values()]);
      await change(cards, there, after);
      await compare(cards, [...there.values()]);
    }),
    { numRuns: 20 },
  );
});
