import { afterEach, expect, it, vi } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { createMemoryCache } from './memory-cache.ts';
import { announce, countAnnounced } from './presence.ts';

const log = createLogger({ name: 'test', level: 'silent' });

afterEach(() => vi.useRealTimers());

it('counts the processes that announce a work until they end', async () => {
  const cache = createMemoryCache();
  const [one, other] = [await announce(cache, 'collect', log), await announce(cache, 'collect', log)];
  const another = await announce(cache, 'ingest', log);
  expect(await countAnnounced(cache, 'collect')).toBe(2);
  await one?.end();
  expect(await countAnnounced(cache, 'collect')).toBe(1);
  await other?.end();
  await other?.end();
  expect([await countAnnounced(cache, 'collect'), await countAnnounced(cache, 'ingest')]).toEqual([0, 1]);
  await another.end();
});

it('renews an announcement, which expires after its process is killed', async () => {
  vi.useFakeTimers();
  const cache = createMemoryCache({ clock: () => new Date() });
  const presence = await announce(cache, 'collect', log);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await countAnnounced(cache, 'collect')).toBe(1);
  // Simulates a killed process: no renewal succeeds any more.
  vi.spyOn(cache, 'set').mockRejectedValue(new Error('killed'));
  await vi.advanceTimersByTimeAsync(14_000);
  expect(await countAnnounced(cache, 'collect')).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await countAnnounced(cache, 'collect')).toBe(0);
  await presence.end();
});

it('announces again after an outage of the cache and after the cache lost the entry', async () => {
  const cache = createMemoryCache();
  const away = vi.spyOn(cache, 'setIfAbsent').mockRejectedValueOnce(new Error('away'));
  const presence = await announce(cache, 'collect', log, { renewMs: 5 });
  expect(away).toHaveBeenCalledOnce();
  await expect.poll(() => countAnnounced(cache, 'collect')).toBe(1);
  await cache.delete('presence:collect:0');
  await expect.poll(() => countAnnounced(cache, 'collect')).toBe(1);
  await presence.end();
  expect(await countAnnounced(cache, 'collect')).toBe(0);
});

it('shares the last slot among processes beyond 64, and removes it only for its holder', async () => {
  const cache = createMemoryCache();
  const all = [];
  for (let count = 1; count <= 66; count += 1) {
    all.push(await announce(cache, 'collect', log));
    expect(await countAnnounced(cache, 'collect')).toBe(Math.min(count, 64));
  }
  await all[63]?.end();
  expect(await countAnnounced(cache, 'collect')).toBe(64);
  for (const presence of all) await presence.end();
  expect(await countAnnounced(cache, 'collect')).toBe(0);
});
