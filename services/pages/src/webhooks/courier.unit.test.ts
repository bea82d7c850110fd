import { unavailable } from '@volant/infra/errors/domain-error';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Courier } from './courier.ts';
import { DELIVERIES, type Delivery, dueAt } from './deliveries.ts';
import type { Endpoint } from './endpoints.ts';
import type { Attempt } from './post.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const ENDPOINT: Endpoint = {
  ...{ id: 'e', name: 'Shop', url: 'https://shop.example/', types: ['PAGE_CHANGED'], enabled: true },
  ...{ secret: 'whsec_c2VjcmV0', formerSecret: null, addedAt: '2026-11-01T00:00:00Z' },
};

const store = createMemoryViewStore();
const table = store.view<Delivery>(DELIVERIES);
let now: number;
let unwritable: unknown[];
let failures: unknown[];
let posted: string[];
let bodyOf: (delivery: Delivery) => Promise<string | undefined>;
let outcomeOf: (body: string) => Attempt;
let isFull: boolean;
let courier: Courier;

beforeEach(async () => {
  await store.reset(DELIVERIES.name);
  now = Date.parse('2026-11-20T10:00:00Z');
  [unwritable, posted, failures, isFull] = [[], [], [], false];
  outcomeOf = () => ({ status: 204, problem: null });
  bodyOf = async ({ eventId }) => eventId;
  courier = new Courier(ENDPOINT, {
    table,
    async write(changed, removed = []) {
      if (isFull) throw unavailable(new Error('the disk is full'));
      for (const each of changed) await table.put(each);
      for (const { _id } of removed) await table.remove(_id);
    },
    async post(_, __, body) {
      posted.push(body);
      return outcomeOf(body);
    },
    clock: () => new Date(now),
    bodyOf: (delivery) => bodyOf(delivery),
    onUnwritable: (_, error) => void unwritable.push(error),
    onGone: async () => {},
    onFailure: (error) => void failures.push(error),
    signal: new AbortController().signal,
  });
});
afterEach(() => courier.remove());

let position = 0;
async function add(eventId: string, lane: string): Promise<void> {
  position += 1;
  const event = { eventId, type: 'PAGE_CHANGED', streamId: lane, version: 1, at: new Date(now).toISOString() } as const;
  const nothing = {
    isRequested: false,
    attempts: 0,
    state: null,
    status: null,
    problem: null,
    triedAt: null,
    nextAt: null,
  };
  await table.put(dueAt({ _id: eventId, endpointId: 'e', ...event, lane, position, ...nothing }, new Date(now)));
}
const sendDue = (endpoint = ENDPOINT) => courier.sendDue(endpoint, () => false);
async function sendFor(ms: number, everyMs: number): Promise<void> {
  for (const end = now + ms; now < end; now += everyMs) await sendDue();
}

it('reports a message that cannot be written, sends the others, and gives it up after a day', async () => {
  const broken = new Error('unreadable');
  bodyOf = async ({ eventId }) => {
    if (eventId === 'broken') throw broken;
    return eventId;
  };
  await add('broken', 'page-1');
  await add('next', 'page-1');
  for (let other = 2; other < 12; other += 1) await add(`whole-${other}`, `page-${other}`);
  await sendDue();
  expect(posted).toHaveLength(10);
  expect(unwritable).toEqual([broken]);
  expect(await table.get('broken')).toMatchObject({ state: 'RETRYING', problem: 'NOT_TRIED' });
  await sendFor(27 * HOUR, 10 * MINUTE);
  expect(await table.get('broken')).toMatchObject({ state: 'DEAD', due: null });
  expect(unwritable.length).toBeLessThan(30);
  expect(await table.get('next')).toMatchObject({ state: 'DELIVERED', attempts: 1 });
});

it('waits for an event store that is away without counting an attempt', async () => {
  bodyOf = async () => {
    throw unavailable(new Error('away'));
  };
  await add('one', 'page-1');
  await sendFor(HOUR, MINUTE);
  expect([posted, unwritable, (await table.get('one'))?.state]).toEqual([[], [], null]);
  bodyOf = async ({ eventId }) => eventId;
  await sendDue();
  expect(await table.get('one')).toMatchObject({ state: 'DELIVERED', attempts: 1 });
});

it('sends nothing while a busy receiver wants nothing', async () => {
  outcomeOf = () => ({ status: 429, problem: 'REFUSED', retryAfterMs: HOUR });
  await add('one', 'page-1');
  await sendDue();
  outcomeOf = () => ({ status: 204, problem: null });
  await add('two', 'page-2');
  await sendFor(HOUR, MINUTE);
  expect(posted).toEqual(['one']);
  await sendDue();
  expect(posted.toSorted()).toEqual(['one', 'one', 'two']);
});

it('pauses the endpoint from the fourth failure in a row, and tries a changed one at once', async () => {
  outcomeOf = () => ({ status: 500, problem: 'REFUSED' });
  for (let page = 0; page < 20; page += 1) await add(`${page}`, `page-${page}`);
  await sendDue();
  // Those that were under way are not called back.
  expect(posted.length).toBeGreaterThanOrEqual(4);
  expect(posted.length).toBeLessThan(8);
  const before = posted.length;
  await sendDue();
  expect(posted).toHaveLength(before);
  await sendDue({ ...ENDPOINT, url: 'https://other.example/' });
  expect(posted.length).toBeGreaterThan(before);
});

it('keeps the order of each lane while its messages fail and succeed in turns', async () => {
  const delivered: string[] = [];
  let attempts = 0;
  outcomeOf = (body) => {
    attempts += 1;
    if (attempts % 3 !== 0) return { status: 500, problem: 'REFUSED' };
    delivered.push(body);
    return { status: 204, problem: null };
  };
  const lanes = ['a', 'b', 'c'];
  for (let place = 0; place < 6; place += 1) for (const lane of lanes) await add(`${lane}${place}`, lane);
  await sendFor(12 * HOUR, MINUTE);
  for (const lane of lanes) {
    const ofLane = delivered.filter((body) => body.startsWith(lane));
    expect(ofLane).toEqual(Array.from({ length: 6 }, (_, place) => `${lane}${place}`));
  }
});

it('sends a message once, although its outcome cannot be written for a while', async () => {
  await add('one', 'page-1');
  isFull = true;
  const sending = sendDue();
  await expect.poll(() => failures.length).toBeGreaterThan(1);
  isFull = false;
  await sending;
  await sendDue();
  expect(posted).toEqual(['one']);
  expect(await table.get('one')).toMatchObject({ state: 'DELIVERED', attempts: 1 });
});
