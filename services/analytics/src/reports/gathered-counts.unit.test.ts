import { describe, expect, it } from 'vitest';
import type { Ownership } from './counted-events.ts';
import type { EventCounts } from './event-counts.ts';
import { gatherCounts } from './gathered-counts.ts';

const page = (pageUid: string): Ownership => ({ pageUid, tenure: 1 });
const pages = (count: number) => Array.from({ length: count }, (_, i) => page(String(i)));
const countOf = ({ pageUid }: Ownership): EventCounts => ({ events: Number(pageUid), views: 0 });

/** Queries that wait until they are let go, in the order they were begun. */
function heldQueries() {
  const held: { readonly asked: readonly Ownership[]; readonly end: (error?: Error) => void }[] = [];
  const count = (asked: readonly Ownership[]) =>
    new Promise<readonly EventCounts[]>((resolve, reject) => {
      held.push({ asked, end: (error) => (error === undefined ? resolve(asked.map(countOf)) : reject(error)) });
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (which: number, error?: Error) => {
    held[which]?.end(error);
    await settled();
  };
  return { held, end, counts: gatherCounts(count) };
}

describe('counts for many callers', () => {
  it('asks at once for the first two, and together for those who come meanwhile', async () => {
    const { held, end, counts } = heldQueries();
    const answers = ['1', '2', '3', '4', '5'].map((uid) => counts([page(uid), page('9')]));
    expect(held.map(({ asked }) => asked.length)).toEqual([2, 2]);
    await end(0);
    expect(held[2]?.asked.map(({ pageUid }) => pageUid)).toEqual(['3', '9', '4', '9', '5', '9']);
    await end(1);
    await end(2);
    const events = (await Promise.all(answers)).map((each) => each.map((count) => count.events));
    expect(events).toEqual([1, 2, 3, 4, 5].map((uid) => [uid, 9]));
  });

  it('asks again whenever somebody comes, two at a time', async () => {
    const { held, end, counts } = heldQueries();
    for (let round = 0; round < 3; round += 1) {
      const answers = ['1', '2', '3'].map((uid) => counts([page(uid)]));
      expect(held).toHaveLength(round * 3 + 2);
      for (let query = 0; query < 3; query += 1) await end(round * 3 + query);
      expect(await Promise.all(answers)).toEqual(['1', '2', '3'].map((uid) => [countOf(page(uid))]));
    }
  });

  it('refuses those whose query fails and nobody else', async () => {
    const { end, counts } = heldQueries();
    const answers = ['1', '2', '3'].map((uid) => counts([page(uid)]).catch((error: Error) => error.message));
    await end(0, new Error('away'));
    await end(1);
    await end(2);
    expect(await Promise.all(answers)).toEqual(['away', [countOf(page('2'))], [countOf(page('3'))]]);
  });

  it('lets nobody wait for a long list, and puts no more than one query takes together', async () => {
    const { held, counts } = heldQueries();
    for (const uid of ['1', '2']) void counts([page(uid)]);
    void counts(pages(5_000));
    expect(held.map(({ asked }) => asked.length)).toEqual([1, 1, 5_000]);
    for (const length of [600, 300, 600]) void counts(pages(length));
    for (const query of held) query.end();
    await expect.poll(() => held.map(({ asked }) => asked.length)).toEqual([1, 1, 5_000, 900, 600]);
  });
});
