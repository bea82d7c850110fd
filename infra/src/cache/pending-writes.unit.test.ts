import { expect, it } from 'vitest';
import { PendingWrites } from './pending-writes.ts';

const write = (key: string, value: string | undefined = key) => ({ key, value, writtenAt: 0, expiresAt: 1 });

it('holds the last write of each key, in the order of writing', () => {
  const writes = new PendingWrites(3);
  const [first, b, c] = [write('a', 'first'), write('b'), write('c', undefined)];
  const last = write('a', 'last');
  for (const each of [first, b, c, last]) writes.add(each);
  expect(writes.first(10)).toEqual([b, c, last]);
  expect(writes.first(2)).toEqual([b, c]);
  expect(writes.countForgotten()).toBe(0);
});

it('drops the oldest writes beyond its limit, and reports their number once', () => {
  const writes = new PendingWrites(2);
  for (const key of ['a', 'b', 'c', 'd']) writes.add(write(key));
  expect(writes.first(10).map(({ key }) => key)).toEqual(['c', 'd']);
  expect(writes.size).toBe(2);
  expect([writes.countForgotten(), writes.countForgotten()]).toEqual([2, 0]);
});

it('keeps a newer write of a key if the earlier write settles', () => {
  const writes = new PendingWrites(2);
  const [former, latter] = [write('a', 'former'), write('a', 'latter')];
  writes.add(former);
  writes.add(latter);
  writes.settle(former);
  expect(writes.first(1)).toEqual([latter]);
  writes.settle(latter);
  expect(writes.size).toBe(0);
});
