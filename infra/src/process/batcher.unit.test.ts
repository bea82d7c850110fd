import { describe, expect, it } from 'vitest';
import { Batcher, type BatcherOptions } from './batcher.ts';

/** Work that waits until it is let go. */
function heldWork(options: Partial<BatcherOptions<number, number>> = {}) {
  const held: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      held.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) });
    });
  const end = async (which: number, error?: Error) => {
    held[which]?.end(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const batches = () => held.map(({ items }) => items);
  return { batcher: new Batcher<number, number>({ work, ...options }), batches, end };
}

describe('a batcher', () => {
  it('works at once for the first, and together for those who come meanwhile, each with its own answer', async () => {
    const { batcher, batches, end } = heldWork();
    const answers = [1, 2, 3].map((item) => batcher.add(item));
    expect(batches()).toEqual([[1]]);
    await end(0);
    expect(batches()).toEqual([[1], [2, 3]]);
    await end(1);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    const again = batcher.add(4);
    await end(2);
    expect(await again).toBe(40);
  });

  it('lets those come along who ask in the same turn, where it gathers', async () => {
    const { batcher, batches, end } = heldWork({ gather: () => Promise.resolve() });
    const answers = [1, 2, 3].map((item) => batcher.add(item));
    await Promise.resolve();
    expect(batches()).toEqual([[1, 2, 3]]);
    await end(0);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  it('works for nobody in vain, where it gathers for several batches at once', async () => {
    const { batcher, batches, end } = heldWork({ atOnce: 2, gather: () => Promise.resolve() });
    const answers = [1, 2].map((item) => batcher.add(item));
    await end(-1);
    expect(batches()).toEqual([[1, 2]]);
    answers.push(batcher.add(3));
    await end(-1);
    expect(batches()).toEqual([[1, 2], [3]]);
    await end(0);
    await end(1);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    await batcher.idle();
  });

  it('lets those come along who ask once they are answered, where it gathers', async () => {
    const { batcher, batches, end } = heldWork({ gather: () => new Promise((resolve) => setImmediate(resolve)) });
    const asksOn = (async () => {
      await batcher.add(1);
      // As many callers are from their answer.
      for (let hops = 0; hops < 20; hops += 1) await undefined;
      return batcher.add(3);
    })();
    await expect.poll(() => batches().length).toBe(1);
    const waiting = batcher.add(2);
    await end(0);
    await expect.poll(() => batches()).toEqual([[1], [2, 3]]);
    await end(1);
    expect(await Promise.all([asksOn, waiting])).toEqual([30, 20]);
  });

  it('takes no more at a time than its capacity, except what is heavier by itself, in order', async () => {
    const { batcher, batches, end } = heldWork({ capacity: 5, weigh: (item) => item, gather: async () => {} });
    const answers = [2, 3, 1, 9, 4].map((item) => batcher.add(item));
    for (let batch = 0; batch < 5; batch += 1) await end(batch - 1);
    expect(batches()).toEqual([[2, 3], [1], [9], [4]]);
    expect(await Promise.all(answers)).toEqual([20, 30, 10, 90, 40]);
  });

  it('refuses those of a batch that fails, and goes on with the next', async () => {
    const { batcher, end } = heldWork();
    const [first, second] = [batcher.add(1), batcher.add(2)];
    const refused = expect(first).rejects.toThrow('no');
    await end(0, new Error('no'));
    await refused;
    await end(1);
    expect(await second).toBe(20);
  });

  it('has so many batches under way as it may, and is idle when none is', async () => {
    const { batcher, batches, end } = heldWork({ atOnce: 2 });
    for (const item of [1, 2, 3]) void batcher.add(item);
    expect(batches()).toEqual([[1], [2]]);
    let idle = false;
    const waiting = batcher.idle().then(() => {
      idle = true;
    });
    await end(1);
    expect(batches()).toEqual([[1], [2], [3]]);
    await end(0);
    expect(idle).toBe(false);
    await end(2);
    await waiting;
    await batcher.idle();
  });
});
