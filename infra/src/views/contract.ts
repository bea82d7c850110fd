import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { View, ViewDefinition, ViewFilter, ViewStore, ViewsAt } from './view-store.ts';

export interface ViewStoreUnderTest {
  readonly viewStore: ViewStore;
  /** The same views as another process sees them, if the adapter supports several processes. */
  openAgain?(): Promise<ViewStore>;
  cleanUp(): Promise<void>;
}

interface Card {
  readonly _id: string;
  readonly owner?: string | null;
  readonly state: string;
  readonly rank: number;
  readonly formerIds: readonly string[];
  readonly contact?: { readonly city: string };
  readonly text?: string;
}

const DEFINITION = {
  name: 'cards',
  indexes: ['owner', 'state', 'rank', 'formerIds', 'contact.city'],
  texts: ['text'],
};

const CARDS: readonly Card[] = [
  {
    _id: 'c',
    owner: 'ada',
    state: 'ACTIVE',
    rank: 3,
    formerIds: ['x', 'y'],
    contact: { city: 'Lyon' },
    text: 'ada\ngare de lyon',
  },
  { _id: 'a', owner: 'ada', state: 'NEW', rank: 1, formerIds: [] },
  {
    _id: 'd',
    owner: 'bob',
    state: 'ACTIVE',
    rank: 3,
    formerIds: ['z'],
    contact: { city: 'Nice' },
    text: 'bob\n(a.c) [*] 東京👩',
  },
  { _id: 'b', owner: null, state: 'NEW', rank: 10, formerIds: ['y'], text: 'abc aren' },
  { _id: 'e', state: 'CLOSED', rank: 2, formerIds: [] },
];

/** Writes cards one by one. */
function writtenIn(store: ViewStore, position = 0, definition: ViewDefinition = DEFINITION) {
  const cards = (at: ViewsAt) => at(position).view<Card>(definition);
  return {
    put: (card: Card) => store.together((at) => cards(at).put(card)),
    remove: (id: string) => store.together((at) => cards(at).remove(id)),
  };
}

/** Behavior that every view store adapter must provide. */
export function viewStoreContract(name: string, open: () => Promise<ViewStoreUnderTest>): void {
  describe(`view store: ${name}`, () => {
    let opened: ViewStoreUnderTest;
    let viewStore: ViewStore;
    let view: View<Card>;
    let written: ReturnType<typeof writtenIn>;

    beforeEach(async () => {
      opened = await open();
      viewStore = opened.viewStore;
      view = viewStore.view<Card>(DEFINITION);
      written = writtenIn(viewStore);
      for (const card of CARDS) await written.put(card);
    });
    afterEach(() => opened.cleanUp());

    const idsOf = (cards: readonly Card[]) => cards.map(({ _id }) => _id);
    const find = async (filter: ViewFilter) => idsOf(await view.find(filter)).sort();

    describe('documents', () => {
      it('are found by their id', async () => {
        expect(await view.get('c')).toEqual(CARDS[0]);
        expect(await view.get('nobody')).toBeUndefined();
        expect(idsOf(await view.getMany(['d', 'nobody', 'a'])).sort()).toEqual(['a', 'd']);
      });

      it('are replaced as a whole', async () => {
        await written.put({ _id: 'c', state: 'NEW', rank: 7, formerIds: ['w'] });
        expect(await view.get('c')).toEqual({ _id: 'c', state: 'NEW', rank: 7, formerIds: ['w'] });
        expect(await find({ owner: 'ada' })).toEqual(['a']);
        expect(await find({ formerIds: 'x' })).toEqual([]);
        expect(await view.count({ owner: 'ada' })).toBe(1);
        expect(await find({ formerIds: 'w' })).toEqual(['c']);
        expect(await view.count({})).toBe(5);
      });

      it('are removed, and a repeated removal is no error', async () => {
        await written.remove('c');
        await written.remove('c');
        expect(await view.get('c')).toBeUndefined();
        expect(await find({ owner: 'ada' })).toEqual(['a']);
        expect(idsOf(await view.find({}, { sort: { rank: 1 } }))).toEqual(['a', 'e', 'd', 'b']);
      });

      it('cannot be changed through references', async () => {
        const card = { _id: 'f', state: 'NEW', rank: 1, formerIds: ['k'] };
        await written.put(card);
        card.state = 'CLOSED';
        card.formerIds.push('l');
        expect(await view.get('f')).toMatchObject({ state: 'NEW', formerIds: ['k'] });

        for (const read of [await view.get('f'), ...(await view.find({ _id: 'f' }))]) {
          try {
            Object.assign(read ?? {}, { state: 'CLOSED' });
            (read?.formerIds as string[] | undefined)?.push('l');
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
          }
        }
        expect(await view.get('f')).toMatchObject({ state: 'NEW', formerIds: ['k'] });
      });
    });

    describe('filters', () => {
      const cases: readonly (readonly [string, ViewFilter, readonly string[]])[] = [
        ['nothing', {}, ['a', 'b', 'c', 'd', 'e']],
        ['equality', { owner: 'ada' }, ['a', 'c']],
        ['two equalities', { owner: 'ada', state: 'NEW' }, ['a']],
        ['an unknown value', { owner: 'eve' }, []],
        ['an element of an array', { formerIds: 'y' }, ['b', 'c']],
        ['a field of a field', { 'contact.city': 'Nice' }, ['d']],
        ['null, which is also a missing field', { owner: null }, ['b', 'e']],
        ['$in', { owner: { $in: ['ada', 'bob'] } }, ['a', 'c', 'd']],
        ['$in over an array', { formerIds: { $in: ['x', 'z', 'y'] } }, ['b', 'c', 'd']],
        ['$in without values', { owner: { $in: [] } }, []],
        ['$in by id', { _id: { $in: ['a', 'e', 'q'] } }, ['a', 'e']],
        ['$in with null', { owner: { $in: ['bob', null] } }, ['b', 'd', 'e']],
        ['$ne', { state: { $ne: 'ACTIVE' } }, ['a', 'b', 'e']],
        ['$gt and $lte', { rank: { $gt: 1, $lte: 3 } }, ['c', 'd', 'e']],
        ['$gte and $lt', { rank: { $gte: 3, $lt: 10 } }, ['c', 'd']],
        ['$gt between texts', { _id: { $gt: 'c' } }, ['d', 'e']],
        ['$gt against another type', { state: { $gt: 1 } }, []],
        ['$exists', { owner: { $exists: false } }, ['e']],
        ['$and', { $and: [{ owner: 'ada' }, { rank: { $lt: 2 } }] }, ['a']],
        ['$or', { $or: [{ owner: 'bob' }, { state: 'CLOSED' }] }, ['d', 'e']],
        ['$or beside an equality', { state: 'NEW', $or: [{ owner: 'ada' }, { owner: 'bob' }] }, ['a']],
        ['$contains', { text: { $contains: 'gare' } }, ['c']],
        ['$contains of a single letter', { text: { $contains: 'b' } }, ['b', 'd']],
        ['$contains over words', { text: { $contains: 're de ly' } }, ['c']],
        ['$contains as it is written', { text: { $contains: '(a.c) [*' } }, ['d']],
        ['$contains in other alphabets', { text: { $contains: '東京👩' } }, ['d']],
        ['$contains of pieces that stand apart', { text: { $contains: 'garen' } }, []],
        ['$contains in another case', { text: { $contains: 'GARE' } }, []],
        ['$contains in a field that is not searched much', { state: { $contains: 'OSE' } }, ['e']],
        ['$contains of nothing', { text: { $contains: '' } }, ['b', 'c', 'd']],
        [
          '$contains beside others',
          { rank: 3, $or: [{ text: { $contains: 'gare' } }, { owner: { $in: ['bob', 'eve'] } }] },
          ['c', 'd'],
        ],
      ];
      it.each(cases)('support %s', async (_name, filter, expected) => {
        expect(await find(filter)).toEqual(expected);
        expect(await view.count(filter)).toBe(expected.length);
      });
    });

    describe('counts', () => {
      const counted = async (filter: ViewFilter, fields: readonly ('state' | 'rank' | 'owner')[]) => {
        const found = await view.countBy(filter, fields);
        return found.map(({ values, count }) => [...fields.map((field) => values[field]), count]).sort();
      };

      it('cover each existing value', async () => {
        expect(await counted({}, ['state'])).toEqual([
          ['ACTIVE', 2],
          ['CLOSED', 1],
          ['NEW', 2],
        ]);
        expect(await counted({ state: { $ne: 'CLOSED' } }, ['state', 'rank'])).toEqual([
          ['ACTIVE', 3, 2],
          ['NEW', 1, 1],
          ['NEW', 10, 1],
        ]);
        expect(await counted({ text: { $contains: 'gare' } }, ['owner'])).toEqual([['ada', 1]]);
        expect(await counted({ owner: 'eve' }, ['state'])).toEqual([]);
      });

      it('change with the documents', async () => {
        expect(await counted({}, ['rank'])).toContainEqual([3, 2]);
        await written.remove('c');
        expect(await counted({}, ['rank'])).toContainEqual([3, 1]);
        expect(await counted({}, ['state'])).toEqual([
          ['ACTIVE', 1],
          ['CLOSED', 1],
          ['NEW', 2],
        ]);
        await written.put({ _id: 'e', state: 'NEW', rank: 2, formerIds: [], text: 'gare de nice' });
        expect(await counted({}, ['state'])).toEqual([
          ['ACTIVE', 1],
          ['NEW', 3],
        ]);
        expect(await find({ text: { $contains: 'gare de' } })).toEqual(['e']);
        expect(await view.get('e')).toEqual({ _id: 'e', state: 'NEW', rank: 2, formerIds: [], text: 'gare de nice' });
        await viewStore.reset('cards');
        expect(await counted({}, ['state'])).toEqual([]);
      });
    });

    describe('order', () => {
      it('is by a field, with ties by ascending id in both directions', async () => {
        expect(idsOf(await view.find({}, { sort: { rank: 1 } }))).toEqual(['a', 'e', 'c', 'd', 'b']);
        expect(idsOf(await view.find({}, { sort: { rank: -1 } }))).toEqual(['b', 'c', 'd', 'e', 'a']);
        expect(idsOf(await view.find({}, { sort: { _id: -1 } }))).toEqual(['e', 'd', 'c', 'b', 'a']);
      });

      it('is by several fields', async () => {
        expect(idsOf(await view.find({}, { sort: { state: -1, rank: 1 } }))).toEqual(['a', 'b', 'e', 'c', 'd']);
      });

      it('puts missing and null values first', async () => {
        expect(idsOf(await view.find({}, { sort: { owner: 1 } }))).toEqual(['b', 'e', 'a', 'c', 'd']);
      });

      it('is the same if only some fields are read', async () => {
        const options = { sort: { rank: -1 }, skip: 1, limit: 2 } as const;
        const found = await view.findFields({ state: { $ne: 'NEW' } }, ['owner', 'contact'], options);
        expect(found).toMatchObject([{ _id: 'd', owner: 'bob', contact: { city: 'Nice' } }, { _id: 'e' }]);
        expect(found.map(({ owner }) => owner)).toEqual(['bob', undefined]);
        await written.put({ _id: 'g', state: 'ACTIVE', rank: 30, formerIds: [], owner: 'eve' });
        expect(await view.findFields({ rank: 30 }, ['owner'])).toMatchObject([{ _id: 'g', owner: 'eve' }]);
      });

      it('is limited by skip and limit', async () => {
        const sort = { rank: 1 } as const;
        expect(idsOf(await view.find({}, { sort, skip: 1, limit: 2 }))).toEqual(['e', 'c']);
        expect(idsOf(await view.find({}, { sort, skip: 4, limit: 2 }))).toEqual(['b']);
        expect(idsOf(await view.find({ state: 'ACTIVE' }, { sort, limit: 1 }))).toEqual(['c']);
        expect(await view.find({}, { limit: 3 })).toHaveLength(3);
        expect(await view.find({}, { skip: 3 })).toHaveLength(2);
      });

      it('holds in a large view after any puts, moves and removals', async () => {
        const cards = new Map<string, Card>();
        const put = async (card: Card) => {
          cards.set(card._id, card);
          await written.put(card);
        };
        const definition = { name: 'large', indexes: ['rank', 'state'] };
        const large = viewStore.view<Card>(definition);
        const written = writtenIn(viewStore, 0, definition);
        const card = (number: number, rank: number): Card => ({
          _id: `n${number}`,
          state: number % 2 === 0 ? 'NEW' : 'ACTIVE',
          rank,
          formerIds: [],
        });
        for (let number = 0; number < 600; number += 1) await put(card(number, (number * 7919) % 100));
        // Read in between, so that an adapter must keep its sorted index up to date.
        expect(await large.find({}, { sort: { rank: -1 }, limit: 5 })).toHaveLength(5);
        for (let number = 0; number < 600; number += 3) await put(card(number, (number * 31) % 100));
        for (let number = 0; number < 600; number += 7) {
          cards.delete(`n${number}`);
          await written.remove(`n${number}`);
        }
        for (let number = 600; number < 650; number += 1) await put(card(number, number % 100));

        for (const direction of [1, -1] as const) {
          for (const state of ['NEW', undefined]) {
            const expected = [...cards.values()]
              .filter((each) => state === undefined || each.state === state)
              .sort((a, b) => direction * (a.rank - b.rank) || (a._id < b._id ? -1 : 1))
              .slice(10, 60);
            const filter = state === undefined ? {} : { state };
            const found = await large.find(filter, { sort: { rank: direction }, skip: 10, limit: 50 });
            expect(idsOf(found)).toEqual(idsOf(expected));
          }
        }

        // Page by page, like a cursor.
        for (const direction of [1, -1] as const) {
          const paged: string[] = [];
          for (let last: Card | undefined; ; ) {
            const beyond = direction === 1 ? '$gt' : '$lt';
            const after = last && {
              $or: [{ rank: { [beyond]: last.rank } }, { rank: last.rank, _id: { $gt: last._id } }],
            };
            const page = await large.find(after ?? {}, { sort: { rank: direction }, limit: 40 });
            paged.push(...idsOf(page));
            last = page.at(-1);
            if (last === undefined) break;
          }
          expect(paged).toEqual(idsOf(await large.find({}, { sort: { rank: direction } })));
          const middle = await large.find({ rank: { $gte: 20, $lte: 21 } }, { sort: { rank: direction } });
          const ranks = [...new Set(middle.map(({ rank }) => rank))];
          expect(ranks).toEqual(direction === 1 ? [20, 21] : [21, 20]);
          expect(middle).toHaveLength(await large.count({ rank: { $in: [20, 21] } }));
          const ends = { $or: [{ rank: { $gte: 97 } }, { rank: { $lte: 2 } }, { rank: 50 }] };
          const found = new Set((await large.find(ends, { sort: { rank: direction } })).map(({ rank }) => rank));
          expect([...found]).toEqual(direction === 1 ? [0, 1, 2, 50, 97, 98, 99] : [99, 98, 97, 50, 2, 1, 0]);
          const above = { $or: [{ rank: 98 }, { rank: { $gte: direction === 1 ? 95 : 99 } }, { rank: 3 }] };
          expect(await large.find(above, { sort: { rank: direction } })).toHaveLength(await large.count(above));
        }

        await viewStore.reset('large');
        cards.clear();
        for (let number = 0; number < 300; number += 1) await put(card(number, number));
        const lowest = await large.find({}, { sort: { rank: 1 }, limit: 3 });
        expect(lowest.map(({ rank }) => rank)).toEqual([0, 1, 2]);
      });
    });

    describe('views', () => {
      it('are identified by their name', async () => {
        expect(await viewStore.view<Card>(DEFINITION).get('c')).toEqual(CARDS[0]);
        const other = viewStore.view<Card>({ ...DEFINITION, name: 'others' });
        expect(await other.count({})).toBe(0);
      });

      it('have checkpoints', async () => {
        expect(await viewStore.checkpoint('cards')).toBe(0);
        await viewStore.saveCheckpoint('cards', 5);
        await viewStore.saveCheckpoint('others', 1);
        await viewStore.saveCheckpoint('cards', 6);
        expect(await viewStore.checkpoint('cards')).toBe(6);
      });

      it('list the checkpoints that have begun', async () => {
        expect(await viewStore.begun()).toEqual([]);
        await viewStore.saveCheckpoint('cards', 5);
        await viewStore.saveCheckpoint('others', 1);
        await viewStore.reset('others');
        expect(await viewStore.begun()).toEqual(['cards']);
      });

      it('are empty and at the beginning after a reset, while others keep their data', async () => {
        const others = { ...DEFINITION, name: 'others' };
        const other = viewStore.view<Card>(others);
        for (const card of CARDS) await writtenIn(viewStore, 0, others).put(card);
        await view.find({}, { sort: { rank: 1 } });
        await viewStore.saveCheckpoint('cards', 5);
        await viewStore.saveCheckpoint('others', 7);
        await viewStore.reset('cards');
        await viewStore.reset('unknown');

        expect(await viewStore.checkpoint('cards')).toBe(0);
        expect(await view.count({})).toBe(0);
        expect(await find({ owner: 'ada' })).toEqual([]);
        expect(await view.find({}, { sort: { rank: 1 } })).toEqual([]);
        expect(await viewStore.checkpoint('others')).toBe(7);
        expect(await other.count({})).toBe(CARDS.length);

        await written.put({ _id: 'n', state: 'NEW', rank: 1, formerIds: [] });
        expect(await find({ state: 'NEW' })).toEqual(['n']);
      });
    });

    describe('batched writes', () => {
      const card = (id: string, rank: number): Card => ({ _id: id, state: 'NEW', rank, formerIds: [] });
      const cards = (at: ViewsAt, position = 0) => at(position).view<Card>(DEFINITION);

      it('are complete at the end, and visible to reads in between', async () => {
        const others = { ...DEFINITION, name: 'others' };
        const answer = await viewStore.together(async (at) => {
          const within = cards(at);
          expect(idsOf(await within.getMany(['c', 'f', 'a'])).sort()).toEqual(['a', 'c']);
          for (let n = 1; n <= 300; n += 1) await cards(at, n).put(card(`n${n % 100}`, n));
          await cards(at, 301).remove('c');
          await cards(at, 302).remove('n7');
          await at(303).view<Card>(others).put(card('n1', 1));
          expect(await within.get('c')).toBeUndefined();
          expect(await within.get('n1')).toEqual(card('n1', 201));
          expect(await within.get('d')).toEqual(CARDS[2]);
          expect(idsOf(await within.getMany(['n2', 'n7', 'c', 'd', 'n2'])).sort()).toEqual(['d', 'n2']);
          expect(idsOf(await within.find({ rank: { $gt: 298 } })).sort()).toEqual(['n0', 'n99']);
          expect(await within.find({})).toHaveLength(103);
          await cards(at, 304).put(card('n1', 304));
          await cards(at, 305).put(card('c', 305));
          return 'done';
        });
        expect(answer).toBe('done');
        expect(await view.count({})).toBe(104);
        expect(await view.get('n1')).toEqual(card('n1', 304));
        expect(await view.get('c')).toEqual(card('c', 305));
        expect(await view.get('n7')).toBeUndefined();
        expect(await viewStore.view<Card>(others).get('n1')).toEqual(card('n1', 1));
      });

      it('are stored up to a failure', async () => {
        const failing = viewStore.together(async (at) => {
          await cards(at, 1).put(card('f', 1));
          await cards(at, 2).put(card('g', 2));
          throw new Error('no third');
        });
        await expect(failing).rejects.toThrow('no third');
        expect(idsOf(await view.getMany(['f', 'g'])).sort()).toEqual(['f', 'g']);
      });

      it('cannot be changed through references', async () => {
        await viewStore.together(async (at) => {
          const within = cards(at);
          const written = { ...card('f', 1), formerIds: ['k'] };
          await cards(at, 1).put(written);
          written.formerIds.push('l');
          try {
            Object.assign((await within.get('f')) ?? {}, { formerIds: ['m'] });
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
          }
          expect(await within.get('f')).toMatchObject({ formerIds: ['k'] });
        });
        expect(await view.get('f')).toMatchObject({ formerIds: ['k'] });
      });

      it('are sent at once after the end of the batch', async () => {
        const late = await viewStore.together(async (at) => {
          await cards(at, 1).put(card('f', 1));
          return cards(at, 2);
        });
        await late.put(card('f', 2));
        expect(await view.get('f')).toEqual(card('f', 2));
      });

      it('do not overwrite documents of a later position', async ({ skip }) => {
        const process = await (opened.openAgain ?? skip)();
        const later = writtenIn(process, 10);
        await viewStore.together(async (at) => {
          const within = cards(at, 4);
          await within.getMany(['a', 'c', 'f', 'g']);
          await later.put(card('c', 77));
          await later.remove('a');
          await later.put(card('f', 77));
          for (const id of ['a', 'c', 'f', 'g']) await within.put(card(id, 4));
        });
        const read = process.view<Card>(DEFINITION);
        expect(await read.getMany(['a', 'c', 'f', 'g'])).toHaveLength(3);
        expect((await read.find({ rank: 77 })).map(({ _id }) => _id).sort()).toEqual(['c', 'f']);
        expect(await view.get('g')).toEqual(card('g', 4));
      });
    });

    describe('several processes that feed one view in turn', () => {
      const card = (rank: number): Card => ({ _id: 'c', state: 'NEW', rank, formerIds: [] });

      it('see the same documents and checkpoints', async ({ skip }) => {
        const other = await (opened.openAgain ?? skip)();
        expect(await other.view<Card>(DEFINITION).get('c')).toEqual(CARDS[0]);
        await writtenIn(other, 4).put(card(4));
        await other.saveCheckpoint('cards', 4, 1);
        expect(await view.get('c')).toEqual(card(4));
        expect(await viewStore.checkpoint('cards')).toBe(4);
      });

      it('never overwrite a document with an older state', async ({ skip }) => {
        const late = await (opened.openAgain ?? skip)();
        await writtenIn(viewStore, 5).put(card(5));
        await writtenIn(late, 4).put(card(4));
        await writtenIn(late, 4).remove('c');
        expect(await view.get('c')).toEqual(card(5));
        await writtenIn(late, 5).put(card(6));
        expect(await view.get('c')).toEqual(card(6));
      });

      it('never restore a removed document', async ({ skip }) => {
        const late = await (opened.openAgain ?? skip)();
        await writtenIn(viewStore, 5).remove('c');
        await writtenIn(viewStore, 5).remove('never-there');
        await writtenIn(late, 4).put(card(4));
        await writtenIn(late, 4).put({ ...card(4), _id: 'never-there' });
        expect(await view.get('c')).toBeUndefined();
        expect(await view.getMany(['c', 'never-there'])).toEqual([]);
        expect(await find({})).toEqual(['a', 'b', 'd', 'e']);
        expect(await view.count({})).toBe(4);
        expect(await view.count({ rank: { $gte: 0 } })).toBe(4);
        await writtenIn(late, 6).put(card(6));
        expect(await view.get('c')).toEqual(card(6));
      });

      it('leave the state of the highest position after concurrent writes', async ({ skip }) => {
        const other = await (opened.openAgain ?? skip)();
        const numbers = Array.from({ length: 40 }, (_, index) => index + 1).sort(() => Math.random() - 0.5);
        const write = (at: number) => writtenIn(at % 2 === 0 ? viewStore : other, at).put({ ...card(at), _id: 'new' });
        await Promise.all(numbers.map(write));
        expect(await view.get('new')).toMatchObject({ rank: 40 });
      });

      it('keep the checkpoint of the higher fence, and its reset', async ({ skip }) => {
        const late = await (opened.openAgain ?? skip)();
        await late.saveCheckpoint('cards', 9, 1);
        await viewStore.saveCheckpoint('cards', 7, 2);
        await late.saveCheckpoint('cards', 10, 1);
        expect(await viewStore.checkpoint('cards')).toBe(7);
        await viewStore.reset('cards');
        await late.saveCheckpoint('cards', 11, 1);
        expect(await viewStore.checkpoint('cards')).toBe(0);
        await writtenIn(viewStore, 1).put(card(1));
        expect(await view.get('c')).toEqual(card(1));
      });
    });
  });
}
