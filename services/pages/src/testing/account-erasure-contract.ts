import { fromBinary } from '@bufbuild/protobuf';
import { PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageCodec } from '../page/domain/events.ts';
import { PAGES_VIEW, type PageDocument } from '../page/view/page-document.ts';
import { type PagesFixture, tokenOf } from './pages-fixture.ts';

const PAGE = 'uid id displayName state ownerId tenure version';
const CREATE = `mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { ${PAGE} } }`;
const CREATE_OWN = `mutation($input: PageInput!) { createPage(input: $input) { ${PAGE} } }`;
const ADMINISTER = 'mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { id } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { id } }';
const CLAIM = `mutation($id: ID!) { claimPage(id: $id) { ${PAGE} } }`;
const PUBLIC = 'query($id: ID!) { publicPage(id: $id) { state } }';
const SECRET = 'Zqx-secret';
const CONTENT = { displayName: SECRET, profile: { name: SECRET, company: SECRET } };
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');
const ben = tokenOf('ben');

// Release, three pictures with their records, keep, erase, restore, erase the keep, and the unused picture.
const STEPS = Array.from({ length: 13 }, (_, index) => index + 1);

/**
 * Contract of pages whose owner's account is erased, for every set of adapters.
 * @param steps of the erasure at which the process ends
 */
export function accountErasureContract(open: () => Promise<PagesFixture>, steps: readonly number[] = STEPS): void {
  let pages: PagesFixture;
  beforeEach(async () => {
    pages = await open();
    for (const user of ['ana', 'ben']) await pages.openAccount(user);
  });
  afterEach(() => pages.close());

  interface FullPage {
    readonly uid: string;
    readonly id: string;
    readonly images: readonly string[];
  }

  /** A claimed card with two ids and all content that an owner can leave in it. */
  async function fullPage(id: string, token = ana): Promise<FullPage> {
    const { uid } = (await pages.run(admin, CREATE, { input: { id, state: 'UNCLAIMED' } })).data.createPageWithId;
    await pages.run(token, CLAIM, { id });
    const images = [await pages.upload(token), await pages.upload(token), await pages.upload(admin)];
    for (const [index, avatar] of images.entries()) {
      const by = index === 2 ? admin : token;
      expect((await pages.run(by, UPDATE, { id, input: { ...CONTENT, avatar } })).code).toBeUndefined();
    }
    await pages.run(admin, ADMINISTER, { id, input: { newId: `${id}-new` } });
    return { uid, id, images };
  }

  const everything = async () => JSON.stringify(await pages.ports.eventStore.readAll(0, 10_000));
  const document = (uid: string) => pages.ports.viewStore.view<PageDocument>(PAGES_VIEW).get(uid);
  const isFree = async (uid: string) => {
    const found = await document(uid);
    return found !== undefined && found.ownerId === null && !found.sealed;
  };
  const isThere = async (path: string) => (await pages.ports.objects.get(path.slice(1))) !== undefined;
  const stateOf = async (id: string) => (await pages.run(undefined, PUBLIC, { id })).data?.publicPage?.state;

  const recordsOf = async (uid: string) => (await pages.published()).filter(({ key }) => key === uid);

  /** Expects the same page without any data of its former owner. */
  async function expectReleased({ uid, images }: FullPage): Promise<void> {
    await expect.poll(() => isFree(uid)).toBe(true);
    const commits = JSON.stringify(await pages.ports.eventStore.readStream(`page-${uid}`));
    for (const trace of [SECRET, '"ana"', 'uploads']) expect(commits).not.toContain(trace);
    // The keep stream is erased last, after the page is free. If the process ended just before, the released page stays
    // in the keep stream until the next owner leaves.
    const keepCommits = () => pages.ports.eventStore.readStream(`keep-${uid}`);
    await expect.poll(keepCommits).toHaveLength(1);
    for (const trace of [SECRET, '"ana"', 'uploads']) expect(JSON.stringify(await keepCommits())).not.toContain(trace);
    expect(JSON.stringify(await document(uid))).not.toContain(SECRET);
    for (const path of images) await expect.poll(() => isThere(path)).toBe(false);
  }

  describe('erased account', () => {
    it('leaves its cards to the next owner, without its own data', async () => {
      const card = await fullPage('Mine1');
      const unused = await pages.upload(ana);
      const others = await fullPage('Theirs1', ben);
      await pages.eraseAccount('ana');
      await expectReleased(card);
      await expect.poll(() => isThere(unused)).toBe(false);
      await expect.poll(everything).not.toContain('"ana"');

      const published = async () => (await recordsOf(card.uid)).at(-1)?.value ?? new Uint8Array();
      await expect.poll(async () => fromBinary(PageSnapshotSchema, await published()).ownerId).toBeUndefined();
      expect(Buffer.from(await published()).toString()).not.toContain(SECRET);
      // A tombstone would make other services delete the page's figures.
      expect((await recordsOf(card.uid)).map(({ value }) => value)).not.toContain(null);

      for (const id of ['Mine1', 'Mine1-new']) expect(await stateOf(id)).toBe('UNCLAIMED');
      const claimed = (await pages.run(ben, CLAIM, { id: 'mine1' })).data.claimPage;
      expect(claimed).toMatchObject({ uid: card.uid, id: 'Mine1-new', displayName: '', ownerId: 'ben', tenure: 2 });
      await pages.rebuildViews();
      expect(await stateOf('Mine1')).toBe('ACTIVE');

      expect(await document(others.uid)).toMatchObject({ ownerId: 'ben', page: { displayName: SECRET, tenure: 1 } });
      expect(await isThere(others.images[2] ?? '')).toBe(true);
    });

    it('releases pages in every state, and those it created, but keeps a block', async () => {
      const inactive = await fullPage('Inactive1');
      await pages.run(ana, UPDATE, { id: 'Inactive1', input: { state: 'INACTIVE' } });
      const blocked = await fullPage('Blocked1');
      await pages.run(admin, ADMINISTER, { id: 'Blocked1', input: { state: 'DEACTIVATED', reason: 'Spam' } });
      const { uid, id } = (await pages.run(ana, CREATE_OWN, { input: CONTENT })).data.createPage;
      await pages.eraseAccount('ana');
      for (const page of [inactive, blocked, { uid, id, images: [] }]) await expectReleased(page);
      expect(await everything()).not.toContain(SECRET);
      expect([await stateOf('Inactive1'), await stateOf(id), await stateOf('Blocked1')]).toEqual([
        'UNCLAIMED',
        'UNCLAIMED',
        'DEACTIVATED',
      ]);
      expect((await pages.run(ben, CLAIM, { id: 'Blocked1' })).code).toBe('PAGE_INACTIVE');
      expect((await pages.run(ben, CLAIM, { id })).data.claimPage).toMatchObject({ ownerId: 'ben', tenure: 2 });
    });

    it('leaves no data in pages it owned before', async () => {
      const former = await fullPage('Former1');
      await pages.run(admin, ADMINISTER, { id: 'Former1', input: { ownerId: 'ben', displayName: 'Ben' } });
      await pages.eraseAccount('ana');
      await expect.poll(everything).not.toContain('"ana"');
      expect(await everything()).not.toContain(SECRET);
      expect((await pages.run(ben, UPDATE, { id: 'Former1', input: { displayName: 'Mine' } })).code).toBeUndefined();
      expect(await document(former.uid)).toMatchObject({ ownerId: 'ben' });
    });

    it('gets no further page, not even by a request that was under way', async () => {
      await pages.eraseAccount('ana');
      const given = { id: 'Late1', state: 'ACTIVE', ownerId: 'ana' };
      await expect.poll(async () => (await pages.run(admin, CREATE, { input: given })).code).toBe('OWNER_NOT_FOUND');
      await pages.run(admin, CREATE, { input: { id: 'Late2', state: 'UNCLAIMED' } });
      expect((await pages.run(ana, CLAIM, { id: 'Late2' })).code).toBe('OWNER_NOT_FOUND');
      expect((await pages.run(ana, CREATE_OWN, { input: CONTENT })).code).toBe('OWNER_NOT_FOUND');
      expect(await everything()).not.toContain(SECRET);
      expect((await pages.run(ben, CLAIM, { id: 'Late2' })).data.claimPage).toMatchObject({ ownerId: 'ben' });
    });

    it('loses a page that a process gave it before it died without the check', async () => {
      const { uid } = (await pages.run(admin, CREATE, { input: { id: 'Late3', state: 'UNCLAIMED' } })).data
        .createPageWithId;
      await pages.eraseAccount('ana');
      const given = { id: 'Late4', state: 'ACTIVE', ownerId: 'ana' };
      await expect.poll(async () => (await pages.run(admin, CREATE, { input: given })).code).toBe('OWNER_NOT_FOUND');
      const data = { ownerId: 'ana', claimedAt: new Date().toISOString() };
      await pages.ports.eventStore.append({
        streamId: `page-${uid}`,
        expectedVersion: 1,
        commandId: pages.ports.newId(),
        events: [{ id: pages.ports.newId(), type: 'PageClaimed', schema: pageCodec.schemaOf('PageClaimed'), data }],
        meta: { actor: 'ana', correlationId: 'test' },
        at: data.claimedAt,
      });
      await pages.restart();
      expect(await isFree(uid)).toBe(true);
      expect(await everything()).not.toContain('"ana"');
    });

    /** Makes the stores fail from the nth write on, and tells whether that has happened. */
    function failAt(step: number) {
      const { eventStore, objects } = pages.ports;
      const originals = { append: eventStore.append, eraseStream: eventStore.eraseStream, delete: objects.delete };
      let steps = 0;
      const ending =
        <A extends unknown[], R>(owner: object, call: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          steps += 1;
          if (steps >= step) throw new Error('the process ends here');
          return call.apply(owner, args);
        };
      Object.assign(eventStore, {
        append: ending(eventStore, originals.append),
        eraseStream: ending(eventStore, originals.eraseStream),
      });
      Object.assign(objects, { delete: ending(objects, originals.delete) });
      return {
        failed: () => steps >= step,
        repair() {
          Object.assign(eventStore, { append: originals.append, eraseStream: originals.eraseStream });
          Object.assign(objects, { delete: originals.delete });
        },
      };
    }

    it('releases a page that was given to it while the history was being rewritten', async () => {
      const card = await fullPage('Given1', ben);
      // Sealed, kept and erased, but not restored: the third write after the change of owner.
      const broken = failAt(4);
      const given = { id: 'Given1', input: { ownerId: 'ana', displayName: SECRET } };
      expect((await pages.run(admin, ADMINISTER, given)).code).toBe('INTERNAL');
      broken.repair();
      expect(await document(card.uid)).toMatchObject({ ownerId: 'ana', sealed: true });
      await pages.eraseAccount('ana');
      // The process that began the work is considered dead after a minute.
      pages.advance(61_000);
      await expectReleased({ ...card, images: [] });
      await expect.poll(everything).not.toContain('"ana"');
      expect((await recordsOf(card.uid)).map(({ value }) => value)).not.toContain(null);
      expect((await pages.run(ben, CLAIM, { id: 'Given1' })).data.claimPage).toMatchObject({ tenure: 3 });
    });

    it.each(steps)('releases its page completely if the process ended at step %i', async (step) => {
      const card = await fullPage('Crash1');
      const unused = await pages.upload(ana);
      const broken = failAt(step);
      await pages.eraseAccount('ana');
      await expect.poll(broken.failed).toBe(true);
      const stopped = pages.restart();
      broken.repair();
      await stopped;
      // The process that began to rewrite the history is considered dead after a minute.
      pages.advance(61_000);
      await pages.restart();
      await expectReleased(card);
      await expect.poll(() => isThere(unused)).toBe(false);
      await expect.poll(everything).not.toContain('"ana"');
      expect(await everything()).not.toContain(SECRET);
      expect((await recordsOf(card.uid)).map(({ value }) => value)).not.toContain(null);
      expect((await pages.run(ben, CLAIM, { id: 'Crash1' })).data.claimPage).toMatchObject({ tenure: 2 });
    });
  });
}
