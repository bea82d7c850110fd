// @vitest-environment node
import { readFileSync } from 'node:fs';
import { PALETTE } from '@volant/proto/profile/custom-items';
import { describe, expect, it } from 'vitest';
import { type ColorName, colorNameOf, contrastOf } from './palette.ts';

const css = readFileSync(new URL('./colors.css', import.meta.url), 'utf8').toLowerCase();

describe('the palette', () => {
  it.each(Object.entries(PALETTE))(
    '%s has a text colour of at least 4.5:1, and the style sheet uses it',
    (name, hex) => {
      const isWhite = contrastOf(hex, '#FFFFFF') >= 4.5;
      expect(contrastOf(hex, isWhite ? '#FFFFFF' : '#000000')).toBeGreaterThanOrEqual(4.5);
      expect(css).toContain(`.pp-${name.toLowerCase()} {\n  --fill: ${hex.toLowerCase()};`);
      expect(css.includes(`.pp-${name.toLowerCase()} {\n  --fill: ${hex.toLowerCase()};\n  --on-fill: #fff;`)).toBe(
        isWhite,
      );
    },
  );

  it.each<[string | undefined, ColorName]>([
    ['#3b82f6', 'Blue'],
    ['#EF4444', 'Red'],
    ['', 'Gray'],
    [undefined, 'Gray'],
    ['red;background:url(x)', 'Gray'],
  ])('names %s %s', (hex, name) => expect(colorNameOf(hex)).toBe(name));
});
