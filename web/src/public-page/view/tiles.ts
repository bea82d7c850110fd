import type { Target } from './items.ts';
import { shortened } from './surface.tsx';

/** Characters of usual width that fit a tile of half the width on the narrowest common phones (360 px). */
const FITS = 16;
/** Width of the link or copy sign, in characters. */
const SIGN = 2;
/** Those of half that width in every typeface of a system. */
const NARROW = /[\s.,:;'’|!·()[\]/ijl]/g;

interface Tile {
  readonly value: string;
  readonly target: Target;
  /** Set for custom items, which show a sign for the action of a tap. */
  readonly color?: string;
}

/**
 * Selects the tiles that take both columns: those with a value too wide for one, and a tile that would otherwise
 * stand alone, before such a tile or at the end.
 */
export function wideTiles(tiles: readonly Tile[], length: number): readonly boolean[] {
  const wide = tiles.map((tile) => isLong(tile, length));
  let column = 0;
  for (const [index, isWide] of wide.entries()) {
    if (!isWide) {
      column = 1 - column;
    } else if (column === 1) {
      wide[index - 1] = true;
      column = 0;
    }
  }
  if (column === 1) wide[wide.length - 1] = true;
  return wide;
}

/** Contacts with short values first, so that they share lines; items keep the order that their driver chose. */
export function shortFirst<Of extends Tile>(contacts: readonly Of[], length: number): readonly Of[] {
  return contacts.toSorted((one, other) => Number(isLong(one, length)) - Number(isLong(other, length)));
}

function isLong({ value, color }: Tile, length: number): boolean {
  return widthOf(shortened(value, length)) > (color === undefined ? FITS : FITS - SIGN);
}

/** In characters of usual width: numbers in groups and hours have many spaces. */
function widthOf(text: string): number {
  return [...text].length - (text.match(NARROW)?.length ?? 0) / 2;
}
