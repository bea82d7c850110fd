import type { Target } from './items.ts';
import { shortened } from './surface.tsx';

/** So many characters fit a tile of half the width, on the narrowest phones that are common (360 px). */
const FITS = 16;
/** Room that the sign of a link or of copying takes, in characters. */
const SIGN = 2;

interface Tile {
  readonly value: string;
  readonly target: Target;
  /** Items of the driver's own bear a sign of what a tap does. */
  readonly color?: string;
}

/**
 * Which tiles take both columns: those whose value would be cut a second time by the width of one, and a tile that
 * would stand alone before such a one.
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
