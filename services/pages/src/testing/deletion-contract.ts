import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PagesFixture, tokenOf } from './pages-fixture.ts';

const PAGE = 'uid id displayName state ownerId tenure version';
const CREATE = `mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { ${PAGE} } }`;
const ADMINISTER = 'mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { id } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { id } }';
const CLAIM = 'mutation($id: ID!) { claimPage(id: $id) { uid } }';
const DELETE = 'mutation($id: ID!) { deletePage(id: $id) { id } }';
const PUBLIC = 'query($id: ID!) { publicPage(id: $id) { displayName } }';
const SECRET = 'Zqx-secret';
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');

/** Contract of deletion, for every set of adapters. */
export function deletionContract(open: () => Promise<PagesFixture>): void {
  let pages: PagesFixture;
  beforeEach(async () => {
    pages = await open();
    for (const user of ['ana', 'ben']) await pages.openAccount(user);
  });
  afterEach(() => pages.close());

  /** A page with everything it can leave behind: content, two ids, two pictures. */
  async function fullPage(id: string, token = ana): Promise<{ readonly uid: string; readonly images: string[] }> {
    const { uid } = (await pages.run(admin, CREATE, { input: { id, state: 'UNCLAIMED' } })).data.createPageWithId;
    await pages.run(token, CLAIM, { id });
    const images = [await pages.upload(token), await pages.upload(token)];
    for (const avatar of images) {
      const input = { displayName: SECRET, profile: { name: SECRET, company: SECRET }, avatar };
      expect((await pages.run(token, UPDATE, { id, input })).code).toBeUndefined();
    }
    await pages.run(admin, ADMINISTER, { id, input: { newId: `${id}-new` } });
    return { uid, images };
  }

  const everything = async () => JSON.stringify(await pages.ports.eventStore.readAll(0, 10_000));
  const isGone = async (id: string) => (await pages.run(undefined, PUBLIC, { id })).code === 'PAGE_NOT_FOUND';

  const latestRecords = async () => new Map((await pages.published()).map(({ key, value }) => [key, value]));

  describe('deletePage', () => {
    it('leaves no data in the event store, the views, the objects and the log', async () => {
      const { uid, images } = await fullPage('Full1');
      await fullPage('Other1', tokenOf('ben'));
      const before = (await everything()).split(SECRET).length;
      expect((await pages.run(admin, DELETE, { id: 'full1' })).data).toEqual({ deletePage: { id: 'full1' } });

      for (const id of ['Full1', 'Full1-new']) expect(await isGone(id)).toBe(true);
      for (const path of images) expect(await pages.ports.objects.get(path.slice(1))).toBeUndefined();
      const commits = await pages.ports.eventStore.readStream(`page-${uid}`);
      expect(commits.map(({ events }) => events)).toEqual([
        [expect.objectContaining({ type: 'StreamErased', data: {} })],
      ]);
      const left = await everything();
      for (const trace of [...images, 'Full1']) expect(left).not.toContain(trace);
      // The other page still contains it as often as this one did.
      expect(left.split(SECRET).length - 1).toBe((before - 1) / 2);
      expect(await isGone('Other1')).toBe(false);
      await expect.poll(async () => (await latestRecords()).get(uid)).toBeNull();
    });

    it('frees the ids for a page that starts empty', async () => {
      const { uid } = await fullPage('Again1');
      await pages.run(admin, DELETE, { id: 'Again1' });
      const anew = (await pages.run(admin, CREATE, { input: { id: 'AGAIN1', state: 'ACTIVE' } })).data.createPageWithId;
      expect(anew).toMatchObject({ id: 'AGAIN1', displayName: '', ownerId: null, tenure: 0, version: 1 });
      expect(anew.uid).not.toBe(uid);
      await pages.restart();
      expect(await pages.ports.eventStore.reservations.ownerOf('page-id:again1')).toBe(anew.uid);
      expect((await pages.run(admin, CREATE, { input: { id: 'Again1-new', state: 'ACTIVE' } })).code).toBeUndefined();
    });

    it('succeeds once', async () => {
      await fullPage('Once1');
      const answers = await Promise.all(Array.from({ length: 5 }, () => pages.run(admin, DELETE, { id: 'Once1' })));
      expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'PAGE_NOT_FOUND')).toHaveLength(4);
      expect((await pages.run(admin, DELETE, { id: 'never' })).code).toBe('PAGE_NOT_FOUND');
    });

    it('keeps a picture that another page shows', async () => {
      const { images } = await fullPage('Shared1');
      const [, avatar] = images;
      await pages.run(admin, CREATE, { input: { id: 'Shared2', state: 'ACTIVE', ownerId: 'ana' } });
      expect((await pages.run(ana, UPDATE, { id: 'Shared2', input: { avatar } })).code).toBeUndefined();
      await pages.run(admin, DELETE, { id: 'Shared1' });
      expect(await pages.ports.objects.get(avatar?.slice(1) ?? '')).toBeDefined();
      await pages.run(admin, DELETE, { id: 'Shared2' });
      expect(await pages.ports.objects.get(avatar?.slice(1) ?? '')).toBeUndefined();
    });

    it.each([
      ['pictures', 'objects', 'delete'],
      ['events', 'eventStore', 'eraseStream'],
    ] as const)('is finished at the next start if it was interrupted at the %s', async (_, port, method) => {
      const { uid, images } = await fullPage('Crash1');
      const target = pages.ports[port] as unknown as Record<string, unknown>;
      const original = target[method];
      target[method] = () => Promise.reject(new Error('the process ends here'));
      expect((await pages.run(admin, DELETE, { id: 'Crash1' })).code).toBe('INTERNAL');
      expect(await isGone('Crash1')).toBe(true);
      target[method] = original;
      expect(await everything()).toContain(SECRET);

      await pages.restart();
      expect(await everything()).not.toContain(SECRET);
      for (const path of images) expect(await pages.ports.objects.get(path.slice(1))).toBeUndefined();
      expect((await pages.ports.eventStore.readStream(`page-${uid}`)).length).toBe(1);
      for (const id of ['crash1', 'crash1-new']) {
        expect(await pages.ports.eventStore.reservations.ownerOf(`page-id:${id}`)).toBeUndefined();
      }
    });

    it('has the same result in rebuilt views', async () => {
      await fullPage('Built1');
      await fullPage('Built2', tokenOf('ben'));
      await pages.run(admin, DELETE, { id: 'Built1' });
      await pages.rebuildViews();
      expect([await isGone('Built1'), await isGone('Built2')]).toEqual([true, false]);
    });
  });
}
