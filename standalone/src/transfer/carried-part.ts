import type { PortionSize, RowLines } from './part-file.ts';

/** One kind of thing that goes along. */
export interface CarriedPart {
  /** What a person reads, such as `commits of pages`. */
  readonly name: string;
  readonly file: string;
  /** Everything there is of it here. */
  rows(): AsyncIterable<RowLines>;
  /** How many rows there are, counted apart from `rows`; undefined where that cannot be known. */
  held(): Promise<number | undefined>;
  readonly portions: PortionSize;
  /**
   * Puts rows of another place here. May be called again after it was interrupted, with the same rows.
   * @returns how many were left out because they have had their time
   */
  restore(portions: AsyncIterable<readonly string[]>): Promise<number>;
  /** How many of the rows that were restored are here. */
  arrived(): Promise<number>;
}

/** Something that has to be empty before anything is put here. */
export interface Room {
  /** What is in the way, such as `commits of pages`; nothing if it is empty. */
  inTheWay(): Promise<readonly string[]>;
}

export function linesOf(rows: readonly unknown[]): RowLines {
  return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), rows: rows.length };
}
