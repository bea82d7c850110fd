import { create, toBinary } from '@bufbuild/protobuf';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { SqliteViewStore } from '@volant/infra/views/sqlite-view-store';
import type { WritableViews } from '@volant/infra/views/view-store';
import { profileShape } from '@volant/proto/profile/profile';
import { isEmptyField } from '@volant/proto/testing/empty-field';
import { CardStatus, type PageSnapshot, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { expect, it, vi } from 'vitest';
import { createPageView, PAGE_VIEW, type PageView } from './page-view.ts';

/** What a snapshot says of cards. */
type CardOf = Partial<Pick<PageSnapshot, 'pageUid' | 'tenure' | 'card' | 'leadsToTenure'>> & { leadsTo?: string };

function record(version: number, publicId: string, profile = false, ownerId?: string, more: CardOf = {}): LogRecord {
  const snapshot = create(PageSnapshotSchema, {
    pageUid: 'uid',
    publicId,
    state: PageState.ACTIVE,
    displayName: `v${version}`,
    version: BigInt(version),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(profile ? { profile: { name: 'Ana' }, avatar: '/uploads/a.jpg' } : {}),
    ...more,
  });
  const value = toBinary(PageSnapshotSchema, snapshot);
  return { topic: 't', partition: 0, offset: version, key: snapshot.pageUid, value, headers: {}, at: new Date(0) };
}

async function feed(view: PageView, fed: LogRecord, store: WritableViews): Promise<void> {
  await view.apply(fed, store);
  await view.onWritten();
}

it('has the declared shape of documents', async () => {
  const steps = [
    record(1, 'page', true, 'ana'),
    record(2, 'page'),
    record(3, 'page', false, 'ana', { leadsTo: 'other' }),
  ].map((fed) => (views: SqliteViewStore) => createPageView(views, () => {}).apply(fed, views));
  expect(PAGE_VIEW.shape).toBe(`${await shapeOfView(PAGE_VIEW, steps, isEmptyField)} ${profileShape()}`);
});

it('reports a changed page with every id that it had or has', async () => {
  const dropped = vi.fn();
  const store = createMemoryViewStore();
  const view = createPageView(store, dropped);
  await feed(view, record(1, 'Page'), store);

  await feed(view, record(2, 'other'), store);
  expect(dropped.mock.calls).toEqual([
    ['uid', ['page', 'uid/0']],
    ['uid', ['page', 'uid/0', 'other']],
  ]);
  expect(await view.find('page')).toEqual([]);
  expect(await view.find('other')).toMatchObject([{ displayName: 'v2' }]);
});

it('removes an erased page that another process has already removed from the view', async () => {
  const dropped = vi.fn();
  const store = createMemoryViewStore();
  const view = createPageView(store, dropped);
  await feed(view, record(1, 'page'), store);
  await store.view(PAGE_VIEW).remove('uid');

  await feed(view, { ...record(2, 'page'), value: null }, store);
  expect(dropped).toHaveBeenLastCalledWith('uid', undefined);
  expect(await view.find('page')).toEqual([]);
});

it('shows no profile of a page without an owner, even if the record had one', async () => {
  const store = createMemoryViewStore();
  const view = createPageView(store, () => {});
  await feed(view, record(1, 'page', true), store);
  expect(await view.find('page')).toMatchObject([{ claimed: false, profile: null, avatar: null }]);
});

it('shows by a card the page that it leads to, while that page has the same ownership', async () => {
  const store = createMemoryViewStore();
  const view = createPageView(store, () => {});
  const second = { pageUid: 'second', leadsTo: 'uid', leadsToTenure: 1 };
  await feed(view, record(1, 'Main', true, 'ana', { tenure: 1 }), store);
  await feed(view, record(1, 'Second', false, 'ana', second), store);
  expect(await view.find('second')).toMatchObject([{ _id: 'uid', publicId: 'Second', profile: { name: 'Ana' } }]);

  await feed(view, record(2, 'Main', true, 'ana', { tenure: 1, card: CardStatus.LOST }), store);
  expect(await view.find('main')).toMatchObject([{ card: 'LOST', profile: null, avatar: null, displayName: '' }]);
  expect(await view.find('second')).toMatchObject([{ card: 'IN_USE', profile: { name: 'Ana' } }]);

  await feed(view, record(3, 'Main', true, 'ben', { tenure: 2 }), store);
  expect(await view.find('second')).toMatchObject([{ _id: 'second', profile: null }]);
});
