// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { wideTiles } from './tiles.ts';

const tile = (length: number, color?: string) => ({
  value: 'x'.repeat(length),
  target: { kind: 'text' } as const,
  ...(color === undefined ? {} : { color }),
});

describe('tiles that take both columns', () => {
  it.each([
    ['short ones stand side by side', [10, 16], [false, false]],
    ['a long one takes both', [17], [true]],
    ['one that would be alone before a long one does, too', [10, 17], [true, true]],
    ['a pair before a long one stays a pair', [10, 10, 17], [false, false, true]],
    ['what is cut anyway is judged as it is cut', [200, 10], [true, false]],
  ])('tiles are laid out: %s', (_, lengths, wide) => {
    expect(
      wideTiles(
        lengths.map((length) => tile(length)),
        20,
      ),
    ).toEqual(wide);
  });

  it('leaves room for the sign of the tap action', () => {
    expect(wideTiles([tile(14, 'gray'), tile(15, 'gray')], 20)).toEqual([true, true]);
    expect(wideTiles([tile(14, 'gray'), tile(14, 'gray')], 20)).toEqual([false, false]);
  });
});
