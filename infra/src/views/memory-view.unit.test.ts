import { Query } from 'mingo';
import { describe, expect, it, vi } from 'vitest';
import { fieldOf } from './field-value.ts';
import { getInOrder } from './get-in-order.ts';
import { MemoryView } from './memory-view.ts';
import type { ViewSection } from './view-file.ts';
import type { ViewDocument, ViewFilter } from './view-store.ts';

const SORTS = [{ made: 1 }, { made: -1 }, { rank: 1 }, { rank: -1 }, { kind: 1, made: -1 }] as const;
const CONDITIONS: readonly ViewFilter[] = [
  ...[{ kind: 'often' }, { kind: 'seldom' }, { kind: { $eq: 'often' } }, { kind: { $in: ['seldom', 'none'] } }],
  ...[{ kind: { $in: ['often', 'seldom'] } }, { kind: { $in: [] } }, { kind: { $ne: 'often' } }],
  ...[{ kind: { $in: ['often', 'seldom'], $ne: 'often' } }, { kind: { $eq: 'often', $gt: 'often' } }],
  ...[{ made: { $gt: 'm100' } }, { made: { $gte: 'm100' } }, { made: { $lt: 'm100' } }, { made: { $lte: 'm100' } }],
  ...[{ made: { $gt: 'm100', $lt: 'm110' } }, { made: { $gte: 'm110', $lte: 'm111', $ne: 'm110' } }, { made: 'm100' }],
  ...[{ made: { $exists: true, $gt: 'm100' } }, { made: { $gt: 'm100', $exists: true } }],
  ...[{ made: { $eq: 'm100' } }, { made: { $in: ['m100', 'm101'] } }, { made: { $ne: null } }, { made: {} }],
  ...[{ rank: 7 }, { rank: '7' }, { rank: true }, { rank: null }, { rank: { $in: [7, '7', false, null] } }],
  ...[{ rank: { $gt: 20 } }, { rank: { $lte: 3 } }, { rank: { $lt: '7' } }, { rank: { $gte: true } }],
  ...[{ rank: { $ne: 7 } }, { rank: { $ne: null } }, { rank: { $exists: false } }, { rank: { $exists: true } }],
  ...[{ tags: 'x' }, { tags: { $in: ['x', 'z'] } }, { tags: { $ne: 'x' } }, { tags: { $gt: 'w', $lt: 'y' } }],
  ...[{ tags: { $in: [null, 'z'] } }, { tags: ['x', 'y'] }, { 'inner.size': 3 }, { 'inner.size': { $lt: 2 } }],
  ...[
    { inner: { size: 3 } },
    { inner: null },
    { inner: { $in: [{ size: 3 }, null] } },
    { inner: { $ne: { size: 3 } } },
  ],
  ...[{ _id: 'n005' }, { _id: { $in: ['n005', 'n250', 'none'] } }, { _id: { $gt: 'n200' } }, { _id: { $gt: 5 } }],
];

interface Card extends ViewDocument {
  readonly [field: string]: unknown;
}

/** Values of many types, frequent enough for a walk in order and rare enough for a sort. */
const CARDS: readonly Card[] = Array.from({ length: 260 }, (_, number) => {
  const ranks = [number % 40, String(number % 40), number % 3 === 0, null, undefined];
  const rank = ranks[number % 11] === undefined ? (number % 40) + 0.5 : ranks[number % 11];
  return {
    _id: `n${String(number).padStart(3, '0')}`,
    kind: number % 9 === 0 ? 'seldom' : 'often',
    made: `m${String((number * 7) % 130).padStart(3, '0')}`,
    ...(number % 10 === 4 ? {} : { rank }),
    tags: [[], ['x', 'y'], 'x', ['z', null], null][number % 5],
    ...(number % 4 === 0 ? {} : { inner: { size: number % 6 } }),
  };
});

/** Each condition alone, with its neighbors, and nested; mingo defines the expected results. */
const FILTERS: readonly ViewFilter[] = CONDITIONS.flatMap((one, place) => {
  const neighbours = [1, 11].map((step) => CONDITIONS[(place + step) % CONDITIONS.length] ?? {});
  const [next = {}, other = {}] = neighbours;
  const third = CONDITIONS[(place + 17) % CONDITIONS.length] ?? {};
  return [
    one,
    ...neighbours.map((each) => ({ ...one, ...each })),
    { $and: [one, other] },
    { $or: [one, next] },
    { $or: [one, third, other], kind: 'often' },
    { $and: [{ $or: [one, third] }, other] },
    { $or: [{ $and: [one, next, third] }, other] },
  ];
});

async function filled(indexes: readonly string[]): Promise<MemoryView<Card>> {
  const view = new MemoryView<Card>({ name: 'cards', indexes, texts: [] });
  for (const card of CARDS) await view.put(card);
  return view;
}

/** Documents as a saved file holds them. */
function sectionOf(cards: readonly Card[], indexes: readonly string[]): ViewSection {
  const at = (place: number) => cards[place] as Card;
  return {
    shape: { name: 'cards', indexes, texts: [], count: cards.length, ids: [0, 0], columns: {}, starts: [0, 0] },
    ids: () => cards.map(({ _id }) => _id),
    column: (field) => cards.map((card) => fieldOf(card, field)),
    bytes: (place) => Buffer.from(JSON.stringify(at(place))),
    document: at,
  };
}

/** Some documents are unchanged in a file, some changed or removed since, and some new. */
async function resting(indexes: readonly string[]): Promise<MemoryView<Card>> {
  const written = CARDS.slice(0, 200).map((card, place) => (place % 7 === 0 ? { ...card, made: 'x', rank: -1 } : card));
  const section = sectionOf([...written, { _id: 'gone', kind: 'often', made: 'm100', tags: 'x' }], indexes);
  const view = new MemoryView<Card>({ name: 'cards', indexes, texts: [] }, section);
  for (const [place, card] of CARDS.entries()) {
    if (place === 100)
      for (const field of ['made', 'kind']) await view.find({ [field]: 'm100' }, { sort: { made: 1 } });
    if (place % 7 === 0 || place >= 200) await view.put(card);
  }
  await view.remove('gone');
  return view;
}

const idsOf = (cards: readonly Card[]) => cards.map(({ _id }) => _id).join(' ');

describe('a view in memory', () => {
  it.each([
    ['with indexes', ['kind', 'made', 'rank'], filled],
    ['with indexes over arrays and fields of fields', ['tags', 'inner.size', 'made'], filled],
    ['from a file, with indexes', ['kind', 'made', 'rank'], resting],
    ['from a file, with indexes over arrays and fields of fields', ['tags', 'inner.size', 'made'], resting],
  ])('answers %s like a database that scans all documents', async (_, indexes, make) => {
    const view = await make(indexes);
    const ordered = SORTS.map((sort) => ({
      sort,
      cards: new Query<Card>({})
        .find<Card>([...CARDS])
        .sort({ ...sort, _id: 1 })
        .all(),
    }));
    const differences: unknown[] = [];
    for (const [place, filter] of FILTERS.entries()) {
      const query = new Query<Card>({ ...filter });
      const wanted = new Set(CARDS.filter((card) => query.test(card)).map(({ _id }) => _id));
      if ((await view.count(filter)) !== wanted.size) differences.push({ filter });
      const found = (await view.find(filter)).map(({ _id }) => _id);
      if (found.sort().join() !== [...wanted].join()) differences.push({ filter, found });
      // Alternate the sort orders, because all of them for each filter take seconds.
      for (const skip of [0, 3]) {
        const { sort, cards } = ordered[(place + skip) % ordered.length] as (typeof ordered)[number];
        const part = idsOf(await view.find(filter, skip === 0 ? { sort } : { sort, skip, limit: 7 }));
        const sorted = cards.filter(({ _id }) => wanted.has(_id));
        if (part !== idsOf(skip === 0 ? sorted : sorted.slice(skip, 10)))
          differences.push({ filter, sort, skip, part });
      }
    }
    expect(differences.slice(0, 3)).toEqual([]);
  });

  it('returns documents in the order of the ids, with gaps', async () => {
    const view = await filled([]);
    const found = await getInOrder(view, ['n007', 'none', 'n003', 'n007']);
    expect(found.map((card) => card?._id)).toEqual(['n007', undefined, 'n003', 'n007']);
  });

  describe('number of documents read', () => {
    const MANY = 5_000;
    const indexes = ['kind', 'made', 'unique'];
    let looks = 0;
    const made = (number: number) => `m${String(number >> 2).padStart(4, '0')}`;
    const cards = Array.from({ length: MANY }, (_, number) => ({
      _id: `n${String(number).padStart(4, '0')}`,
      kind: number % 2 === 0 ? 'even' : 'odd',
      made: made(number),
      unique: `u${number}`,
      get looked() {
        looks += 1;
        return number;
      },
    }));
    const view = new MemoryView<Card>({ name: 'cards', indexes, texts: [] }, sectionOf(cards, indexes));
    /** The first condition, which counts every document that is read. */
    const LOOKED = { looked: { $ne: -1 } };
    const ID = 'n2500';
    const AT = made(2500);

    it.each<readonly [string, ViewFilter, number]>([
      ['a value', { unique: 'u7' }, 1],
      ['a value by its operator', { unique: { $eq: 'u7' } }, 1],
      ['some values', { unique: { $in: ['u7', 'u8', 'none'] } }, 2],
      ['the rarest of several values', { kind: 'odd', unique: 'u7', made: { $in: [made(7), made(99)] } }, 1],
      ['a value beside another condition', { $and: [{ kind: 'odd' }, { unique: 'u7' }] }, 1],
      ['an id', { kind: 'even', _id: ID }, 1],
      ['some ids', { _id: { $in: [ID, 'none'] } }, 1],
    ])('equals the number of matches for %s', async (_, filter, count) => {
      looks = 0;
      expect(await view.find({ ...LOOKED, ...filter }, { sort: { made: 1 } })).toHaveLength(count);
      expect(await view.count({ ...LOOKED, ...filter })).toBe(count);
      expect(looks).toBe(2 * count);
    });

    it.each<readonly [string, ViewFilter, 1 | -1, string]>([
      ['the beginning of a list', {}, 1, 'n0000'],
      ['the beginning from the other end', {}, -1, 'n4996'],
      ['the beginning among half of them', { kind: 'odd' }, -1, 'n4997'],
    ])('is small for %s', async (_, filter, direction, first) => {
      await view.find({}, { sort: { made: 1 }, limit: 1 });
      looks = 0;
      const found = await view.find({ ...LOOKED, ...filter }, { sort: { made: direction }, limit: 4 });
      expect(found[0]?._id).toBe(first);
      expect(looks).toBeLessThan(20);
    });

    it('is zero for columns', async () => {
      const documents = vi.fn((place: number) => cards[place] as Card);
      const read = new MemoryView<Card>(
        { name: 'cards', indexes, texts: [] },
        { ...sectionOf(cards, indexes), document: documents },
      );
      const found = await read.findFields({ made: { $gte: AT } }, ['kind', 'unique']);
      expect(found).toHaveLength(MANY / 2);
      expect(found[0]).toEqual({ _id: ID, kind: 'even', unique: 'u2500' });
      expect(await read.count({ made: { $gte: AT }, kind: 'odd' })).toBe(MANY / 4);
      expect(documents).not.toHaveBeenCalled();
    });

    it('is zero for ids in a walk that returns few documents', async () => {
      const ids = vi.fn(() => cards.map(({ _id }) => _id));
      const read = new MemoryView<Card>({ name: 'cards', indexes, texts: [] }, { ...sectionOf(cards, indexes), ids });
      expect(await read.find({ unique: { $gte: 'u999' } })).toMatchObject([{ _id: 'n0999' }]);
      expect(ids).not.toHaveBeenCalled();
      await read.remove('n0999');
      expect(await read.find({ unique: { $gte: 'u999' } })).toEqual([]);
    });

    it('is zero for counts by an index', async () => {
      looks = 0;
      expect(await view.count({ kind: 'odd' })).toBe(MANY / 2);
      expect(await view.count({})).toBe(MANY);
      expect(looks).toBe(0);
    });
  });
});
