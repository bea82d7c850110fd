import type { PortionSize, RowLines } from './part-file.ts';

/** One kind of exported data. */
export interface CarriedPart {
  /** Name shown to operators, such as `commits of pages`. */
  readonly name: string;
  readonly file: string;
  /** All local rows. */
  rows(): AsyncIterable<RowLines>;
  /** Number of local rows, counted independently of `rows`; undefined if it cannot be known. */
  held(): Promise<number | undefined>;
  readonly portions: PortionSize;
  /**
   * Imports rows. Can be repeated with the same rows after an interruption.
   * @returns number of rows left out because they have expired
   */
  restore(portions: AsyncIterable<readonly string[]>): Promise<number>;
  /** Number of imported rows that are here. */
  arrived(): Promise<number>;
}

export function linesOf(rows: readonly unknown[]): RowLines {
  return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), rows: rows.length };
}
