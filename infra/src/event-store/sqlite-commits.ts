import type { Reader } from '../sqlite/reader.ts';
import type { Commit, Slice } from './event-store.ts';
import { type CommitRow, tablesOf } from './sqlite-tables.ts';
import { SLICE_BYTES, SLICE_COMMITS } from './stream-slices.ts';

/** Reads the commits of a store. */
export class SqliteCommits {
  readonly #reader: Reader;
  readonly #table: string;

  constructor(reader: Reader, owner: string) {
    this.#reader = reader;
    this.#table = tablesOf(owner).commits;
  }

  count(): number {
    return this.#reader.value<number>(`SELECT COUNT(*) FROM ${this.#table}`) ?? 0;
  }

  /** Position of the last commit; 0 if there is none. */
  last(): number {
    return this.#reader.value<number>(`SELECT MAX(position) FROM ${this.#table}`) ?? 0;
  }

  ofCommand(commandId: string): Commit | undefined {
    const row = this.#reader.row<CommitRow>(`SELECT * FROM ${this.#table} WHERE command = ?`, commandId);
    return row === undefined ? undefined : commitOf(row);
  }

  lastOfStream(streamId: string): Commit | undefined {
    const sql = `SELECT * FROM ${this.#table} WHERE stream = ? ORDER BY version DESC LIMIT 1`;
    const row = this.#reader.row<CommitRow>(sql, streamId);
    return row === undefined ? undefined : commitOf(row);
  }

  sliceOfStream(streamId: string, after: number): Slice {
    const sql = `SELECT * FROM ${this.#table} WHERE stream = ? AND version > ? ORDER BY version`;
    return this.#slice(sql, [streamId, after], SLICE_COMMITS);
  }

  sliceOfAll(after: number, most: number): Slice {
    const sql = `SELECT * FROM ${this.#table} WHERE position > ? ORDER BY position`;
    return this.#slice(sql, [after], Math.min(most, SLICE_COMMITS));
  }

  /** Limited to the work of one turn of the event loop. */
  #slice(sql: string, values: readonly (string | number)[], most: number): Slice {
    const commits: Commit[] = [];
    let size = 0;
    const isEnd = this.#reader.each<CommitRow>(sql, values, (row) => {
      if (commits.length >= most || size >= SLICE_BYTES) return false;
      size += row[4].length;
      commits.push(commitOf(row));
      return true;
    });
    return { commits, isEnd };
  }
}

export function commitOf([position, streamId, version, commandId, body]: CommitRow): Commit {
  return { position, streamId, version, commandId, ...bodyIn(body) };
}

export function bodyOf({ events, meta, at }: Pick<Commit, 'events' | 'meta' | 'at'>): string {
  return JSON.stringify({ events, meta, at });
}

export function bodyIn(text: string): Pick<Commit, 'events' | 'meta' | 'at'> {
  return JSON.parse(text);
}
