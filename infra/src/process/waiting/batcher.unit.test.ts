import { describe, expect, it } from 'vitest';
import { Batcher, type BatcherOptions } from './batcher.ts';

/** Work that lasts until a test ends it. */
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

describe('Batcher', () => {
  it('runs the items that arrive during a batch together, each with its own result', async () => {
    const { batcher, batches, end } = heldWork();
    const answers = [batcher.add(1)];
    await Promise.resolve();
    expect(batches()).toEqual([[1]]);
    answers.push(batcher.add(2), batcher.add(3));
    await end(0);
    expect(batches()).toEqual([[1], [2, 3]]);
    await end(1);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    const again = batcher.add(4);
    await Promise.resolve();
    await end(2);
    expect(await again).toBe(40);
  });

  it('includes items added in the same turn', async () => {
    const { batcher, batches, end } = heldWork();
    const answers = [1, 2, 3].map((item) => batcher.add(item));
    await Promise.resolve();
    expect(batches()).toEqual([[1, 2, 3]]);
    await end(0);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  it('includes items that callers add right after their answer if it gathers', async () => {
    const { batcher, batches, end } = heldWork({ gather: () => new Promise((resolve) => setImmediate(resolve)) });
    const asksOn = (async () => {
      await batcher.add(1);
      // Callers need about this many microtasks after their answer.
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

  it('limits a batch to its capacity, runs heavier items alone, and keeps the order', async () => {
    const { batcher, batches, end } = heldWork({ capacity: 5, weigh: (item) => item });
    const answers = [2, 3, 1, 9, 4].map((item) => batcher.add(item));
    for (let batch = 0; batch < 5; batch += 1) await end(batch - 1);
    expect(batches()).toEqual([[2, 3], [1], [9], [4]]);
    expect(await Promise.all(answers)).toEqual([20, 30, 10, 90, 40]);
  });

  it('rejects the items of a failed batch, and continues with the next', async () => {
    const { batcher, end } = heldWork();
    const first = batcher.add(1);
    await Promise.resolve();
    const second = batcher.add(2);
    const refused = expect(first).rejects.toThrow('no');
    await end(0, new Error('no'));
    await refused;
    await end(1);
    expect(await second).toBe(20);
  });

  it('is idle after the last batch', async () => {
    const { batcher, end } = heldWork();
    void batcher.add(1);
    await Promise.resolve();
    let idle = false;
    const waiting = batcher.idle().then(() => {
      idle = true;
    });
    void batcher.add(2);
    await end(0);
    expect(idle).toBe(false);
    await end(1);
    await waiting;
    await batcher.idle();
  });
});
