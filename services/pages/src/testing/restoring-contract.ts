import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PagesFixture, tokenOf } from './pages-fixture.ts';

const PAGE = 'id displayName avatar indexable version profile { name phone }';
const CREATE = `mutation($input: PageInput!) { createPage(input: $input) { ${PAGE} } }`;
const CREATE_CARD = 'mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { id } }';
const CLAIM = 'mutation($id: ID!) { claimPage(id: $id) { version } }';
const UPDATE = `mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { ${PAGE} } }`;
const ADMINISTER = `mutation($id: ID!, $input: AdministerPageInput!) {
  administerPage(id: $id, input: $input) { version }
}`;
const HISTORY = `query($id: ID!, $first: Int, $after: String) { pageHistory(id: $id, first: $first, after: $after) {
  nodes {
    version author account { id } acts fields { field before after } restoredFrom restorable pictureDeleted
  }
  pageInfo { endCursor hasNextPage }
} }`;
const RESTORE = `mutation($id: ID!, $version: Int!, $expected: Int) {
  restorePage(id: $id, version: $version, expectedVersion: $expected) { ${PAGE} }
}`;
const HOUR = 60 * 60 * 1000;
const SECRET = 'Zqx-secret';
const FIRST = { displayName: 'Berline', profile: { name: 'Ana', phone: '+33611111111' } };
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');
const ben = tokenOf('ben');

/** Contract of versions that are read and put back, for every set of adapters. */
export function restoringContract(open: () => Promise<PagesFixture>): void {
  let pages: PagesFixture;
  beforeEach(async () => {
    pages = await open();
    for (const user of ['ana', 'ben']) await pages.openAccount(user);
  });
  afterEach(() => pages.close());

  const history = async (id: string, token = ana, paging: object = {}) =>
    (await pages.run(token, HISTORY, { id, ...paging })).data.pageHistory;
  const update = (id: string, input: object, token = ana) => pages.run(token, UPDATE, { id, input });
  const restore = (id: string, version: number, more: object = {}, token = ana) =>
    pages.run(token, RESTORE, { id, version, ...more });
  const newPage = async () => (await pages.run(ana, CREATE, { input: FIRST })).data.createPage;

  describe('history of a page', () => {
    it('says who changed what, and of the staff to administrators alone', async () => {
      const { id } = await newPage();
      await update(id, { profile: { phone: '+33622222222' } });
      await update(id, { indexable: true }, admin);
      const phone = { field: 'phone', before: '+33611111111', after: '+33622222222' };
      const indexable = { field: 'indexable', before: false, after: true };
      expect((await history(id)).nodes).toMatchObject([
        { version: 3, author: 'STAFF', account: null, acts: [], fields: [indexable], restorable: false },
        { version: 2, author: 'OWNER', account: { id: 'ana' }, acts: [], fields: [phone], restorable: true },
        { version: 1, author: 'OWNER', acts: ['CREATED'], restorable: true },
      ]);
      const [last] = (await history(id, admin)).nodes;
      expect(last).toMatchObject({ account: { id: 'admin' } });
      expect((await pages.run(ben, HISTORY, { id })).code).toBe('PAGE_NOT_FOUND');
    });

    it('comes in parts, newest first', async () => {
      const { id } = await newPage();
      for (let time = 0; time < 4; time += 1) await update(id, { displayName: `${time}` });
      const first = await history(id, ana, { first: 3 });
      expect(first.pageInfo).toEqual({ endCursor: '3', hasNextPage: true });
      const rest = await history(id, ana, { first: 3, after: '3' });
      expect(rest.nodes.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
      expect(rest.pageInfo.hasNextPage).toBe(false);
      for (const refused of [{ first: 51 }, { first: 0 }, { after: 'x' }]) {
        expect((await pages.run(ana, HISTORY, { id, ...refused })).code).toBe('VALIDATION_FAILED');
      }
    });

    it('is read 240 times an hour', async () => {
      const { id } = await newPage();
      for (let time = 0; time < 240; time += 1) await history(id);
      expect((await pages.run(ana, HISTORY, { id })).code).toBe('TOO_MANY_REQUESTS');
    });
  });

  describe('version put back', () => {
    it('is a change of its own, and can be undone in the same way', async () => {
      const { id } = await newPage();
      await update(id, { displayName: 'Van', profile: { phone: '' }, indexable: true });
      const answer = await restore(id, 1, { expected: 2 });
      expect(answer.data.restorePage).toMatchObject({ ...FIRST, indexable: false, version: 3 });
      expect((await history(id)).nodes[0]).toMatchObject({ version: 3, restoredFrom: 1, author: 'OWNER' });
      expect((await restore(id, 2)).data.restorePage).toMatchObject({ displayName: 'Van', indexable: true });
      await pages.rebuildViews();
      expect((await history(id)).nodes[0]).toMatchObject({ version: 4, restoredFrom: 2 });
    });

    it('is refused to others, for unknown versions, and after another change', async () => {
      const { id } = await newPage();
      await update(id, { displayName: 'Van' });
      expect((await restore(id, 1, {}, ben)).code).toBe('PAGE_NOT_FOUND');
      for (const version of [0, 3, -1]) expect((await restore(id, version)).code).toBe('VERSION_NOT_FOUND');
      expect((await restore(id, 1, { expected: 1 })).code).toBe('PAGE_CHANGED');
      expect((await restore(id, 1, {}, admin)).code).toBeUndefined();
    });

    it('has its picture while that is stored, and otherwise the present one', async () => {
      const { id } = await newPage();
      const [first, second] = [await pages.upload(ana), await pages.upload(ana)];
      await update(id, { avatar: first });
      await update(id, { avatar: second });
      expect((await restore(id, 2)).data.restorePage.avatar).toBe(first);
      await update(id, { avatar: second, displayName: 'Van' });
      pages.advance(23 * HOUR);
      const old = (await history(id)).nodes.find(({ version }: { version: number }) => version === 2);
      expect(old).toMatchObject({ pictureDeleted: true, restorable: true });
      expect((await restore(id, 2)).data.restorePage).toMatchObject({ displayName: 'Berline', avatar: second });
    });

    it('keeps the names that a page needs', async () => {
      const input = { id: 'Card1', state: 'UNCLAIMED', displayName: 'Salon 12' };
      await pages.run(admin, CREATE_CARD, { input });
      const { version } = (await pages.run(ana, CLAIM, { id: 'Card1' })).data.claimPage;
      await update('Card1', FIRST);
      const [, claimed] = (await history('Card1')).nodes;
      expect(claimed).toMatchObject({ version, acts: ['CLAIMED'], fields: [], restorable: false });
      expect((await restore('Card1', version)).code).toBe('NAMES_REQUIRED');
    });

    it('counts as a change', async () => {
      const { id } = await newPage();
      for (let time = 0; time < 119; time += 1) await update(id, { displayName: `${time}` });
      expect((await restore(id, 1)).code).toBeUndefined();
      expect((await restore(id, 2)).code).toBe('TOO_MANY_CHANGES');
    });
  });

  describe('next owner', () => {
    const versionsOf = async (id: string, token: string) =>
      (await history(id, token)).nodes.map(({ version }: { version: number }) => version);

    async function anasCard(id: string): Promise<readonly number[]> {
      await pages.run(admin, CREATE_CARD, { input: { id, state: 'UNCLAIMED' } });
      await pages.run(ana, CLAIM, { id });
      await update(id, { displayName: SECRET, profile: { name: SECRET } });
      return versionsOf(id, ana);
    }

    it.each([
      ['given the page', (id: string) => pages.run(admin, ADMINISTER, { id, input: { ownerId: 'ben' } })],
      [
        'claiming a released page',
        async (id: string) => {
          await pages.run(admin, ADMINISTER, { id, input: { state: 'UNCLAIMED' } });
          await pages.run(ben, CLAIM, { id });
        },
      ],
      [
        'claiming the page of an erased account',
        async (id: string) => {
          await pages.eraseAccount('ana');
          await expect.poll(async () => (await pages.run(ben, CLAIM, { id })).code).toBeUndefined();
        },
      ],
    ])('%s neither reads nor restores what was before', async (_, change) => {
      const former = await anasCard('Next1');
      await change('Next1');
      await update('Next1', { displayName: 'Ben', profile: { name: 'Ben' } }, ben);
      for (const token of [ben, admin]) {
        expect(JSON.stringify(await history('Next1', token))).not.toMatch(new RegExp(`${SECRET}|"ana"`));
        for (const version of former)
          expect((await restore('Next1', version, {}, token)).code).toBe('VERSION_NOT_FOUND');
      }
      expect((await pages.run(ana, HISTORY, { id: 'Next1' })).code).toBe('PAGE_NOT_FOUND');
    });
  });
}
