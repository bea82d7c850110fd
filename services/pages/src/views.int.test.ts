import { fromBinary } from '@bufbuild/protobuf';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import { type PageSnapshot, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGES_VIEW, type PageDocument } from './page/view/page-document.ts';
import { openPages, type PagesFixture, tokenOf } from './testing/pages-fixture.ts';

const CREATE = 'mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { uid } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { uid version } }';
const CLAIM = 'mutation($id: ID!) { claimPage(id: $id) { uid } }';
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');
/** Stands for all personal data. */
const SECRET = 'Zqx-secret';
const personal = {
  displayName: 'Berline Démo',
  profile: { name: SECRET, company: SECRET, bio: SECRET, customFields: [{ name: SECRET, value: SECRET }] },
};

let pages: PagesFixture;
let avatar: string;
beforeEach(async () => {
  pages = await openPages();
});
afterEach(() => pages.close());

async function makeHistory(): Promise<string> {
  avatar = await pages.upload(ana);
  for (const id of ['one', 'two', 'three']) {
    await pages.run(admin, CREATE, { input: { id, state: 'UNCLAIMED', displayName: id } });
    await pages.run(ana, CLAIM, { id });
    await pages.run(ana, UPDATE, { id, input: { ...personal, avatar } });
  }
  await pages.run(ana, UPDATE, { id: 'two', input: { state: 'INACTIVE' } });
  await pages.run(admin, UPDATE, { id: 'three', input: { state: 'UNCLAIMED' } });
  const erased = await pages.run(admin, CREATE, { input: { id: 'four', state: 'ACTIVE' } });
  return erased.data.createPageWithId.uid;
}

async function eraseAndSettle(uid: string): Promise<void> {
  const { eventStore } = pages.ports;
  await eventStore.eraseStream(`page-${uid}`, { actor: 'admin', correlationId: 'test' }, new Date().toISOString());
  await expect.poll(() => pages.ports.viewStore.view<PageDocument>(PAGES_VIEW).get(uid)).toBeUndefined();
}

describe('pages view', () => {
  it('is the same after a rebuild', async () => {
    await eraseAndSettle(await makeHistory());
    const view = pages.ports.viewStore.view<PageDocument>(PAGES_VIEW);
    const live = await view.find({}, { sort: { createdAt: 1 } });
    expect(live).toHaveLength(3);
    await pages.rebuildViews();
    expect(await view.find({}, { sort: { createdAt: 1 } })).toEqual(live);
    expect((await pages.run(ana, UPDATE, { id: 'one', input: { displayName: 'Later' } })).code).toBeUndefined();
  });

  it('finds a renamed page by all its ids', async () => {
    await makeHistory();
    const { eventStore, viewStore } = pages.ports;
    const view = viewStore.view<PageDocument>(PAGES_VIEW);
    const [one] = await view.find({ keys: 'one' });
    await eventStore.append({
      streamId: `page-${one?._id}`,
      expectedVersion: one?.version ?? 0,
      commandId: 'rename',
      events: [{ id: 'rename', type: 'PageRenamed', schema: 1, data: { publicId: 'Uno' } }],
      meta: { actor: 'admin', correlationId: 'test' },
      at: new Date().toISOString(),
    });
    const PUBLIC = 'query($id: ID!) { publicPage(id: $id) { displayName } }';
    await expect.poll(async () => (await pages.run(undefined, PUBLIC, { id: 'UNO' })).code).toBeUndefined();
    expect((await pages.run(undefined, PUBLIC, { id: 'one' })).data.publicPage.displayName).toBe('Berline Démo');
  });
});

describe('pages topic', () => {
  it('contains the latest public state of every page, and personal data of shown pages only', async () => {
    const erased = await makeHistory();
    await eraseAndSettle(erased);
    const records: LogRecord[] = [];
    const follower = await pages.ports.messageLog.follow({
      topic: PAGES_TOPIC.name,
      from: {},
      onBatch: async (batch) => void records.push(...batch),
    });
    await expect.poll(() => records.some(({ key, value }) => key === erased && value === null)).toBe(true);
    await follower.stop();

    const latest = new Map<string, PageSnapshot>();
    for (const { key, value } of records) {
      if (value === null) continue;
      const snapshot = fromBinary(PageSnapshotSchema, value);
      expect(snapshot.pageUid).toBe(key);
      const shown = snapshot.state === PageState.ACTIVE && snapshot.ownerId !== undefined;
      expect(snapshot.profile !== undefined).toBe(shown);
      if (!shown) expect([SECRET, avatar].some((secret) => Buffer.from(value).includes(secret))).toBe(false);
      latest.set(snapshot.publicId, snapshot);
    }
    expect(latest.get('one')).toMatchObject({
      state: PageState.ACTIVE,
      ownerId: 'ana',
      tenure: 1,
      displayName: 'Berline Démo',
      profile: { name: SECRET },
      avatar,
      version: 3n,
    });
    expect(latest.get('two')).toMatchObject({ state: PageState.INACTIVE, ownerId: 'ana', version: 4n });
    expect(latest.get('three')).toMatchObject({ state: PageState.UNCLAIMED, tenure: 1, displayName: '' });
  });
});
