import type { Commit } from '@volant/infra/event-store/event-store';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { WritableViews } from '@volant/infra/views/view-store';
import { beforeEach, expect, it } from 'vitest';
import { PAGE_OCCURRENCES } from '../page/occurrences.ts';
import { DELIVERIES, type Delivery, dueAt } from './deliveries.ts';
import { ENDPOINTS_STREAM, type Endpoint } from './endpoints.ts';
import { enqueue } from './enqueue.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const ENDPOINT: Endpoint = {
  ...{ id: 'shop', name: 'Shop', url: 'https://shop.example/', types: ['PAGE_CLAIMED', 'PAGE_CHANGED'], enabled: true },
  ...{ secret: 'whsec_c2VjcmV0', formerSecret: null, addedAt: '2026-11-01T00:00:00Z' },
};
const store = createMemoryViewStore();
const table = store.view<Delivery>(DELIVERIES);
const counts = new Map<string, number>();
const parts = { occurrences: [PAGE_OCCURRENCES], clock: () => now, table, counts };

beforeEach(async () => {
  counts.clear();
  await store.reset(DELIVERIES.name);
});

const claimed = () => commit('page-u1', { type: 'PageClaimed', data: {} });
function commit(streamId: string, event: { readonly type: string; readonly data: object }): Commit {
  const [made] = commitsOf(streamId, [event]);
  if (made === undefined) throw new Error('no commit');
  return { ...made, at: now.toISOString() };
}
const put = (each: Commit, endpoints = [ENDPOINT]) => enqueue(each, endpoints, table, parts);
const request = ({ _id: _, endpointId: id, eventId, type, streamId, version, at }: Delivery) =>
  commit(ENDPOINTS_STREAM, { type: 'MessageRequested', data: { id, eventId, type, streamId, version, at } });
async function only(): Promise<Delivery> {
  const [delivery, ...more] = await table.find({});
  if (delivery === undefined || more.length > 0) throw new Error('not one delivery');
  return delivery;
}

it('the declared shape of documents is that of deliveries', async () => {
  const events = ['PageClaimed', 'PageEdited'].map((type) => ({ type, data: {} }));
  const steps = commitsOf('page-u1', events).map((each) => async (views: WritableViews) => {
    await enqueue(each, [ENDPOINT], views.view(DELIVERIES), parts);
  });
  expect(DELIVERIES.shape).toBe(await shapeOfView(DELIVERIES, steps));
});

it('writes a delivery once, although its commit is read again after the delivery', async () => {
  const claim = claimed();
  expect(await put(claim)).toBe(true);
  const delivered = { ...(await only()), state: 'DELIVERED', due: null } as const;
  await table.put(delivered);
  expect(await put(claim)).toBe(false);
  expect(await only()).toEqual(delivered);
});

it('gives up what is more than 200,000 messages at once', async () => {
  counts.set('shop', 200_000);
  await put(claimed());
  expect(await only()).toMatchObject({ state: 'DEAD', problem: 'NOT_TRIED', due: null, attempts: 0 });
});

it('sends nothing of events that are older than two days', async () => {
  expect(await put({ ...claimed(), at: '2026-11-18T09:59:59.000Z' })).toBe(false);
  expect(await table.count({})).toBe(0);
});

it('makes a delivery that waits due at once if somebody wants it, and lets those behind it wait no longer', async () => {
  await put(claimed());
  const first = await only();
  const later = new Date(now.getTime() + 60_000);
  await table.put(dueAt({ ...first, state: 'RETRYING', attempts: 3, nextAt: later.toISOString() }, later));
  await table.put(dueAt({ ...first, _id: 'next', eventId: 'next', position: first.position + 1 }, later));
  await put(request(first));
  const expected = { isRequested: true, attempts: 0, lane: first.lane, due: dueAt(first, now).due };
  expect(await table.get(first._id)).toMatchObject(expected);
  const next = await table.get('next');
  expect(next).toMatchObject({ isRequested: false, due: expect.stringContaining(now.toISOString()) });
});

it('removes the deliveries of an endpoint with it', async () => {
  await put(claimed(), [ENDPOINT, { ...ENDPOINT, id: 'bank' }]);
  await put(commit(ENDPOINTS_STREAM, { type: 'EndpointRemoved', data: { id: 'shop' } }));
  expect(await only()).toMatchObject({ endpointId: 'bank' });
});
