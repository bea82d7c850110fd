import { expect, it } from 'vitest';
import { excessOf, INPUT_BOUNDS } from './input-bounds.ts';

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

it('accepts values within each bound', () => {
  const longest = 'x'.repeat(INPUT_BOUNDS.text);
  const most = Array.from({ length: INPUT_BOUNDS.values - 2 }, (_, at) => at);
  for (const value of [null, undefined, 1, true, longest, { a: [longest, null] }, { [longest]: 1 }, [most]]) {
    expect(excessOf(value)).toBeUndefined();
  }
  expect(excessOf(nested(INPUT_BOUNDS.depth, (inner) => [inner, 1, null]))).toBeUndefined();
  expect(excessOf(nested(INPUT_BOUNDS.depth, (inner) => ({ inner })))).toBeUndefined();
});

it('returns the exceeded bound at any position in a value', () => {
  const tooLong = 'x'.repeat(INPUT_BOUNDS.text + 1);
  for (const value of [tooLong, [1, tooLong], { a: 1, b: tooLong }, { a: { b: [tooLong] } }, { [tooLong]: 1 }]) {
    expect(excessOf(value)).toBe('text');
  }
  for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ inner })]) {
    expect(excessOf(nested(INPUT_BOUNDS.depth + 1, wrap))).toBe('depth');
    // Deeper than the call stack allows.
    expect(excessOf(nested(200_000, wrap))).toBe('depth');
  }
  expect(excessOf(Array.from({ length: INPUT_BOUNDS.values }, () => 1))).toBe('values');
});
