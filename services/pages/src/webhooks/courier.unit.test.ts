import { unavailable } from '@volant/infra/errors/domain-error';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Courier } from './courier.ts';
import type { Delivery } from './deliveries.ts';
import type { Endpoint } from './endpoints.ts';
import type { Waiting } from './lanes.ts';
import type { Attempt } from './post.ts';

const HOUR = 60 * 60 * 1000;
const ENDPOINT: Endpoint = {
  ...{ id: 'e', name: 'Shop', url: 'https://shop.example/', types: ['PAGE_CHANGED'], enabled: true },
  ...{ secret: 'whsec_c2VjcmV0', formerSecret: null, addedAt: '2026-11-01T00:00:00Z' },
};

let tried: Delivery[];
let unwritable: unknown[];
let posted: string[];
let bodyOf: (message: Waiting) => Promise<string | undefined>;
let outcome: Attempt;
let courier: Courier;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
  [tried, unwritable, posted] = [[], [], []];
  outcome = { status: 204, problem: null };
  bodyOf = async ({ eventId }) => eventId;
  courier = new Courier(ENDPOINT, {
    async post(_, __, body) {
      posted.push(body);
      return outcome;
    },
    clock: () => new Date(),
    bodyOf: (message) => bodyOf(message),
    mayTry: () => true,
    onTried: (delivery) => void tried.push(delivery),
    onUnwritable: (_, error) => void unwritable.push(error),
    onGone: async () => {},
    signal: new AbortController().signal,
  });
});
afterEach(() => {
  courier.remove();
  vi.useRealTimers();
});

let position = 0;
function add(eventId: string, lane: string): void {
  position += 1;
  const at = new Date().toISOString();
  const event = { eventId, type: 'PAGE_CHANGED', streamId: lane, version: 1, at } as const;
  courier.add({ ...event, lane, position, attempts: 0 });
}
const states = (eventId: string) => tried.filter((one) => one.eventId === eventId).map(({ state }) => state);

it('reports a message that cannot be written, sends the others, and gives it up after a day', async () => {
  const broken = new Error('unreadable');
  bodyOf = async ({ eventId }) => {
    if (eventId === 'broken') throw broken;
    return eventId;
  };
  add('broken', 'page-1');
  add('next', 'page-1');
  for (let other = 2; other < 12; other += 1) add(`whole-${other}`, `page-${other}`);
  courier.sendDue();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(posted).toHaveLength(10);
  expect(unwritable).toEqual([broken]);
  expect(tried.find(({ eventId }) => eventId === 'broken')).toMatchObject({ state: 'RETRYING', problem: 'NOT_TRIED' });
  await vi.advanceTimersByTimeAsync(27 * HOUR);
  expect(states('broken').at(-1)).toBe('DEAD');
  expect(unwritable.length).toBeLessThan(30);
  expect(states('next')).toEqual(['DELIVERED']);
});

it('waits for an event store that is away without counting an attempt', async () => {
  bodyOf = async () => {
    throw unavailable(new Error('away'));
  };
  add('one', 'page-1');
  courier.sendDue();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect([tried, unwritable]).toEqual([[], []]);
  bodyOf = async ({ eventId }) => eventId;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(tried).toMatchObject([{ eventId: 'one', state: 'DELIVERED', attempts: 1 }]);
});

it('sends nothing while a busy receiver wants nothing', async () => {
  outcome = { status: 429, problem: 'REFUSED', retryAfterMs: HOUR };
  add('one', 'page-1');
  courier.sendDue();
  await vi.advanceTimersByTimeAsync(1_000);
  outcome = { status: 204, problem: null };
  add('two', 'page-2');
  courier.sendDue();
  await vi.advanceTimersByTimeAsync(HOUR - 5_000);
  expect(posted).toEqual(['one']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(posted.toSorted()).toEqual(['one', 'one', 'two']);
});
