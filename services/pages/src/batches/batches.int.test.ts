import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const MAKE = 'mutation($input: CreatePagesInput!) { createPages(input: $input) { workbookId pages { id } } }';
const BATCH = 'id note size version madeBy { id } stages { stage count }';
const LIST = `query($filter: BatchFilter) { batches(filter: $filter) { nodes { ${BATCH} } totalCount } }`;
const READ = `query($id: ID!, $stage: CardStage) { batch(id: $id) {
  ${BATCH} cards(stage: $stage) { number stage page { id } }
  history { version by { id } marks { stage numbers } note restoredFrom }
} }`;
const MARK = `mutation($id: ID!, $stage: CardStage!, $numbers: [Int!], $references: [String!]) {
  markCards(batchId: $id, stage: $stage, numbers: $numbers, references: $references) { batch { ${BATCH} } unknown }
}`;
const RESTORE = `mutation($id: ID!, $version: Int!) { restoreBatch(id: $id, version: $version) { ${BATCH} } }`;
const NOTE = `mutation($id: ID!, $note: String!) { changeBatchNote(id: $id, note: $note) { ${BATCH} } }`;
const DAY = 24 * 60 * 60 * 1000;
const admin = tokenOf('admin', 'ADMIN');
const other = tokenOf('root', 'SUPERADMIN');

let pages: PagesFixture;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

async function make(prefixNote: string, quantity = 12) {
  const { workbookId: id, pages: made } = (await pages.run(admin, MAKE, { input: { quantity, prefixNote } })).data
    .createPages;
  return { id: id as string, ids: made.map((page: { id: string }) => page.id) as string[] };
}
const read = async (id: string, stage?: string) => (await pages.run(admin, READ, { id, stage })).data.batch;
const mark = (id: string, stage: string, cards: object = {}, token = admin, idempotencyKey?: string) =>
  pages.run(token, MARK, { id, stage, ...cards }, { idempotencyKey });
const marked = (version: number, stage: string, numbers: number[]) => ({
  version,
  marks: [{ stage, numbers }],
  note: null,
  restoredFrom: null,
});
const counts = (batch: { stages: { stage: string; count: number }[] }) =>
  Object.fromEntries(batch.stages.map(({ stage, count }) => [stage, count]));

describe('batch of cards', () => {
  it('is made with its pages, and lists their cards in the order of their numbers', async () => {
    const { id, ids } = await make('Lyon');
    const batch = await read(id);
    expect(batch).toMatchObject({ id, note: 'Lyon', size: 12, version: 1, madeBy: { id: 'admin' } });
    expect(counts(batch)).toEqual({ ORDERED: 12, PRINTED: 0, WRITTEN: 0, CHECKED: 0, SHIPPED: 0 });
    expect(batch.cards.map((card: { page: { id: string } }) => card.page.id)).toEqual(ids);
    expect(batch.cards[9]).toMatchObject({ number: 10, stage: 'ORDERED' });
  });

  it.each([
    [1, undefined],
    [0, 'key'],
    [-3, 'key'],
  ])('is not made from page %d on under the idempotency key %s', async (from, idempotencyKey) => {
    const answer = await pages.run(admin, MAKE, { input: { quantity: 3, from } }, { idempotencyKey });
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', field: 'from' });
  });

  it('lists its pages in the order of their numbers among the newest, and turned round among the oldest', async () => {
    const before = await make('', 1);
    pages.advance(1);
    const { ids } = await make('', 40);
    const list = async (descending: boolean) => {
      const query =
        'query($descending: Boolean) { pages(first: 10000, orderBy: CREATED, descending: $descending) { nodes { id } } }';
      const { nodes } = (await pages.run(admin, query, { descending })).data.pages;
      return nodes.map(({ id }: { id: string }) => id).filter((id: string) => expected.includes(id));
    };
    const expected = [...ids, ...before.ids];
    expect(await list(true)).toEqual(expected);
    expect(await list(false)).toEqual(expected.toReversed());
  });

  it('outlives its workbook, a restart and a rebuild of the views', async () => {
    const { id } = await make('Nice');
    await mark(id, 'PRINTED', { numbers: [1] });
    pages.advance(2 * DAY);
    await pages.restart();
    await pages.rebuildViews();
    expect(await read(id)).toMatchObject({ note: 'Nice', version: 2 });
    const { nodes } = (await pages.run(admin, LIST, { filter: { search: 'nice' } })).data.batches;
    expect(nodes.map(counts)).toEqual([{ ORDERED: 11, PRINTED: 1, WRITTEN: 0, CHECKED: 0, SHIPPED: 0 }]);
  });

  it('is listed newest first, and found by its note and by the stages of its cards', async () => {
    pages.advance(1);
    const old = await make('Été 1');
    pages.advance(1);
    const { id } = await make('Été 2');
    await mark(id, 'SHIPPED', { numbers: [12] });
    const list = async (filter: object) =>
      (await pages.run(admin, LIST, { filter })).data.batches.nodes.map((batch: { id: string }) => batch.id);
    expect(await list({ search: 'ete' })).toEqual([id, old.id]);
    expect(await list({ search: 'été', stage: 'SHIPPED' })).toEqual([id]);
    expect(await list({ search: 'été', stage: 'ORDERED' })).toEqual([id, old.id]);
    expect(await list({ stage: 'CHECKED' })).toEqual([]);
  });

  it('is listed in the order of a column, notes and sizes naturally', async () => {
    const ids: Record<string, string> = {};
    for (const [note, quantity] of [
      ['Tri 10', 2],
      ['tri 2', 10],
      ['Tri 1', 9],
    ] as const) {
      pages.advance(1);
      ids[note] = (await make(note, quantity)).id;
    }
    const ORDERED =
      'query($orderBy: BatchColumn, $descending: Boolean) { batches(filter: { search: "tri" }, orderBy: $orderBy, descending: $descending) { nodes { note } } }';
    const order = async (orderBy: string, descending?: boolean) =>
      (await pages.run(admin, ORDERED, { orderBy, descending })).data.batches.nodes.map(
        ({ note }: { note: string }) => note,
      );
    expect(await order('NOTE')).toEqual(['Tri 1', 'tri 2', 'Tri 10']);
    expect(await order('NOTE', true)).toEqual(['Tri 10', 'tri 2', 'Tri 1']);
    expect(await order('SIZE')).toEqual(['Tri 10', 'Tri 1', 'tri 2']);
    expect(await order('CREATED')).toEqual(['Tri 1', 'tri 2', 'Tri 10']);
    await pages.run(admin, NOTE, { id: ids['Tri 1'], note: 'Tri 11' });
    expect(await order('NOTE')).toEqual(['tri 2', 'Tri 10', 'Tri 11']);
    await mark(ids['Tri 10'] ?? '', 'SHIPPED', { numbers: [1] });
    await mark(ids['tri 2'] ?? '', 'PRINTED', { numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(await order('STAGE')).toEqual(['Tri 11', 'tri 2', 'Tri 10']);
  });
});

describe('marking cards', () => {
  it('takes numbers, ids in any spelling and addresses, and reports what is of another batch', async () => {
    const { id, ids } = await make('Paris');
    const stranger = (await make('Other', 1)).ids[0];
    const references = [ids[3]?.toUpperCase(), `https://volant.example/d/${ids[4]}?s=nfc`, stranger, 'no such id', ''];
    const { data } = await mark(id, 'WRITTEN', { numbers: [1], references });
    expect(data.markCards.unknown).toEqual([2, 3, 4]);
    expect(counts(data.markCards.batch)).toMatchObject({ ORDERED: 9, WRITTEN: 3 });
    const written = await read(id, 'WRITTEN');
    expect(written.cards.map(({ number }: { number: number }) => number)).toEqual([1, 4, 5]);
    expect(counts(await read((await make('Third', 1)).id))).toMatchObject({ ORDERED: 1 });
  });

  it('marks all cards without numbers or references, and writes nothing if they are there already', async () => {
    const { id } = await make('All');
    expect(counts((await mark(id, 'PRINTED')).data.markCards.batch)).toMatchObject({ ORDERED: 0, PRINTED: 12 });
    expect((await mark(id, 'PRINTED')).data.markCards.batch.version).toBe(2);
  });

  it('loses no card of two phones that write at the same time', async () => {
    const { id } = await make('Phones', 40);
    const phone = async (token: string, from: number) => {
      for (let number = from; number <= 40; number += 2) {
        expect((await mark(id, 'WRITTEN', { numbers: [number] }, token)).code).toBeUndefined();
      }
    };
    await Promise.all([phone(admin, 1), phone(other, 2)]);
    expect(counts(await read(id))).toMatchObject({ ORDERED: 0, WRITTEN: 40 });
  });

  it('has its first effect only on a retry', async () => {
    const { id } = await make('Retry');
    await mark(id, 'WRITTEN', { numbers: [1] }, admin, 'key');
    await mark(id, 'ORDERED', { numbers: [1] });
    expect((await mark(id, 'WRITTEN', { numbers: [1] }, admin, 'key')).code).toBeUndefined();
    expect(counts(await read(id))).toMatchObject({ ORDERED: 12 });
  });

  it.each([[{ numbers: [13] }], [{ numbers: [0] }], [{ references: Array.from({ length: 1001 }, () => 'x') }]])(
    'refuses %j',
    async (cards) => {
      const { id } = await make('Refused');
      expect((await mark(id, 'PRINTED', cards)).code).toBe('VALIDATION_FAILED');
      expect((await read(id)).version).toBe(1);
    },
  );

  it('leaves a deleted page out', async () => {
    const { id, ids } = await make('Deleted', 2);
    await pages.run(admin, 'mutation($id: ID!) { deletePage(id: $id) { id } }', { id: ids[0] });
    expect((await read(id)).cards.map(({ number }: { number: number }) => number)).toEqual([2]);
    expect((await mark(id, 'PRINTED', { references: [ids[0]] })).data.markCards.unknown).toEqual([0]);
  });
});

it('counts the cards that were shipped in a time, and are so still, over the batches found', async () => {
  const { id } = await make('Shipped');
  await mark(id, 'SHIPPED', { numbers: [1, 2, 3] });
  await mark(id, 'PRINTED', { numbers: [3] });
  await mark(id, 'SHIPPED', { numbers: [2, 4] });
  const query = `query($from: DateTime!) { batches(filter: { search: "shipped" }) {
    ever: shipped, since: shipped(from: $from), until: shipped(before: $from)
  } }`;
  const shipped = async (from: number) => {
    const { data } = await pages.run(admin, query, { from: new Date(from).toISOString() });
    return [data.batches.ever, data.batches.since, data.batches.until];
  };
  expect(await shipped(Date.now() - DAY)).toEqual([3, 3, 0]);
  expect(await shipped(Date.now() + 400 * DAY)).toEqual([3, 0, 3]);
});

describe('history of a batch', () => {
  it('tells who marked which cards, and puts an earlier version back', async () => {
    const { id } = await make('History', 3);
    await mark(id, 'PRINTED');
    await mark(id, 'WRITTEN', { numbers: [2] }, other);
    await mark(id, 'SHIPPED');
    expect(counts((await pages.run(admin, RESTORE, { id, version: 3 })).data.restoreBatch)).toMatchObject({
      PRINTED: 2,
      WRITTEN: 1,
      SHIPPED: 0,
    });
    expect((await read(id)).history).toEqual([
      {
        version: 5,
        by: { id: 'admin' },
        marks: [
          { stage: 'PRINTED', numbers: [1, 3] },
          { stage: 'WRITTEN', numbers: [2] },
        ],
        note: null,
        restoredFrom: 3,
      },
      { ...marked(4, 'SHIPPED', [1, 2, 3]), by: { id: 'admin' } },
      { ...marked(3, 'WRITTEN', [2]), by: { id: 'root' } },
      { ...marked(2, 'PRINTED', [1, 2, 3]), by: { id: 'admin' } },
      { version: 1, by: { id: 'admin' }, marks: [], note: null, restoredFrom: null },
    ]);
    for (const version of [0, 6]) {
      expect((await pages.run(admin, RESTORE, { id, version })).code).toBe('VERSION_NOT_FOUND');
    }
  });
});

describe('note of a batch', () => {
  const change = (id: string, note: string, idempotencyKey?: string) =>
    pages.run(admin, NOTE, { id, note }, { idempotencyKey });
  const found = async (search: string) =>
    (await pages.run(admin, LIST, { filter: { search } })).data.batches.nodes.map(({ id }: { id: string }) => id);

  it('is changed in the list and the history, and keeps cards and names', async () => {
    const { id } = await make('Bordo', 2);
    const before = (await read(id)).cards;
    expect((await change(id, ' Bordeaux ')).data.changeBatchNote).toMatchObject({ note: 'Bordeaux', version: 2 });
    expect([await found('bordo'), await found('bordeaux')]).toEqual([[], [id]]);
    const batch = await read(id);
    expect(batch.cards).toEqual(before);
    expect(batch.history[0]).toMatchObject({ version: 2, by: { id: 'admin' }, marks: [], note: 'Bordeaux' });
    await pages.restart();
    await pages.rebuildViews();
    expect(await found('bordeaux')).toEqual([id]);
  });

  it('is written once, and not again by a retry after a later change', async () => {
    const { id } = await make('Metz', 1);
    await change(id, 'Metz 1', 'note');
    expect((await change(id, 'Metz 1')).data.changeBatchNote.version).toBe(2);
    await change(id, '');
    expect((await change(id, 'Metz 1', 'note')).data.changeBatchNote).toMatchObject({ note: '', version: 3 });
  });

  it('is put back with the stages of a version', async () => {
    const { id } = await make('Reims', 1);
    await change(id, 'Rheims');
    await mark(id, 'PRINTED');
    const { restoreBatch } = (await pages.run(admin, RESTORE, { id, version: 1 })).data;
    expect(restoreBatch).toMatchObject({ note: 'Reims', version: 4 });
    expect(counts(restoreBatch)).toMatchObject({ ORDERED: 1 });
    const [last] = (await read(id)).history;
    expect(last).toMatchObject({ marks: [{ stage: 'ORDERED', numbers: [1] }], note: 'Reims', restoredFrom: 1 });
  });

  it('is refused with more than 190 characters', async () => {
    const { id } = await make('Long', 1);
    expect((await change(id, 'x'.repeat(190))).code).toBeUndefined();
    expect((await change(id, 'x'.repeat(191))).code).toBe('VALIDATION_FAILED');
  });
});

it.each([
  [LIST, {}],
  [READ, { id: 'x' }],
  [MARK, { id: 'x', stage: 'PRINTED' }],
  [RESTORE, { id: 'x', version: 1 }],
  [NOTE, { id: 'x', note: '' }],
])('is for administrators alone: %s', async (operation, variables) => {
  expect((await pages.run(undefined, operation, variables)).code).toBe('UNAUTHENTICATED');
  for (const token of [tokenOf('ana'), tokenOf('agent', 'SUPPORT')]) {
    expect((await pages.run(token, operation, variables)).code).toBe('FORBIDDEN');
  }
  for (const token of [admin, other]) {
    expect((await pages.run(token, operation, variables)).code).not.toBe('FORBIDDEN');
  }
});

it('answers 404 for an unknown batch', async () => {
  const answer = await pages.run(admin, READ, { id: 'none' });
  expect([answer.code, answer.status]).toEqual(['BATCH_NOT_FOUND', 404]);
});

it('lists pages in the order of a column, names naturally, each page once over all parts', async () => {
  const only = await openPages();
  try {
    for (const [id, displayName] of [
      ['a', 'card 10'],
      ['b', 'Card 2'],
      ['c', 'çard 1'],
      ['a10', ''],
      ['a9', 'Card 2'],
    ]) {
      const input = { id, displayName, state: id === 'b' ? 'ACTIVE' : 'UNCLAIMED' };
      await only.run(admin, 'mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { id } }', {
        input,
      });
    }
    const order = async (orderBy: string, descending?: boolean) => {
      const ids: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const query =
          'query($after: String, $orderBy: PageColumn, $descending: Boolean) { pages(first: 2, after: $after, orderBy: $orderBy, descending: $descending) { nodes { id } pageInfo { endCursor hasNextPage } } }';
        const answer: Answer = await only.run(admin, query, { after, orderBy, descending });
        const { nodes, pageInfo } = answer.data.pages;
        ids.push(...nodes.map(({ id }: { id: string }) => id));
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      return ids;
    };
    const byName = await order('NAME');
    expect([byName[0], byName[1], new Set(byName.slice(2, 4)), byName[4]]).toEqual([
      'a10',
      'c',
      new Set(['b', 'a9']),
      'a',
    ]);
    expect((await order('NAME', true))[0]).toBe('a');
    expect(await order('ID')).toEqual(['a', 'a9', 'a10', 'b', 'c']);
    expect((await order('STATE'))[0]).toBe('b');
    expect((await order('STATE', true)).at(-1)).toBe('b');
    expect(new Set(await order('CREATED'))).toEqual(new Set(byName));
  } finally {
    await only.close();
  }
});
