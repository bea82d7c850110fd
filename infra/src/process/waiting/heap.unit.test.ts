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
