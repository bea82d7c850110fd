import { expect, it, vi } from 'vitest';
import { createMemoryCache } from '../cache/memory-cache.ts';
import { createLogger } from '../process/observability/log.ts';
import { migrateAlone } from './migration-lock.ts';

const log = createLogger({ name: 'test', level: 'silent' });

it('makes the second process wait for the first, and runs it even if the first failed', async () => {
  const parts = { cache: createMemoryCache(), log };
  const order: string[] = [];
  let fail = (_: Error) => {};
  const first = migrateAlone(parts, () => {
    order.push('first');
    return new Promise<never>((_, reject) => {
      fail = reject;
    });
  });
  await vi.waitFor(() => expect(order).toEqual(['first']));
  const second = migrateAlone(parts, async () => order.push('second'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(order).toEqual(['first']);
  fail(new Error('broken file'));
  await expect(first).rejects.toThrow('broken file');
  await second;
  expect(order).toEqual(['first', 'second']);
});

it('holds the lock until the work ends', async () => {
  vi.useFakeTimers();
  const cache = createMemoryCache({ clock: () => new Date() });
  let end = () => {};
  const first = migrateAlone({ cache, log }, () => new Promise<void>((resolve) => (end = resolve)));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await cache.setIfAbsent('analytics:migrations', 'other', 1)).toBe(false);
  end();
  await first;
  expect(await cache.setIfAbsent('analytics:migrations', 'other', 1)).toBe(true);
  vi.useRealTimers();
});
