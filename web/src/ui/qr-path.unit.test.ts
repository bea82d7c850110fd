import { describe, expect, it } from 'vitest';
import { qrPath, qrSvg } from './qr-path.ts';

const ADDRESS = 'https://volant.example/d/demo-berline?s=qr';

/** The modules of a path, drawn back into rows. */
function drawn({ size, path }: { readonly size: number; readonly path: string }): readonly string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let i = 0; i < Number(length); i += 1) (rows[Number(y)] ?? [])[Number(x) + i] = '#';
  }
  return rows.map((row) => row.join(''));
}

describe('a QR code', () => {
  const rows = drawn(qrPath(ADDRESS));

  it('is square, with the margin that readers need', () => {
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([rows.length]));
    const edge =
      [...rows.slice(0, 4), ...rows.slice(-4)].join('') + rows.map((row) => row.slice(0, 4) + row.slice(-4)).join('');
    expect(edge.trim()).toBe('');
  });

  it('has its three finders in their corners', () => {
    const finder = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];
    const at = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    const far = rows.length - 11;
    expect([at(4, 4), at(far, 4), at(4, far)]).toEqual([finder, finder, finder]);
  });

  it('is another for another text, and the same in a file', () => {
    expect(qrPath(`${ADDRESS}2`).path).not.toBe(qrPath(ADDRESS).path);
    expect(qrSvg(ADDRESS)).toContain(`d="${qrPath(ADDRESS).path}"`);
  });
});
