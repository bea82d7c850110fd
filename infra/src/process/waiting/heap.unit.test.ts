import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHeap } from './heap.ts';

it('takes its elements in order, whenever they were added', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.constant('take' as const))), (steps) => {
      const heap = createHeap<number>((one, other) => one < other);
      const sorted: number[] = [];
      for (const step of steps) {
        if (step === 'take') expect(heap.take()).toBe(sorted.shift());
        else {
          heap.add(step);
          sorted.push(step);
          sorted.sort((one, other) => one - other);
        }
        expect(heap.first()).toBe(sorted[0]);
      }
    }),
  );
});

it('compares few of its elements when it adds or takes one', () => {
  let compared = 0;
  const heap = createHeap<number>((one, other) => {
    compared += 1;
    return one < other;
  });
  const size = 200_000;
  for (let element = size; element > 0; element -= 1) heap.add(element);
  for (let n = 0; n < 1_000; n += 1) {
    compared = 0;
    heap.add(heap.take() ?? 0);
    expect(compared).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(size)));
  }
});
