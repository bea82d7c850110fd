import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGES_VIEW, type PageDocument } from '../page/view/page-document.ts';
import { type PagesFixture, tokenOf } from './pages-fixture.ts';

const PAGE = 'uid id displayName state ownerId tenure createdAt version';
const CREATE = `mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { ${PAGE} } }`;
const ADMINISTER = `mutation($id: ID!, $input: AdministerPageInput!) {
  administerPage(id: $id, input: $input) { ${PAGE} }
}`;
const UPDATE = `mutation($id: ID!, $input: PageInput!, $version: Int) {
  updatePage(id: $id, input: $input, expectedVersion: $version) { ${PAGE} }
}`;
const CLAIM = `mutation($id: ID!) { claimPage(id: $id) { ${PAGE} } }`;
const PUBLIC = 'query($id: ID!) { publicPage(id: $id) { state } }';
const SECRET = 'Zqx-secret';
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');
const ben = tokenOf('ben');

/**
 * Contract of the history of a page whose owner leaves, for every set of adapters.
 * @param steps of the release at which the process ends
 */
export function historyContract(open: () => Promise<PagesFixture>, steps: readonly number[] = [1, 2, 3, 4]): void {
  let pages: PagesFixture;
  beforeEach(async () => {
    pages = await open();
    for (const user of ['ana', 'ben']) await pages.openAccount(user);
  });
  afterEach(() => pages.close());

  async function anasPage(id: string): Promise<string> {
    const { uid } = (await pages.run(admin, CREATE, { input: { id, state: 'UNCLAIMED' } })).data.createPageWithId;
    await pages.run(ana, CLAIM, { id });
    const input = { displayName: SECRET, profile: { name: SECRET }, avatar: await pages.upload(ana) };
    expect((await pages.run(ana, UPDATE, { id, input })).code).toBeUndefined();
    await pages.run(admin, ADMINISTER, { id, input: { newId: `${id}-new` } });
    return uid;
  }

  const everything = async () => JSON.stringify(await pages.ports.eventStore.readAll(0, 10_000));
  const release = (id: string) => pages.run(admin, ADMINISTER, { id, input: { state: 'UNCLAIMED' } });
  const stateOf = async (id: string) => (await pages.run(undefined, PUBLIC, { id })).data?.publicPage?.state;

  const recordsOf = async (uid: string) => (await pages.published()).filter(({ key }) => key === uid);

  describe('released page', () => {
    it('has no data of its former owner in its history, and is otherwise unchanged', async () => {
      const uid = await anasPage('Left1');
      const released = (await release('left1')).data.administerPage;
      expect(released).toMatchObject({ uid, id: 'Left1-new', displayName: '', state: 'UNCLAIMED', tenure: 1 });
      const commits = JSON.stringify(await pages.ports.eventStore.readStream(`page-${uid}`));
      for (const trace of [SECRET, '"ana"', 'uploads']) expect(commits).not.toContain(trace);
      expect(await everything()).not.toContain(SECRET);

      for (const id of ['Left1', 'Left1-new']) expect(await stateOf(id)).toBe('UNCLAIMED');
      const { version } = released;
      expect(
        (await pages.run(admin, UPDATE, { id: 'Left1', input: { displayName: 'x' }, version })).code,
      ).toBeUndefined();
      expect((await pages.run(ben, CLAIM, { id: 'Left1' })).data.claimPage).toMatchObject({
        ownerId: 'ben',
        tenure: 2,
      });
      await pages.rebuildViews();
      expect(await stateOf('Left1')).toBe('ACTIVE');
      await pages.restart();
      expect(await pages.ports.eventStore.reservations.ownerOf('page-id:left1')).toBe(uid);
    });

    it('is never gone for other services', async () => {
      const uid = await anasPage('Left2');
      await pages.run(admin, ADMINISTER, { id: 'Left2', input: { ownerId: 'ben', displayName: 'Last word' } });
      await pages.run(admin, ADMINISTER, { id: 'Left2', input: { displayName: 'Last word but one' } });
      await expect
        .poll(async () => Buffer.from((await recordsOf(uid)).at(-1)?.value ?? '').toString())
        .toContain('but one');
      expect((await recordsOf(uid)).map(({ value }) => value)).not.toContain(null);
    });

    it('stays consistent under concurrent claims and releases', async () => {
      const uid = await anasPage('Left3');
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => release('Left3')),
        ...Array.from({ length: 10 }, (_, index) => pages.run(tokenOf(`user${index}`), CLAIM, { id: 'Left3' })),
      ]);
      const codes = new Set(answers.map(({ code }) => code));
      for (const code of codes)
        expect([undefined, 'PAGE_ALREADY_CLAIMED', 'CONFLICT', 'PAGE_NOT_FOUND']).toContain(code);
      await release('Left3');
      expect(await everything()).not.toContain(SECRET);
      const claimed = (await pages.run(ben, CLAIM, { id: 'Left3' })).data.claimPage;
      expect(claimed).toMatchObject({ uid, ownerId: 'ben', id: 'Left3-new' });
      await pages.rebuildViews();
      expect(await stateOf('Left3')).toBe('ACTIVE');
    });

    /** Makes the store fail from the nth write after the release on. */
    function failAt(step: number): () => void {
      const { eventStore } = pages.ports;
      const { append, eraseStream } = eventStore;
      let steps = -1;
      const ending =
        <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          steps += 1;
          if (steps >= step) throw new Error('the process ends here');
          return call.apply(eventStore, args);
        };
      Object.assign(eventStore, { append: ending(append), eraseStream: ending(eraseStream) });
      return () => void Object.assign(eventStore, { append, eraseStream });
    }

    it.each(steps)('is finished later if the process ended at step %i', async (step) => {
      const uid = await anasPage('Left4');
      const repair = failAt(step);
      expect((await release('Left4')).code).toBe('INTERNAL');
      repair();
      // A new process with rebuilt views shows the page at once, and finishes when the first process is considered
      // dead.
      await pages.restart();
      await pages.rebuildViews();
      expect(await stateOf('Left4')).toBe('UNCLAIMED');
      pages.advance(61_000);
      await pages.restart();
      expect(await everything()).not.toContain(SECRET);
      const document = await pages.ports.viewStore.view<PageDocument>(PAGES_VIEW).get(uid);
      expect(document).toMatchObject({ sealed: false, keys: ['left4-new', 'left4'] });
      expect((await pages.run(ben, CLAIM, { id: 'Left4' })).data.claimPage).toMatchObject({
        ownerId: 'ben',
        tenure: 2,
      });
      expect((await recordsOf(uid)).map(({ value }) => value)).not.toContain(null);
      // A leftover of the rewrite does not come back when the page is released again.
      await pages.run(ben, UPDATE, { id: 'Left4', input: { displayName: 'Ben', profile: { name: 'Ben' } } });
      expect((await release('Left4')).data.administerPage).toMatchObject({ displayName: '', tenure: 2 });
    });
  });
}
