import { expect, test } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { createMemoryCache } from './memory-cache.ts';
import { type Pause, startPausable, whilePaused } from './pausing.ts';
import { announce, countAnnounced } from './presence.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const PAUSE: Pause = { work: 'ingest', request: 'backup' };

function worker(cache = createMemoryCache()) {
  const did: string[] = [];
  const start = async () => void did.push('start');
  const stop = async () => void did.push('stop');
  const begin = () => startPausable({ cache, pause: PAUSE, start, stop, log, lookMs: 1 });
  return { cache, did, begin };
}

test('work pauses in every process while a command requests it', async () => {
  const { cache, did, begin } = worker();
  const one = await begin();
  const other = await begin();
  expect(did).toEqual(['start', 'start']);
  const seen = await whilePaused(cache, PAUSE, { log }, async () => [...did]);
  expect(seen).toEqual(['start', 'start', 'stop', 'stop']);
  await expect.poll(() => did.length).toBe(6);
  await one.end(async () => void did.push('last'));
  await other.end(async () => {});
  expect(did.slice(4)).toEqual(['start', 'start', 'last']);
  expect(await countAnnounced(cache, PAUSE.work)).toBe(0);
});

test('a process that begins during the pause starts its work afterwards', async () => {
  const { cache, did, begin } = worker();
  const late = await whilePaused(cache, PAUSE, { log }, async () => {
    const started = await begin();
    expect(did).toEqual([]);
    return started;
  });
  await expect.poll(() => did).toEqual(['start']);
  await late.end(async () => {});
});

test('a paused process can end', async () => {
  const { cache, did, begin } = worker();
  const work = await begin();
  await whilePaused(cache, PAUSE, { log }, () => work.end(async () => void did.push('last')));
  expect(did).toEqual(['start', 'stop', 'last']);
});

test('while the cache is away, work goes on, and a pause goes on', async () => {
  const { cache, did, begin } = worker();
  const { get } = cache;
  const away = async () => Promise.reject(new Error('away'));
  cache.get = away;
  const work = await begin();
  expect(did).toEqual(['start']);
  cache.get = get;
  const presence = await announce(cache, PAUSE.request, log);
  await expect.poll(() => did).toEqual(['start', 'stop']);
  let calls = 0;
  cache.get = async () => {
    calls += 1;
    return away();
  };
  await presence.end();
  await expect.poll(() => calls).toBeGreaterThan(3);
  expect(did).toEqual(['start', 'stop']);
  await work.end(async () => {});
});

test('a command is refused if a process does not pause, or another command requests it', async () => {
  const cache = createMemoryCache();
  const deaf = await announce(cache, PAUSE.work, log);
  const run = async () => 'done';
  await expect(whilePaused(cache, PAUSE, { log, withinMs: 0 }, run)).rejects.toThrow(
    /work ingest of Volant do not pause/,
  );
  await deaf.end();
  await whilePaused(cache, PAUSE, { log }, async () => {
    await expect(whilePaused(cache, PAUSE, { log }, run)).rejects.toThrow(
      'Another process requests a pause for backup.',
    );
  });
  expect(await whilePaused(cache, PAUSE, { log }, run)).toBe('done');
});

test('what a command read is refused if a process worked meanwhile', async () => {
  const cache = createMemoryCache();
  const disturbed = whilePaused(cache, PAUSE, { log }, async () => {
    await announce(cache, PAUSE.work, log);
  });
  await expect(disturbed).rejects.toThrow('Somebody wrote meanwhile: a process with the work ingest began.');
});
