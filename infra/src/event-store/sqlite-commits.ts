import type { Reader } from '../sqlite/reader.ts';
import type { Commit, Slice } from './event-store.ts';
import { type CommitRow, tablesOf } from './sqlite-tables.ts';
import { SLICE_BYTES, SLICE_COMMITS } from './stream-slices.ts';

/** Slices of all commits that are kept for the next readers. */
const MOST_KEPT = 32;

/** Reads the commits of a store. */
export class SqliteCommits {
  readonly #reader: Reader;
  readonly #table: string;
  /**
   * Slices by the position before them, the oldest first. A store has several subscriptions, and after an import or a
   * rebuild all of them read everything, most at the same time.
   */
  readonly #kept = new Map<number, Slice>();

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

  sliceOfAll(after: number): Slice & { readonly wasKept: boolean } {
    const kept = this.#kept.get(after);
    if (kept !== undefined) return { ...kept, wasKept: true };
    const sql = `SELECT * FROM ${this.#table} WHERE position > ? ORDER BY position`;
    const slice = this.#slice(sql, [after], SLICE_COMMITS);
    // Most readers are at the end, too, where the next one may find more.
    if (slice.isEnd) this.forget();
    else this.#keep(after, slice);
    return { ...slice, wasKept: false };
  }

  #keep(after: number, slice: Slice): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST_KEPT) this.#kept.delete(oldest);
    this.#kept.set(after, slice);
  }

  /** Call after commits were deleted. */
  forget(): void {
    this.#kept.clear();
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
