import { beforeAll, expect, it, vi } from 'vitest';
import { createMemoryViewStore } from './memory-view-store.ts';
import { listInOrder, listNewestFirst, listOfIds, mapPart, type Paging } from './newest-first.ts';

interface Card {
  readonly _id: string;
  readonly madeAt: string;
  readonly kind: string;
}

const cards = createMemoryViewStore().view<Card>({ name: 'cards', indexes: ['madeAt', 'kind'] });
const list = (paging: Paging, kind?: string) =>
  listNewestFirst(cards, 'madeAt', kind === undefined ? {} : { kind }, paging);
/** Three cards per minute, so that every time has ties. */
const moment = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, Math.floor(number / 3))).toISOString();

beforeAll(async () => {
  for (let number = 0; number < 250; number += 1) {
    const _id = `c${String(number).padStart(3, '0')}`;
    await cards.put({ _id, madeAt: moment(number), kind: number % 2 === 0 ? 'even' : 'odd' });
  }
});

it('returns each document once, newest first, for any page size', async () => {
  const whole = (await list({ first: 10_000 })).nodes.map(({ _id }) => _id);
  expect(new Set(whole).size).toBe(250);
  expect(whole.slice(0, 3)).toEqual(['c249', 'c246', 'c247']);
  for (const first of [1, 7, 100]) {
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const part = await list({ first, after });
      expect(part.totalCount).toBe(250);
      seen.push(...part.nodes.map(({ _id }) => _id));
      after = part.pageInfo.endCursor;
      more = part.pageInfo.hasNextPage;
    }
    expect(seen).toEqual(whole);
  }
});

it('returns a hundred by default, and counts the matches of the filter', async () => {
  const part = await list({}, 'odd');
  expect([part.nodes.length, part.totalCount, part.pageInfo.hasNextPage]).toEqual([100, 125, true]);
  expect(part.nodes.every(({ kind }) => kind === 'odd')).toBe(true);
  expect(await list({}, 'neither')).toEqual({
    nodes: [],
    totalCount: 0,
    pageInfo: { endCursor: null, hasNextPage: false },
  });
});

it('reports a next page only if there is one', async () => {
  expect((await list({ first: 250 })).pageInfo.hasNextPage).toBe(false);
  expect((await list({ first: 249 })).pageInfo.hasNextPage).toBe(true);
});

it('counts in the view only if the list has more than one page', async () => {
  const count = vi.spyOn(cards, 'count');
  try {
    const { totalCount, pageInfo } = await list({ first: 250 });
    const { endCursor: after } = pageInfo;
    expect([totalCount, count.mock.calls.length]).toEqual([250, 0]);
    expect([(await list({ first: 249 })).totalCount, count.mock.calls.length]).toEqual([250, 1]);
    expect([(await list({ after })).totalCount, count.mock.calls.length]).toEqual([250, 2]);
  } finally {
    count.mockRestore();
  }
});

it('jumps to any part, from the beginning or from a cursor', async () => {
  const whole = (await list({ first: 10_000 })).nodes.map(({ _id }) => _id);
  const part = await list({ first: 10, offset: 240 });
  expect(part.nodes.map(({ _id }) => _id)).toEqual(whole.slice(240));
  expect([part.totalCount, part.pageInfo.hasNextPage]).toEqual([250, false]);
  const { endCursor: after } = (await list({ first: 100 })).pageInfo;
  expect((await list({ first: 5, after, offset: 20 })).nodes.map(({ _id }) => _id)).toEqual(whole.slice(120, 125));
  expect(await list({ offset: 10_000_000 })).toEqual({
    nodes: [],
    totalCount: 250,
    pageInfo: { endCursor: null, hasNextPage: false },
  });
});

it.each([-1, 10_000_001, 1.5, Number.NaN])('refuses to skip %d', async (offset) => {
  await expect(list({ offset })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', parameters: { field: 'offset' } });
});

it.each([0, -1, 10_001, 1.5, Number.NaN])('refuses to return %d', async (first) => {
  await expect(list({ first })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', parameters: { field: 'first' } });
});

it.each(['', 'x', 'e30', Buffer.from('["yesterday","c1"]').toString('base64url')])(
  'refuses the invalid cursor %j',
  async (after) => {
    await expect(list({ after })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', parameters: { field: 'after' } });
  },
);

it('refuses the cursor of a list in another order, and accepts one without a mark', async () => {
  const { endCursor } = (await list({ first: 2 })).pageInfo;
  for (const order of [{ field: 'madeAt', descending: false } as const, { field: 'kind', descending: true } as const]) {
    const other = listInOrder(cards, order, {}, { after: endCursor });
    await expect(other).rejects.toMatchObject({ code: 'VALIDATION_FAILED', parameters: { field: 'after' } });
  }
  await expect(listOfIds(cards, ['c1'], { after: endCursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  const [unmarked = ''] = (endCursor ?? '').split('=');
  expect(await list({ after: unmarked })).toEqual(await list({ after: endCursor }));
});

it('reads only the requested fields, and continues at its cursor', async () => {
  const findFields = vi.spyOn(cards, 'findFields');
  const part = await listNewestFirst(cards, 'madeAt', { kind: 'odd' }, { first: 2 }, ['kind']);
  expect(findFields.mock.calls[0]?.[1]).toEqual(['kind', 'madeAt']);
  const next = await listNewestFirst(cards, 'madeAt', { kind: 'odd' }, { first: 2, after: part.pageInfo.endCursor }, [
    'kind',
  ]);
  expect([...part.nodes, ...next.nodes].map(({ _id }) => _id)).toEqual(['c249', 'c247', 'c243', 'c245']);
});

it('keeps count and cursor of a part whose documents are mapped', async () => {
  const part = await list({ first: 2 });
  expect(mapPart(part, ({ _id }) => _id)).toEqual({ ...part, nodes: ['c249', 'c246'] });
});
