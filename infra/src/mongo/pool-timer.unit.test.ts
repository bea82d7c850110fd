import timers from 'node:timers';
import { afterEach, expect, it, vi } from 'vitest';
import { mendPoolTimer, poolOfDriver } from './pool-timer.ts';

interface Pool {
  ready(): void;
  close(): void;
}

const ConnectionPool = poolOfDriver() as unknown as new (server: object, options: object) => Pool;
const { prototype } = poolOfDriver();
const asDelivered = prototype.ensureMinPoolSize;

/** Number of timers that a pool sets once it is ready. */
function timersOf(options: object): number {
  // The driver imports the timers module instead of using the globals that fake timers replace.
  const set = vi.spyOn(timers, 'setTimeout');
  const pool = new ConnectionPool({ topology: {} }, { hostAddress: 'localhost:27017', ...options });
  pool.ready();
  pool.close();
  return set.mock.calls.length;
}

afterEach(() => {
  vi.restoreAllMocks();
  prototype.ensureMinPoolSize = asDelivered;
});

it('wakes up an idle pool with the unpatched driver', () => {
  expect(timersOf({})).toBe(1);
});

it('lets a pool without limits sleep', () => {
  mendPoolTimer();
  expect(timersOf({})).toBe(0);
});

it('keeps the timer of a pool with an idle limit', () => {
  mendPoolTimer();
  expect(timersOf({ maxIdleTimeMS: 60_000 })).toBe(1);
});
