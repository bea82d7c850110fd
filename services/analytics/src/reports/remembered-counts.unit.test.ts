import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import fc, { type Scheduler } from 'fast-check';
import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { FIRST_DAY, type Folded } from '../rollups/folded-months.ts';
import type { Ownership } from './counted-events.ts';
import { createPageStamps, type StampCache } from './page-stamps.ts';
import { rememberCounts } from './remembered-counts.ts';

const page = (pageUid: string): Ownership => ({ pageUid, tenure: 1 });
const folded = (): Folded => ({ until: FIRST_DAY, months: [] });

/** Pages with events, and a process that counts them. */
function analytics(cache: StampCache = createMemoryCache(), step: () => Promise<void> = () => Promise.resolve()) {
  const events = new Map<string, number>();
  const asked: string[][] = [];
  const stamps = createPageStamps(cache, newId);
  let fold = folded();
  const eventsOf = (uid: string) => events.get(uid) ?? 0;
  const counts = rememberCounts(
    async (ownerships) => {
      asked.push(ownerships.map(({ pageUid }) => pageUid));
      await step();
      const counted = ownerships.map(({ pageUid }) => ({ events: eventsOf(pageUid), views: 0 }));
      await step();
      return counted;
    },
    { stamps, folded: async () => fold },
  );
  return {
    asked,
    eventsOf,
    refold: () => {
      fold = folded();
    },
    add: (...uids: readonly string[]) =>
      stamps.whileChanging(uids, async () => {
        await step();
        for (const uid of uids) events.set(uid, eventsOf(uid) + 1);
        await step();
      }),
    read: async (...uids: readonly string[]) => (await counts(uids.map(page))).map((each) => each.events),
  };
}

describe('cached counts', () => {
  it('are recomputed only for pages that have changed', async () => {
    const { asked, add, read } = analytics();
    await add('a', 'b');
    // The first read finds no stamp, because the page was never written to.
    await read('a', 'b', 'c');
    await read('a', 'b', 'c');
    asked.length = 0;
    expect(await read('a', 'b', 'c', 'a')).toEqual([1, 1, 0, 1]);
    expect(asked).toEqual([]);
    await add('b');
    expect(await read('a', 'b', 'c')).toEqual([1, 2, 0]);
    expect(asked).toEqual([['b']]);
  });

  it('distinguish the ownerships of a page', async () => {
    const counted: Ownership[] = [];
    const counts = rememberCounts(
      async (ownerships) => {
        counted.push(...ownerships);
        return ownerships.map(({ tenure }) => ({ events: tenure, views: 0 }));
      },
      { stamps: createPageStamps(createMemoryCache(), newId), folded: async () => FOLDED },
    );
    const ownerships = [1, 2].map((tenure) => ({ pageUid: 'a', tenure }));
    for (let time = 0; time < 3; time += 1) {
      expect((await counts(ownerships)).map(({ events }) => events)).toEqual([1, 2]);
    }
    expect(counted).toHaveLength(4);
  });

  it('are recomputed after a change that failed half-way', async () => {
    const cache = createMemoryCache();
    const { asked, read } = analytics(cache);
    await read('a');
    await read('a');
    asked.length = 0;
    const failing = createPageStamps(cache, newId).whileChanging(['A'], () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    await read('a');
    expect(asked).toEqual([['a']]);
  });

  it('are recomputed after days have been folded', async () => {
    const { asked, read, refold } = analytics();
    await read('a');
    await read('a');
    refold();
    asked.length = 0;
    await read('a');
    await read('a');
    expect(asked).toEqual([['a']]);
  });

  it('do not include a count that was running while days were folded', async () => {
    let fold = folded();
    let made = 1;
    let hold = Promise.resolve();
    let asked = 0;
    const counts = rememberCounts(
      async (ownerships) => {
        asked += 1;
        const events = made;
        await hold;
        return ownerships.map(() => ({ events, views: 0 }));
      },
      { stamps: createPageStamps(createMemoryCache(), newId), folded: async () => fold },
    );
    const read = async () => (await counts([page('a')])).map(({ events }) => events);
    await read();
    let letGo = () => {};
    hold = new Promise((resolve) => {
      letGo = resolve;
    });
    const slow = read();
    await expect.poll(() => asked).toBe(2);
    hold = Promise.resolve();
    fold = folded();
    made = 2;
    expect(await read()).toEqual([2]);
    letGo();
    await slow;
    // The count of the new fold is still cached and was not overwritten by the old one.
    expect(await read()).toEqual([2]);
    expect(asked).toBe(3);
  });

  it('are not kept without the cache, nor for lists that are too long', async () => {
    const cache = {
      get: async () => undefined,
      set: async () => {},
      setIfAbsent: async () => true,
    };
    const away = analytics(cache);
    for (let time = 0; time < 3; time += 1) await away.read('a');
    expect(away.asked).toHaveLength(3);

    const long = analytics();
    const uids = Array.from({ length: 201 }, (_, i) => String(i));
    for (let time = 0; time < 3; time += 1) await long.read(...uids);
    expect(long.asked).toHaveLength(3);
  });

  it('are never older than the request, in any order of steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { minLength: 1, maxLength: 6 }),
        async (scheduler, changes, questions) => {
          const { add, read, eventsOf } = analytics(scheduledCache(scheduler), async () => {
            await scheduler.schedule(Promise.resolve());
          });
          async function change() {
            for (const uids of changes) await add(...uids);
          }
          async function ask() {
            for (const uids of questions) {
              const before = uids.map(eventsOf);
              const answer = await read(...uids);
              for (const [place, least] of before.entries()) expect(answer[place]).toBeGreaterThanOrEqual(least);
            }
          }
          await scheduler.waitFor(Promise.all([change(), ask(), ask()]));
          expect(await scheduler.waitFor(read('a', 'b', 'c'))).toEqual(['a', 'b', 'c'].map(eventsOf));
        },
      ),
      { numRuns: 150 },
    );
  });
});

const FOLDED = folded();

/** A cache whose latency is controlled by the scheduler. */
function scheduledCache(scheduler: Scheduler): StampCache {
  const cache = createMemoryCache();
  const later = async <T>(work: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    const done = await work();
    await scheduler.schedule(Promise.resolve());
    return done;
  };
  return {
    get: (key) => later(() => cache.get(key)),
    set: (key, value, ttlMs) => later(() => cache.set(key, value, ttlMs)),
    setIfAbsent: (key, value, ttlMs) => later(() => cache.setIfAbsent(key, value, ttlMs)),
  };
}
