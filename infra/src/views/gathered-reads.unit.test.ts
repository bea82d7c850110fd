import { beforeEach, describe, expect, it } from 'vitest';
import { gatherReads, type ViewFind, type ViewReads } from './gathered-reads.ts';

interface Doc {
  readonly _id: string;
  readonly ownerId: string;
  readonly keys: readonly string[];
  readonly at: number;
}

const OWNERS = ['ana', 'ben', 'cleo'];
const NEWEST = { sort: { at: -1 }, limit: 3 } as const;
const ofOwner = (ownerId: string): ViewFind => ({ filter: { ownerId }, fields: ['at'], options: NEWEST });

let documents: Doc[];
let found: ViewFind[];
let gotten: (readonly string[])[];
let reads: ViewReads<Doc>;
let failing: ((find: ViewFind) => boolean) | undefined;

/** A database with one collection; it supports only `in` and equality. */
function matches(document: Doc, filter: ViewFind['filter']): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    const value: unknown = Reflect.get(document, field);
    const wanted = typeof condition === 'object' && condition !== null ? Reflect.get(condition, '$in') : [condition];
    return [value].flat().some((each) => (wanted as unknown[]).includes(each));
  });
}

beforeEach(() => {
  documents = OWNERS.flatMap((ownerId, owner) =>
    [0, 1].map((n) => ({ _id: `${ownerId}-${n}`, ownerId, keys: [`k${owner}`, `k${owner}-${n}`], at: owner + 10 * n })),
  );
  found = [];
  gotten = [];
  failing = undefined;
  reads = gatherReads<Doc>({
    async find(wanted) {
      found.push(wanted);
      if (failing?.(wanted)) throw new Error('no answer');
      const { filter, options } = wanted;
      const fitting = documents.filter((document) => matches(document, filter));
      if (options.sort !== undefined) fitting.sort((a, b) => b.at - a.at);
      return fitting.slice(0, options.limit);
    },
    async getMany(ids) {
      gotten.push(ids);
      return documents.filter(({ _id }) => ids.includes(_id));
    },
  });
});

const idsOf = (docs: readonly Doc[]) => docs.map(({ _id }) => _id);
const list = async (owner: string) => idsOf(await reads.find(ofOwner(owner)));

describe('reads of one turn', () => {
  it('by id share one query, and each gets its own documents', async () => {
    const answers = await Promise.all([['ana-0', 'ben-1'], ['ben-1', 'ben-1', 'nobody'], []].map(reads.getMany));
    expect(answers.map(idsOf)).toEqual([['ana-0', 'ben-1'], ['ben-1'], []]);
    expect(gotten).toEqual([['ana-0', 'ben-1', 'nobody']]);
  });

  it('that are identical are sent once', async () => {
    const all: ViewFind = { filter: {}, fields: undefined, options: { limit: 100 } };
    const [one, two] = await Promise.all([reads.find(all), reads.find({ ...all })]);
    expect(idsOf(one)).toEqual(idsOf(documents));
    expect(two).toEqual(one);
    expect(found).toEqual([all]);
  });

  it('of lists that differ in one value share a query, each in order and limited', async () => {
    documents.push(
      { _id: 'ana-2', ownerId: 'ana', keys: [], at: 7 },
      { _id: 'ana-3', ownerId: 'ana', keys: [], at: 8 },
    );
    expect(await Promise.all([...OWNERS, 'nobody', 'ana'].map(list))).toEqual([
      ['ana-1', 'ana-3', 'ana-2'],
      ['ben-1', 'ben-0'],
      ['cleo-1', 'cleo-0'],
      [],
      ['ana-1', 'ana-3', 'ana-2'],
    ]);
    expect(found.map(({ filter }) => filter)).toEqual([{ ownerId: { $in: [...OWNERS, 'nobody'] } }]);
  });

  it('by an array element are separated by it', async () => {
    const byKey = (keys: string) => reads.find({ filter: { keys }, fields: undefined, options: { limit: 1 } });
    const answers = await Promise.all(['k0', 'k1-1', 'k2-0'].map(byKey));
    expect(answers.map(idsOf)).toEqual([['ana-0'], ['ben-1'], ['cleo-0']]);
    expect(found).toHaveLength(1);
  });

  it('that differ otherwise are sent separately', async () => {
    const other = { ...NEWEST, limit: 2 };
    const asked: ViewFind[] = [
      ofOwner('ana'),
      { ...ofOwner('ben'), options: other },
      { ...ofOwner('ben'), fields: undefined },
      { ...ofOwner('ben'), options: { ...NEWEST, skip: 1 } },
      { ...ofOwner('cleo'), options: { ...NEWEST, skip: 1 } },
      { ...ofOwner('ben'), options: { sort: { at: -1 } } },
      { ...ofOwner('cleo'), options: { sort: { at: -1 } } },
      { ...ofOwner('ben'), filter: { ownerId: { $in: ['ben'] } } },
      { ...ofOwner('ben'), filter: { ownerId: 'ben', at: 1 } },
    ];
    await Promise.all(asked.map(reads.find));
    expect(found).toEqual(asked);
  });

  it('of lists are sent separately if one is long, and only the long one from then on', async () => {
    for (let n = 0; n < 600; n += 1) documents.push({ _id: `long-${n}`, ownerId: 'long', keys: [], at: 1_000 + n });
    const lists = await Promise.all(['ana', 'long', 'ben'].map(list));
    expect(lists).toEqual([
      ['ana-1', 'ana-0'],
      ['long-599', 'long-598', 'long-597'],
      ['ben-1', 'ben-0'],
    ]);
    expect(found).toHaveLength(4);
    found = [];
    expect(await Promise.all(['ana', 'long', 'ben'].map(list))).toEqual(lists);
    expect(found.map(({ filter }) => filter)).toEqual([{ ownerId: { $in: ['ana', 'ben'] } }, { ownerId: 'long' }]);
  });

  it('fail with their own query only', async () => {
    failing = ({ filter }) => 'at' in filter;
    const [bad, good] = await Promise.allSettled([
      reads.find({ ...ofOwner('ben'), filter: { ownerId: 'ben', at: 1 } }),
      reads.find(ofOwner('ana')),
    ]);
    expect(bad.status).toBe('rejected');
    expect(good).toMatchObject({ status: 'fulfilled' });
    failing = () => true;
    const together = await Promise.allSettled(OWNERS.map(list));
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});

it('does not return results read before the call', async () => {
  const first = list('ana');
  await new Promise((resolve) => setImmediate(resolve));
  documents = documents.filter(({ _id }) => _id !== 'ana-0');
  expect(await list('ana')).toEqual(['ana-1']);
  expect(await first).toEqual(['ana-1', 'ana-0']);
  expect(found).toHaveLength(2);
});
