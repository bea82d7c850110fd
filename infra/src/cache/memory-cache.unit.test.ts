import { expect, it, onTestFinished, vi } from 'vitest';
import { cacheContract } from './contract.ts';
import { createMemoryCache } from './memory-cache.ts';

function settableClock() {
  let now = Date.UTC(2026, 0, 1);
  return {
    clock: () => new Date(now),
    pass: async (ms: number) => {
      now += ms;
    },
  };
}

cacheContract('memory', async () => {
  const { clock, pass } = settableClock();
  const cache = createMemoryCache({ clock });
  return { cache, pass, cleanUp: () => cache.close() };
});

it('neither keeps nor limits for longer if the time of day is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1);
  const cache = createMemoryCache();
  await cache.set('a', 'one', 1_000);
  await cache.take('b', 1, 1_000);
  vi.setSystemTime(Date.now() - 86_400_000);
  expect((await cache.take('b', 1, 1_000)).retryAfterMs).toBeLessThanOrEqual(1_000);
  vi.advanceTimersByTime(1_000);
  expect([await cache.get('a'), (await cache.take('b', 1, 1_000)).allowed]).toEqual([undefined, true]);
});

it('evicts the oldest values if it is full', async () => {
  const cache = createMemoryCache({ maxEntries: 3 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, key, 60_000);
  await cache.set('a', 'again', 60_000);
  await cache.set('d', 'd', 60_000);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key)))).toEqual(['again', undefined, 'c', 'd']);
});

it('drops expired values before live ones', async () => {
  const { clock, pass } = settableClock();
  const cache = createMemoryCache({ clock, maxEntries: 5_000 });
  await cache.set('lasting', 'x', 3_600_000);
  for (let round = 0; round < 20; round += 1) {
    for (let entry = 0; entry < 1_000; entry += 1) {
      await cache.set(`${round}-${entry}`, 'x', 100);
      await cache.take(`${round}-${entry}`, 5, 100);
    }
    await pass(101);
  }
  expect(await cache.get('lasting')).toBe('x');
});

it('returns no value from the moment it expires', async () => {
  const { clock, pass } = settableClock();
  const cache = createMemoryCache({ clock });
  await cache.set('short', 'x', 1);
  await cache.set('long', 'x', 100);
  await pass(1);
  expect([await cache.get('short'), await cache.get('long')]).toEqual([undefined, 'x']);
  await pass(99);
  expect(await cache.get('long')).toBeUndefined();
});

it('allows a use again at the answered moment, and counts no use that has left the window', async () => {
  const { clock, pass } = settableClock();
  const cache = createMemoryCache({ clock });
  await cache.take('a', 2, 1_000);
  await pass(600);
  await cache.take('a', 2, 1_000);
  const { retryAfterMs } = await cache.take('a', 2, 1_000);
  await pass(retryAfterMs);
  expect((await cache.take('a', 2, 1_000)).allowed).toBe(true);
  // Of the two remaining uses, the later is returned and the earlier leaves the window.
  await cache.giveBack('a');
  await pass(600);
  expect((await cache.take('a', 1, 1_000)).allowed).toBe(true);
});

it('keeps the uses of a long window despite a flood of keys within a short one', async () => {
  const { clock, pass } = settableClock();
  const cache = createMemoryCache({ clock, maxEntries: 1_000 });
  await cache.take('guess', 1, 3_600_000);
  for (let round = 0; round < 20; round += 1) {
    for (let key = 0; key < 1_000; key += 1) await cache.take(`${round}-${key}`, 5, 60_000);
    await pass(10_000);
  }
  expect((await cache.take('guess', 1, 3_600_000)).allowed).toBe(false);
});

it('counts uses while they are within the window, and forgets the oldest of too many keys', async () => {
  const { clock, pass } = settableClock();
  const cache = createMemoryCache({ clock, maxEntries: 1_000 });
  for (let second = 0; second < 100; second += 1) {
    await cache.take('steady', 1_000, 60_000);
    await pass(1_000);
  }
  // One use per second: 60 s hold all but the one that has just left.
  expect((await cache.take('steady', 60, 60_000)).allowed).toBe(true);
  expect((await cache.take('steady', 60, 60_000)).allowed).toBe(false);
  for (let key = 0; key < 2_500; key += 1) await cache.take(`flood-${key}`, 1, 60_000);
  expect((await cache.take('flood-2499', 1, 60_000)).allowed).toBe(false);
  expect((await cache.take('flood-2000', 1, 60_000)).allowed).toBe(false);
  expect((await cache.take('flood-0', 1, 60_000)).allowed).toBe(true);
});
