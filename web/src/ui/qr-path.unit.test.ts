// @vitest-environment node
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { QUICK_MASK, qrPath, qrSvg } from './qr-path.ts';

const ADDRESS = 'https://volant.example/d/demo-berline?s=qr';

/** Draws the modules of a path back into rows. */
function drawn({ size, path }: { readonly size: number; readonly path: string }): readonly string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let i = 0; i < Number(length); i += 1) (rows[Number(y)] ?? [])[Number(x) + i] = '#';
  }
  return rows.map((row) => row.join(''));
}

/** Decodes the code from a picture with `SCALE` pixels per module. */
function read(code: { readonly size: number; readonly path: string }): string | undefined {
  const rows = drawn(code);
  const side = code.size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (rows[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === '#')
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQR(pixels, side, side)?.data;
}

const SCALE = 4;

describe('a QR code', () => {
  const rows = drawn(qrPath(ADDRESS));

  it('is square, with the margin that scanners need', () => {
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([rows.length]));
    const edge =
      [...rows.slice(0, 4), ...rows.slice(-4)].join('') + rows.map((row) => row.slice(0, 4) + row.slice(-4)).join('');
    expect(edge.trim()).toBe('');
  });

  it('has its three finder patterns in the corners', () => {
    const finder = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];
    const at = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    const far = rows.length - 11;
    expect([at(4, 4), at(far, 4), at(4, far)]).toEqual([finder, finder, finder]);
  });

  it.each([
    ['the best', undefined],
    ['the quick', QUICK_MASK],
  ])('can be decoded, with %s mask', (_, mask) => {
    const addresses = Array.from(
      { length: 40 },
      (__, n) => `https://volant.example/d/${'chauffeur-'.repeat(n % 5)}${n}?s=qr`,
    );
    expect(addresses.map((address) => read(qrPath(address, mask)))).toEqual(addresses);
  });

  it('differs for another text, and is the same in a file', () => {
    expect(qrPath(`${ADDRESS}2`).path).not.toBe(qrPath(ADDRESS).path);
    expect(qrSvg(ADDRESS)).toContain(`d="${qrPath(ADDRESS, QUICK_MASK).path}"`);
  });
});
