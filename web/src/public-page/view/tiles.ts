import type { Target } from './items.ts';
import { shortened } from './surface.tsx';

/** Characters that fit a tile of half the width on the narrowest common phones (360 px). */
const FITS = 16;
/** Width of the link or copy sign, in characters. */
const SIGN = 2;

interface Tile {
  readonly value: string;
  readonly target: Target;
  /** Set for custom items, which show a sign for the action of a tap. */
  readonly color?: string;
}

/**
 * Selects the tiles that take both columns: those with a value too wide for one, and a tile that would otherwise
 * stand alone before such a tile.
 */
export function wideTiles(tiles: readonly Tile[], length: number): readonly boolean[] {
  const wide = tiles.map(({ value, color }) => {
    const room = color === undefined ? FITS : FITS - SIGN;
    return [...shortened(value, length)].length > room;
  });
  let column = 0;
  for (const [index, isWide] of wide.entries()) {
    if (!isWide) {
      column = 1 - column;
    } else if (column === 1) {
      wide[index - 1] = true;
      column = 0;
    }
  }
  return wide;
}
