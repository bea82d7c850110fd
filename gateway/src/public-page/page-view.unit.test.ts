import { create, toBinary } from '@bufbuild/protobuf';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { ViewDocument, WritableView, WritableViews } from '@volant/infra/views/view-store';
import { PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { expect, it, vi } from 'vitest';
import { createPageView, PAGE_VIEW, type PageDocument, type PageView } from './page-view.ts';

function record(version: number, publicId: string, profile = false): LogRecord {
  const snapshot = create(PageSnapshotSchema, {
    pageUid: 'uid',
    publicId,
    state: PageState.ACTIVE,
    displayName: `v${version}`,
    version: BigInt(version),
    ...(profile ? { profile: { name: 'Ana' }, avatar: '/uploads/a.jpg' } : {}),
  });
  const value = toBinary(PageSnapshotSchema, snapshot);
  return { topic: 't', partition: 0, offset: version, key: 'uid', value, headers: {}, at: new Date(0) };
}

async function feed(view: PageView, fed: LogRecord, store: WritableViews): Promise<void> {
  await view.apply(fed, store);
  await view.onWritten();
}

it('does not cache a lookup overtaken by a change', async () => {
  const held: (() => void)[] = [];
  let hold = false;
  const inner = createMemoryViewStore();
  const store: WritableViews = {
    view<D extends ViewDocument>(...definition: Parameters<WritableViews['view']>): WritableView<D> {
      const view = inner.view<D>(...definition);
      return {
        get: (id) => view.get(id),
        getMany: (ids) => view.getMany(ids),
        findFields: (...query) => view.findFields(...query),
        count: (filter) => view.count(filter),
        countBy: (...query) => view.countBy(...query),
        put: (document) => view.put(document),
        remove: (id) => view.remove(id),
        async find(...query) {
          const found = await view.find(...query);
          if (hold) await new Promise<void>((resolve) => held.push(resolve));
          return found;
        },
      };
    },
  };
  const view = createPageView(store, () => {});
  await feed(view, record(1, 'page'), store);

  hold = true;
  const slow = view.find('page');
  await new Promise((resolve) => setImmediate(resolve));
  hold = false;
  await feed(view, record(2, 'page'), store);
  for (const release of held) release();

  expect((await slow)?.displayName).toBe('v1');
  expect((await view.find('page'))?.displayName).toBe('v2');
});

it('reports a changed page with every id that it had or has', async () => {
  const dropped = vi.fn();
  const store = createMemoryViewStore();
  const view = createPageView(store, dropped);
  await feed(view, record(1, 'Page'), store);
  const found = (await view.find('page')) as PageDocument;
  expect(view.isCurrent('page', found)).toBe(true);

  await feed(view, record(2, 'other'), store);
  expect(dropped.mock.calls).toEqual([
    ['uid', ['page']],
    ['uid', ['page', 'other']],
  ]);
  expect(view.isCurrent('page', found)).toBe(false);
  expect(await view.find('page')).toBeUndefined();
  expect((await view.find('other'))?.displayName).toBe('v2');
});

it('removes an erased page that another process has already removed from the view', async () => {
  const dropped = vi.fn();
  const store = createMemoryViewStore();
  const view = createPageView(store, dropped);
  await feed(view, record(1, 'page'), store);
  const found = (await view.find('page')) as PageDocument;
  await store.view(PAGE_VIEW).remove('uid');

  await feed(view, { ...record(2, 'page'), value: null }, store);
  expect(dropped).toHaveBeenLastCalledWith('uid', undefined);
  expect(view.isCurrent('page', found)).toBe(false);
  expect(await view.find('page')).toBeUndefined();
});

it('shows no profile of a page without an owner, even if the record had one', async () => {
  const store = createMemoryViewStore();
  const view = createPageView(store, () => {});
  await feed(view, record(1, 'page', true), store);
  expect(await view.find('page')).toMatchObject({ claimed: false, profile: null, avatar: null });
});
