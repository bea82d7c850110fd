import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from './testing/pages-fixture.ts';

const PAGE = 'id displayName state ownerId version';
const CREATE = `mutation($input: PageInput!) { createPage(input: $input) { ${PAGE} } }`;
const UPDATE = `mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { ${PAGE} } }`;
const CREATE_WITH_ID = `mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { ${PAGE} } }`;
const BULK =
  'mutation($input: CreatePagesInput!) { createPages(input: $input) { workbookId pages { id displayName } } }';
const READ = `query($id: ID!) { page(id: $id) { ${PAGE} } }`;
const ALL = '{ pages(first: 1) { totalCount } }';

const HOUR = 60 * 60 * 1000;
const ana = tokenOf('ana');
const ben = tokenOf('ben');
const admin = tokenOf('admin', 'ADMIN');
const own = { displayName: 'Berline', profile: { name: 'Ana' } };
const REUSED = { code: 'IDEMPOTENCY_KEY_REUSED', status: 422 };

let pages: PagesFixture;
beforeEach(async () => {
  pages = await openPages();
});
afterEach(() => pages.close());

const send = (token: string, query: string, input: object, idempotencyKey = 'key') =>
  pages.run(token, query, { input }, { idempotencyKey });
const total = async () => (await pages.run(admin, ALL)).data.pages.totalCount;

describe.each([
  ['a page of one’s own', CREATE, own, { ...own, displayName: 'Van' }],
  [
    'a page with a requested id',
    CREATE_WITH_ID,
    { id: 'Wanted1', state: 'ACTIVE' },
    { id: 'Wanted2', state: 'ACTIVE' },
  ],
  ['a series', BULK, { quantity: 3, prefixNote: '' }, { quantity: 4, prefixNote: '' }],
  ['a batch with a note', BULK, { quantity: 3, prefixNote: 'Salon' }, { quantity: 3, prefixNote: 'Foire' }],
])('%s, requested again with its key', (_, query, request, other) => {
  it('gets the first response again for a day, also after a restart and later changes', async () => {
    const first = await send(admin, query, request);
    expect(first.code).toBeUndefined();
    const count = await total();
    const [made] = Object.values(first.data) as { id?: string; pages?: { id: string }[] }[];
    const id = made?.id ?? made?.pages?.[0]?.id;
    await pages.run(admin, UPDATE, { id, input: { displayName: 'Changed since' } });
    for (const hours of [0, 12, 11]) {
      pages.advance(hours * HOUR);
      await pages.restart();
      expect((await send(admin, query, request)).data).toEqual(first.data);
    }
    expect(await total()).toBe(count);
  });

  it('is created once by concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(admin, query, request)));
    for (const { data, code } of answers) {
      expect(code).toBeUndefined();
      expect(data).toEqual(answers[0]?.data);
    }
    expect(await total()).toBe(query === BULK ? 3 : 1);
  });

  it('is refused if the key is used with another request, sequentially or concurrently', async () => {
    await send(admin, query, request);
    const count = await total();
    expect(await send(admin, query, other)).toMatchObject(REUSED);
    expect(await total()).toBe(count);
    const codes = (
      await Promise.all([send(admin, query, { ...request, ...fresh() }, 'other'), send(admin, query, other, 'other')])
    ).map(({ code }) => code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes).toContain('IDEMPOTENCY_KEY_REUSED');
  });

  /** The first id of the table is already taken. */
  function fresh(): object {
    return query === CREATE_WITH_ID ? { id: 'Wanted3' } : {};
  }
});

describe('idempotency key', () => {
  it('is valid for one caller and one operation', async () => {
    const mine = await send(ana, CREATE, own);
    const theirs = await send(ben, CREATE, own);
    expect(theirs.data.createPage.ownerId).toBe('ben');
    expect(theirs.data.createPage.id).not.toBe(mine.data.createPage.id);
    const ids = new Set<string>();
    ids.add((await send(admin, CREATE, own)).data.createPage.id);
    ids.add((await send(admin, CREATE_WITH_ID, { id: 'Wanted1', state: 'ACTIVE' })).data.createPageWithId.id);
    ids.add((await send(admin, BULK, { quantity: 1 })).data.createPages.pages[0].id);
    expect(ids.size).toBe(3);
  });

  it('is valid for a different change, too', async () => {
    const { id } = (await send(ana, CREATE, own)).data.createPage;
    const update = (displayName: string) =>
      pages.run(ana, UPDATE, { id, input: { displayName } }, { idempotencyKey: 'change' });
    const first = await update('One');
    await update('Two');
    expect((await update('One')).data).toEqual(first.data);
    expect((await pages.run(ana, READ, { id })).data.page.displayName).toBe('Two');
  });

  it('does not show a page that has another owner now', async () => {
    const { id } = (await send(ana, CREATE, own)).data.createPage;
    await pages.run(admin, UPDATE, { id, input: { state: 'UNCLAIMED' } });
    await pages.run(ben, 'mutation($id: ID!) { claimPage(id: $id) { id } }', { id });
    expect(await send(ana, CREATE, own)).toMatchObject({ code: 'PAGE_NOT_FOUND' });
  });
});

describe('picture uploaded again with its key', () => {
  it('has the same path, is not read again, and counts once', async () => {
    const path = await pages.upload(ana, undefined, 'key');
    for (let time = 0; time < 40; time += 1) {
      expect(await pages.upload(ana, Buffer.from('not looked at'), 'key')).toBe(path);
    }
    expect(await pages.upload(ana, undefined, 'another')).not.toBe(path);
    expect(await pages.upload(ben, undefined, 'key')).not.toBe(path);
  });

  it('is one picture, even if the requests are concurrent', async () => {
    const paths = await Promise.all(Array.from({ length: 3 }, () => pages.upload(ana, undefined, 'key')));
    expect(new Set(paths).size).toBe(1);
    expect(await pages.ports.objects.get(paths[0]?.slice(1) ?? '')).toBeDefined();
  });

  it('is stored under its path if the process ended before it was stored', async () => {
    const path = await pages.upload(ana, undefined, 'key');
    await pages.ports.objects.delete(path.slice(1));
    expect(await pages.upload(ana, undefined, 'key')).toBe(path);
    expect(await pages.ports.objects.get(path.slice(1))).toBeDefined();
  });
});
