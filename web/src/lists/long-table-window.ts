/** Number of rows that are mounted and unmounted together. */
export const BLOCK = 25;
/** Rows rendered beyond the visible ones on each side. */
const AHEAD = 10;
/** At most 200 rows in the document, at any window height. */
const MOST_BLOCKS = 8;

/** Range of blocks, and the first visible row. */
export interface Range {
  readonly first: number;
  readonly last: number;
  readonly row: number;
}

interface Seen {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly total: number;
}

export function blocksWithin({ top, height, rowHeight, total }: Seen): Range {
  const lastBlock = Math.max(0, Math.ceil(total / BLOCK) - 1);
  const blockOf = (row: number) => Math.min(lastBlock, Math.max(0, Math.floor(row / BLOCK)));
  const row = Math.max(0, Math.min(total - 1, Math.ceil(top / rowHeight)));
  const first = blockOf(top / rowHeight - AHEAD);
  const last = blockOf((top + height) / rowHeight + AHEAD);
  return { first, last: Math.min(last, first + MOST_BLOCKS - 1), row };
}

/** The row that a key moves to; undefined for other keys. */
export function rowForKey(
  key: string,
  row: number,
  { rows, total }: { readonly rows: number; readonly total: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + rows,
    PageUp: row - rows,
    Home: 0,
    End: total - 1,
  };
  const target = steps[key];
  return target === undefined ? undefined : Math.max(0, Math.min(total - 1, target));
}
