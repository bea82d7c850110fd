/** Rows that come, and go, together. */
export const BLOCK = 25;
/** Rows before and behind what can be seen that are at hand as well. */
const AHEAD = 10;
/** However high the window, no more than 200 rows stand in the document. */
const MOST_BLOCKS = 8;

/** Blocks of rows, and the first row that can be seen. */
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

/** The blocks of which something can be seen. */
export function blocksWithin({ top, height, rowHeight, total }: Seen): Range {
  const lastBlock = Math.max(0, Math.ceil(total / BLOCK) - 1);
  const blockOf = (row: number) => Math.min(lastBlock, Math.max(0, Math.floor(row / BLOCK)));
  const row = Math.max(0, Math.min(total - 1, Math.ceil(top / rowHeight)));
  const first = blockOf(top / rowHeight - AHEAD);
  const last = blockOf((top + height) / rowHeight + AHEAD);
  return { first, last: Math.min(last, first + MOST_BLOCKS - 1), row };
}

/** The row a key leads to from a row; undefined for other keys. */
export function rowWanted(
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
  const wanted = steps[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(total - 1, wanted));
}
