import type { DatabaseSync } from 'node:sqlite';
import type { Value } from './checksum.ts';
import { DamagedFile } from './damaged-file.ts';
import { damageIn, Statements } from './statements.ts';

/** Reads of one connection, in which a damage names the file. */
export class Reader {
  readonly #statements: Statements;
  readonly #file: string;

  constructor(database: DatabaseSync, file: string) {
    this.#statements = new Statements(database);
    this.#file = file;
  }

  /** Rows of `SELECT *`. */
  rows<Row extends readonly Value[]>(sql: string, ...values: readonly Value[]): readonly Row[] {
    return this.#named(() => [...this.#statements.rows<Row>(sql, ...values)]);
  }

  /** Runs over rows of `SELECT *` until `take` returns false. @returns whether it reached the end */
  each<Row extends readonly Value[]>(sql: string, values: readonly Value[], take: (row: Row) => boolean): boolean {
    return this.#named(() => {
      for (const row of this.#statements.rows<Row>(sql, ...values)) if (!take(row)) return false;
      return true;
    });
  }

  row<Row extends readonly Value[]>(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#named(() => this.#statements.row<Row>(sql, ...values));
  }

  value<T extends Value>(sql: string, ...values: readonly Value[]): T | undefined {
    return this.#named(() => this.#statements.value<T>(sql, ...values));
  }

  #named<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const damage = damageIn(error);
      throw damage === undefined ? error : new DamagedFile(this.#file, damage);
    }
  }
}
