import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mendTimers } from './timers.ts';

interface Queue {
  push(request: { entry: { correlationId: number }; expectResponse: boolean; sendRequest: () => void }): void;
  fulfillRequest(answer: { correlationId: number; payload: unknown; size: number }): void;
  maybeThrottle(ms: number): void;
  destroy(): void;
}

const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as new (
  settings: object,
) => Queue;

let queue: Queue;
let sent: number[];

beforeEach(() => {
  vi.useFakeTimers();
  mendTimers();
  sent = [];
  const logger = { debug: () => undefined, warn: () => undefined };
  queue = new RequestQueue({
    maxInFlightRequests: 1,
    requestTimeout: 15_000,
    enforceRequestTimeout: true,
    isConnected: () => true,
    clientId: 'c',
    broker: 'b',
    logger,
  });
});
afterEach(() => {
  queue.destroy();
  vi.useRealTimers();
});

function push(correlationId: number): void {
  const entry = { correlationId, resolve: () => undefined, reject: () => undefined };
  queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) });
}
const answer = (correlationId: number) => queue.fulfillRequest({ correlationId, payload: null, size: 0 });

it('sleeps while no request waits to be sent', () => {
  push(1);
  answer(1);
  expect(sent).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends a waiting request as soon as there is room for it, and sleeps again', () => {
  push(1);
  push(2);
  expect(sent).toEqual([1]);
  answer(1);
  expect(sent).toEqual([1, 2]);
  answer(2);
  vi.advanceTimersByTime(10);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends a throttled request at the end of the throttling', () => {
  queue.maybeThrottle(500);
  push(1);
  vi.advanceTimersByTime(499);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([1]);
  answer(1);
  expect(vi.getTimerCount()).toBe(0);
});
