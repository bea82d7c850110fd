// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { placeOf, shiftOf } from './use-drag-order.ts';

/** Three items of 50 px and an opened one, 10 px apart. */
const boxes = [
  { top: 0, height: 50 },
  { top: 60, height: 50 },
  { top: 120, height: 300 },
  { top: 430, height: 50 },
];

describe('a dragged item', () => {
  it.each([
    [0, 0, 0],
    [0, 59, 0],
    [0, 61, 1],
    [0, 500, 3],
    [3, -100, 3],
    [3, -190, 2],
    [3, -1000, 0],
    [1, -61, 0],
  ])('from index %i by %i px moves to index %i', (dragged, by, place) => {
    expect(placeOf(boxes, dragged, by)).toBe(place);
  });

  it('moves the others by its height and the gap', () => {
    expect([0, 1, 2, 3].map((index) => shiftOf(boxes, 0, 2, index))).toEqual([0, -60, -60, 0]);
    expect([0, 1, 2, 3].map((index) => shiftOf(boxes, 3, 1, index))).toEqual([0, 60, 60, 0]);
  });
});
