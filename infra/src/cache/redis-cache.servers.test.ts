import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningServers } from '../../../scripts/servers/server.ts';
import { startServers } from '../../../scripts/servers/servers.ts';
import { createLogger } from '../process/observability/log.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { openingFailure, WRONG_PASSWORD } from '../testing/opening-failure.ts';
import { testServers } from '../testing/test-servers.ts';
import { cacheContract } from './contract.ts';
import { openRedisCache, type RedisCache } from './redis-cache.ts';

const silent = createLogger({ name: 'test', level: 'silent' });
const HOUR = 3_600_000;

cacheContract('Redis', async () => {
  const cache = await openRedisCache({ url: testServers().redis.url, prefix: `${randomUUID()}:`, log: silent });
  return {
    cache,
    async pass(ms) {
      const end = performance.now() + ms + 2;
      while (performance.now() < end) await sleep(end - performance.now());
    },
    cleanUp: () => cache.close(),
  };
});

describe('Redis cache during an outage', () => {
  let dataDirectory: string;
  let running: RunningServers<'redis'>;
  const opened: RedisCache[] = [];
  let lines: { level: number; msg: string }[];
  let prefix: string;

  const log = createLogger({
    name: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const openCache = async () => {
    const cache = await openRedisCache({ url: running.addresses.redis.url, prefix, log });
    opened.push(cache);
    return cache;
  };
  const isBack = (cache: RedisCache) => vi.waitFor(() => cache.check());

  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'redis-cache-'));
    running = await startServers({ names: ['redis'], dataDirectory });
  });
  afterAll(async () => {
    await running.stop();
    await rm(dataDirectory, { recursive: true });
  });
  beforeEach(() => {
    lines = [];
    prefix = `${randomUUID()}:`;
  });
  afterEach(async () => {
    await running.servers.redis.start();
    for (const cache of opened.splice(0)) await cache.close();
  });

  it('keeps its values without failing or waiting, and logs the outage once', async () => {
    const cache = await openCache();
    await cache.set('a', 'one', HOUR);
    await running.servers.redis.kill();

    const started = performance.now();
    for (let time = 0; time < 50; time += 1) {
      expect(await cache.get('a')).toBeUndefined();
      await cache.set('b', 'two', HOUR);
      await cache.delete('c');
      await cache.giveBack('nobody');
    }
    // Otherwise each of these 200 calls would wait a fifth of a second for an answer.
    expect(performance.now() - started).toBeLessThan(20_000);
    await expect(cache.check()).rejects.toThrow(/^Redis at 127\.0\.0\.1:\d+ does not answer: .+\.$/);

    await running.servers.redis.start();
    await isBack(cache);
    // Other processes may not have written their pending writes yet.
    expect(await cache.get('a')).toBeUndefined();
    await vi.waitFor(async () => expect(await cache.get('a')).toBe('one'));
    expect(await cache.get('b')).toBe('two');
    expect(lines.map(({ msg }) => msg)).toEqual([
      'Redis is away; limits are the process’s own until it is back',
      'Redis is back',
    ]);
  });

  it('reads the keys of concurrent calls in one command, and answers each its own', async () => {
    const cache = await openCache();
    const redis = new Redis(running.addresses.redis.url);
    const readCalls = async () => Number(/cmdstat_mget:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
    for (const name of ['a', 'b', 'c']) await cache.set(name, `of ${name}`, HOUR);
    const before = await readCalls();
    const names = ['a', 'nobody', 'b', 'a', 'c'];
    const answers = await Promise.all(names.map((name) => cache.get(name)));
    expect(answers).toEqual(['of a', undefined, 'of b', 'of a', 'of c']);
    expect(await readCalls()).toBe(before + 1);
    redis.disconnect();
  });

  it('holds limits and locks within the process', async () => {
    const cache = await openCache();
    await running.servers.redis.kill();
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => cache.take('login', 5, HOUR)));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
    expect(verdicts.find(({ allowed }) => !allowed)?.retryAfterMs).toBeGreaterThan(0);
    await cache.giveBack('login');
    expect((await cache.take('login', 5, HOUR)).allowed).toBe(true);
    expect(await cache.setIfAbsent('lock', 'mine', HOUR)).toBe(true);
    expect(await cache.setIfAbsent('lock', 'theirs', HOUR)).toBe(false);
    await cache.delete('lock');
    expect(await cache.setIfAbsent('lock', 'theirs', HOUR)).toBe(true);
  });

  it('shows other processes no value older than the one written during the outage', async () => {
    const [writer, reader] = [await openCache(), await openCache()];
    for (let session = 0; session < 50; session += 1) await writer.set(`session:${session}`, 'open', HOUR);
    await running.servers.redis.kill();
    await reader.get('session:0');
    for (let session = 0; session < 50; session += 1) {
      if (session % 2 === 0) await writer.set(`session:${session}`, 'revoked', HOUR);
      else await writer.delete(`session:${session}`);
    }

    await running.servers.redis.start();
    const seen = new Set<string | undefined>();
    await isBack(reader);
    await vi.waitFor(
      async () => {
        for (let session = 0; session < 50; session += 1) seen.add(await reader.get(`session:${session}`));
        expect(seen).toContain('revoked');
      },
      { interval: 5 },
    );
    expect(seen).toEqual(new Set([undefined, 'revoked']));
  });

  it('does not overwrite a later write of another process', async () => {
    const cache = await openCache();
    await running.servers.redis.kill();
    await cache.set('session', 'older', HOUR);
    await running.servers.redis.start();
    // Another process reconnects first and writes before this one has noticed that Redis answers.
    const other = new Redis(running.addresses.redis.url);
    await other.set(`${prefix}value:session`, `${Date.now() + 1} newer`);
    await isBack(cache);
    await vi.waitFor(async () => expect(await cache.get('session')).toBe('newer'));
    other.disconnect();
  });

  it('detects a hanging server within the patience for one command', async () => {
    const cache = await openCache();
    await running.servers.redis.pause();
    try {
      expect(await cache.get('a')).toBeUndefined();
      // Later calls do not wait again: together they take less than a few such waits.
      const next = performance.now();
      for (let time = 0; time < 100; time += 1) expect((await cache.take('a', 100, HOUR)).allowed).toBe(true);
      expect(performance.now() - next).toBeLessThan(10_000);
    } finally {
      await running.servers.redis.resume();
    }
    await isBack(cache);
  });
});

describe('Redis cache over TLS', () => {
  const LOGIN = { username: 'volant', password: 'right-word' };
  let folder: string;
  let others: string;
  let running: RunningServers<'redis'>;
  let right: { readonly url: string; readonly ca: string; readonly log: typeof silent };
  let otherAuthority: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redis-cache-'));
    others = await mkdtemp(join(tmpdir(), 'redis-cache-'));
    // Not valid for localhost, although the server is reachable under that name.
    const { files, ca } = await makeCertificate(folder, ['IP:127.0.0.1']);
    otherAuthority = (await makeCertificate(others)).ca;
    running = await startServers({ names: ['redis'], dataDirectory: folder, tls: files, login: LOGIN });
    right = { ...running.addresses.redis, ca, log: silent };
  });
  afterAll(async () => {
    await running?.stop();
    await rm(folder, { recursive: true });
    await rm(others, { recursive: true });
  });

  it('connects with the certificate’s authority, user name and password', async () => {
    const cache = await openRedisCache({ ...right, ...LOGIN });
    await cache.set('a', 'one', HOUR);
    expect(await cache.get('a')).toBe('one');
    await cache.close();
  });

  it('names the setting that is wrong', async () => {
    const failure = (wrong: object) => openingFailure(openRedisCache({ ...right, ...LOGIN, ...wrong }));
    const refused = { name: 'SettingError', setting: 'VOLANT_REDIS_PASSWORD' };
    expect(await failure({ password: WRONG_PASSWORD })).toMatchObject(refused);
    expect(await failure({ username: 'nobody' })).toMatchObject(refused);
    expect(await openingFailure(openRedisCache(right))).toMatchObject(refused);
    const untrusted = { name: 'SettingError', setting: 'VOLANT_REDIS_TLS_CA_FILE' };
    expect(await failure({ ca: otherAuthority })).toMatchObject(untrusted);
    const { url, log } = right;
    expect(await openingFailure(openRedisCache({ url, ...LOGIN, log }))).toMatchObject(untrusted);
    const elsewhere = { name: 'SettingError', setting: 'VOLANT_REDIS_URL' };
    expect(await failure({ url: url.replace('127.0.0.1', 'localhost') })).toMatchObject(elsewhere);
  });

  it('waits for the server and names its address if the client speaks no TLS', async () => {
    const url = right.url.replace('rediss:', 'redis:');
    expect(await openingFailure(openRedisCache({ url, ...LOGIN, log: silent }))).toMatchObject({
      name: 'ServerUnreachable',
      message: expect.stringMatching(/VOLANT_REDIS_URL.*does it want TLS/),
    });
  });
});

describe('Redis cache that cannot be opened', () => {
  it.each([
    [
      'a wrong password',
      (url: string) => ({ url, username: 'nobody', password: 'secret-word' }),
      'VOLANT_REDIS_PASSWORD',
    ],
    ['a database without a number', (url: string) => ({ url: `${url}/one` }), 'VOLANT_REDIS_URL'],
  ])('names the setting: %s', async (_, address, setting) => {
    const opening = openRedisCache({ ...address(testServers().redis.url), log: silent });
    const error = await opening.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SettingError', setting });
    expect(String(error)).not.toContain('secret-word');
    expect(String(error)).not.toContain('\n');
  });

  it('waits, and asks about TLS, if the server does not answer to TLS', async () => {
    const opening = openRedisCache({ url: testServers().redis.url.replace('redis:', 'rediss:'), log: silent });
    const unreachable = { name: 'ServerUnreachable', message: expect.stringContaining('does it speak TLS?') };
    await expect(opening).rejects.toMatchObject(unreachable);
  });

  it('waits if the port is closed', async () => {
    const opening = openRedisCache({ url: 'redis://127.0.0.1:1', log: silent });
    await expect(opening).rejects.toMatchObject({ name: 'ServerUnreachable', server: 'Redis' });
  });
});
