import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from './cache.ts';

export interface CacheUnderTest {
  readonly cache: Cache;
  /** Advances the cache's clock; a cache on a server really waits. */
  pass(ms: number): Promise<void>;
  cleanUp(): Promise<void>;
}

const TTL = 400;
const WINDOW = 1_000;

/** Contract of every cache. Times are short, because a cache on a server really waits. */
export function cacheContract(name: string, open: () => Promise<CacheUnderTest>): void {
  describe(`cache: ${name}`, () => {
    let opened: CacheUnderTest;
    let cache: Cache;

    beforeEach(async () => {
      opened = await open();
      cache = opened.cache;
    });
    afterEach(() => opened.cleanUp());

    describe('values', () => {
      it('are kept by key until replaced or deleted', async () => {
        expect(await cache.get('a')).toBeUndefined();
        await cache.set('a', 'one', TTL);
        await cache.set('b', '', TTL);
        expect(await cache.get('a')).toBe('one');
        expect(await cache.get('b')).toBe('');
        await cache.set('a', 'two', TTL);
        expect(await cache.get('a')).toBe('two');
        await cache.delete('a');
        await cache.delete('a');
        expect(await cache.get('a')).toBeUndefined();
        expect(await cache.get('b')).toBe('');
      });

      it('expire after their time to live, which restarts when they are set again', async () => {
        await cache.set('a', 'one', TTL);
        await opened.pass(TTL * 0.6);
        expect(await cache.get('a')).toBe('one');
        await cache.set('a', 'two', TTL);
        await opened.pass(TTL * 0.6);
        expect(await cache.get('a')).toBe('two');
        await opened.pass(TTL * 0.6);
        expect(await cache.get('a')).toBeUndefined();
      });

      it('are set once by setIfAbsent until they expire or are deleted', async () => {
        expect(await cache.setIfAbsent('a', 'one', TTL)).toBe(true);
        expect(await cache.setIfAbsent('a', 'two', TTL)).toBe(false);
        expect(await cache.get('a')).toBe('one');
        await opened.pass(TTL * 1.2);
        expect(await cache.setIfAbsent('a', 'three', TTL)).toBe(true);
        expect(await cache.get('a')).toBe('three');
        await cache.delete('a');
        expect(await cache.setIfAbsent('a', 'four', TTL)).toBe(true);
      });

      it('are set by exactly one of many concurrent setIfAbsent calls', async () => {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => cache.setIfAbsent('a', `${index}`, TTL)),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
      });
    });

    describe('limits', () => {
      it('allow a number of uses within a window, for each key separately', async () => {
        const first = { allowed: true, retryAfterMs: 0 };
        expect(await cache.take('a', 2, WINDOW)).toEqual(first);
        expect(await cache.take('a', 2, WINDOW)).toEqual(first);
        const refused = await cache.take('a', 2, WINDOW);
        expect(refused.allowed).toBe(false);
        expect(refused.retryAfterMs).toBeGreaterThan(0);
        expect(refused.retryAfterMs).toBeLessThanOrEqual(WINDOW);
        expect(await cache.take('b', 2, WINDOW)).toEqual(first);
      });

      it('allow another use once one has left the window, after the time they answered', async () => {
        await cache.take('a', 2, WINDOW);
        await opened.pass(WINDOW * 0.5);
        await cache.take('a', 2, WINDOW);
        const { allowed, retryAfterMs } = await cache.take('a', 2, WINDOW);
        expect(allowed).toBe(false);
        expect(retryAfterMs).toBeLessThanOrEqual(WINDOW * 0.5);
        await opened.pass(retryAfterMs + 1);
        // The first use has left the window, the second has not, so there is room for one.
        expect((await cache.take('a', 2, WINDOW)).allowed).toBe(true);
        expect((await cache.take('a', 2, WINDOW)).allowed).toBe(false);
      });

      it('do not count refused uses', async () => {
        await cache.take('a', 1, WINDOW);
        // Concurrent, because a server's clock goes on: if these were counted, they would still be in the window below.
        const refused = await Promise.all(Array.from({ length: 5 }, () => cache.take('a', 1, WINDOW)));
        expect(refused.map(({ allowed }) => allowed)).toEqual(refused.map(() => false));
        await opened.pass((refused[0]?.retryAfterMs ?? 0) + 1);
        expect((await cache.take('a', 1, WINDOW)).allowed).toBe(true);
      });

      it('hold under concurrent calls', async () => {
        const verdicts = await Promise.all(Array.from({ length: 100 }, () => cache.take('a', 10, WINDOW)));
        expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
      });

      it('count several uses at once, all or none', async () => {
        expect((await cache.take('a', 5, WINDOW, 3)).allowed).toBe(true);
        await opened.pass(WINDOW * 0.5);
        const { allowed, retryAfterMs } = await cache.take('a', 5, WINDOW, 3);
        expect(allowed).toBe(false);
        expect((await cache.take('a', 5, WINDOW, 2)).allowed).toBe(true);
        expect((await cache.take('a', 5, WINDOW)).allowed).toBe(false);
        await opened.pass(retryAfterMs + 1);
        expect((await cache.take('a', 5, WINDOW, 3)).allowed).toBe(true);
        expect((await cache.take('b', 5, WINDOW, 6)).allowed).toBe(false);
      });

      it('have room again for each returned use', async () => {
        await cache.take('a', 2, WINDOW);
        await cache.take('a', 2, WINDOW);
        await cache.giveBack('a');
        expect((await cache.take('a', 2, WINDOW)).allowed).toBe(true);
        expect((await cache.take('a', 2, WINDOW)).allowed).toBe(false);
        await cache.giveBack('nobody');
        for (let time = 0; time < 5; time += 1) await cache.giveBack('a');
        expect((await cache.take('a', 1, WINDOW)).allowed).toBe(true);
        expect((await cache.take('a', 1, WINDOW)).allowed).toBe(false);
      });

      it('are separate from values under the same key', async () => {
        await cache.set('a', 'one', TTL);
        expect((await cache.take('a', 1, WINDOW)).allowed).toBe(true);
        expect(await cache.get('a')).toBe('one');
        await cache.delete('a');
        expect((await cache.take('a', 1, WINDOW)).allowed).toBe(false);
      });
    });
  });
}
