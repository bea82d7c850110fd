import { expect, it } from 'vitest';
import { strikingColor } from './photo-color.ts';

type Pixel = readonly [number, number, number, number];
const pixels = (...parts: readonly (readonly [number, Pixel])[]) =>
  parts.flatMap(([count, pixel]) => Array.from({ length: count }, () => pixel).flat());

const RED: Pixel = [180, 20, 30, 255];
const BLUE: Pixel = [20, 40, 160, 255];

it.each([
  ['the colour that most pixels have', pixels([60, BLUE], [40, RED]), '#1428a0'],
  ['a vivid colour rather than a larger dull one', pixels([60, [150, 110, 90, 255]], [30, BLUE]), '#1428a0'],
  ['a grey for a photo without colours', pixels([99, [120, 121, 119, 255]], [1, RED]), '#374151'],
  ['nothing of transparent pixels', pixels([90, [180, 20, 30, 0]], [10, BLUE]), '#1428a0'],
  ['a grey for no pixels', [], '#374151'],
])('takes %s', (_, given, expected) => expect(strikingColor(given)).toBe(expected));
