import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import { createLogger } from '@volant/infra/process/observability/log';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { SqliteViewStore } from '@volant/infra/views/sqlite-view-store';
import {
  CardStatus,
  type PageSnapshot,
  PageSnapshotSchema,
  PageState,
  ProfileSchema,
} from '@volant/proto/volant/pages/v1/page_pb';
import { expect, it } from 'vitest';
import { COLLECTED_PAGES_VIEW, createPagesView, type PagesView } from './pages-view.ts';

const log = createLogger({ name: 'test', level: 'silent' });

type More = Partial<
  Pick<PageSnapshot, 'pageUid' | 'tenure' | 'card' | 'leadsToTenure' | 'profile' | 'formerItemNames'>
> & { leadsTo?: string };

function record(key: string, value: Uint8Array | null, partition: number): LogRecord {
  return { topic: PAGES_TOPIC.name, key, value, partition, offset: 0, headers: {}, at: new Date() };
}

function page(
  pageUid: string,
  publicId: string,
  createdAt: number,
  partition = 0,
  version = 1n,
  more: More = {},
): LogRecord {
  const snapshot = create(PageSnapshotSchema, {
    pageUid,
    publicId,
    previousIds: [`${publicId}-before`],
    state: PageState.ACTIVE,
    ownerId: 'owner',
    version,
    createdAt: timestampFromMs(createdAt),
    ...more,
  });
  return record(pageUid, toBinary(PageSnapshotSchema, snapshot), partition);
}

async function viewOf(
  records: readonly LogRecord[],
  viewStore: SqliteViewStore = createMemoryViewStore(),
): Promise<PagesView> {
  const messageLog: Pick<MessageLog, 'follow' | 'publish'> = {
    async follow({ onBatch }) {
      await onBatch(records);
      return { caughtUp: Promise.resolve(), stop: async () => {} };
    },
    publish: async () => {},
  };
  const view = createPagesView({ messageLog: messageLog as MessageLog, viewStore, log });
  await view.start();
  return view;
}

it('the declared shape of documents is that of collected pages', async () => {
  const profile = create(ProfileSchema, { customFields: [{ name: 'Menu' }] });
  const steps = [
    page('one', 'card', 1, 0, 1n, { tenure: 1, profile, formerItemNames: ['Tarifs'] }),
    page('one', 'other', 1, 0, 2n, { card: CardStatus.LOST, leadsTo: 'two', leadsToTenure: 1 }),
    record('one', null, 0),
  ].map((fed) => async (views: SqliteViewStore) => {
    await viewOf([fed], views);
  });
  expect(COLLECTED_PAGES_VIEW.shape).toBe(await shapeOfView(COLLECTED_PAGES_VIEW, steps));
});

it('finds the page that has an id now, in any order of the partitions', async () => {
  const old = [page('old', 'card', 1_000, 0), record('old', null, 0)];
  const fresh = [page('new', 'card', 2_000, 1)];
  const [oldPage, oldErased, newPage] = [...old, ...fresh] as [LogRecord, LogRecord, LogRecord];
  for (const order of [
    [oldPage, oldErased, newPage],
    [newPage, oldPage, oldErased],
    [oldPage, newPage, oldErased],
    [newPage, oldPage],
    [oldPage, newPage],
  ]) {
    const view = await viewOf(order);
    expect((await view.find('CARD.html'))?.uid).toBe('new');
  }
  expect(await (await viewOf([oldPage, oldErased])).find('card')).toBeUndefined();
});

it('finds a page by its former ids, and by its new one after a rename', async () => {
  const view = await viewOf([
    page('one', 'card', 1, 0, 1n),
    page('one', 'other', 1, 0, 2n),
    page('one', 'card', 1, 0, 1n),
  ]);
  expect((await view.find('other'))?.uid).toBe('one');
  expect((await view.find('https://cards.example/d/other-before?x'))?.uid).toBe('one');
  expect(await view.find('card')).toBeUndefined();
});

it('starts with the pages that the previous process knew', async () => {
  const before = createMemoryViewStore();
  await viewOf([page('one', 'card', 1), page('two', 'other', 2)], before);
  const view = await viewOf([record('two', null, 0)], before);
  expect(await view.find('card-before')).toMatchObject({ uid: 'one', ownerId: 'owner', shown: true });
  expect(await view.find('other')).toBeUndefined();
});

it('counts a card for the page that it leads to, while that page has the same ownership', async () => {
  const main = (version: bigint, more: More) => page('main', 'main', 1, 0, version, more);
  const second = (version: bigint, card: CardStatus) =>
    page('second', 'second', 2, 0, version, { card, leadsTo: 'main', leadsToTenure: 1 });
  const find = async (...records: readonly LogRecord[]) => (await viewOf(records)).find('second');
  const there = main(1n, { tenure: 1 });
  const leading = second(1n, CardStatus.IN_USE);
  expect(await find(there, leading)).toMatchObject({ uid: 'main', card: 'second', shown: true });
  expect(await find(there, leading, second(2n, CardStatus.LOST))).toMatchObject({ uid: 'main', shown: false });
  const mainLost = main(2n, { tenure: 1, card: CardStatus.LOST });
  expect(await find(mainLost, leading)).toMatchObject({ uid: 'main', shown: true });
  expect((await (await viewOf([mainLost, leading])).find('main'))?.shown).toBe(false);
  expect(await find(main(2n, { tenure: 2 }), leading)).toMatchObject({ uid: 'second', shown: false });
});
