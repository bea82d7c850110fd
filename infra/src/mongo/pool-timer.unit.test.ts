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

/** How many timers a pool sets as soon as it may be used. */
function timersOf(options: object): number {
  // The driver takes them from the module and not from the global object, which fake timers are for.
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

it('wakes a pool up for nothing as the driver is delivered', () => {
  expect(timersOf({})).toBe(1);
});

it('lets a pool sleep that has nothing to look after', () => {
  mendPoolTimer();
  expect(timersOf({})).toBe(0);
});

it('leaves a pool its timer that has to look for idle connections', () => {
  mendPoolTimer();
  expect(timersOf({ maxIdleTimeMS: 60_000 })).toBe(1);
});
