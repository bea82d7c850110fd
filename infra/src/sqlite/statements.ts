import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { checksumOf, isWhole, type Value } from './checksum.ts';

/** Result codes of SQLite for a file that is damaged, or is no database. */
const OF_DAMAGE: ReadonlySet<number> = new Set([11, 26]);

/** A row whose checksum differs. */
class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

/** Why an error means that the file is damaged; undefined if it does not. */
export function damageIn(error: unknown): string | undefined {
  if (error instanceof DamagedRow) return error.message;
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return OF_DAMAGE.has(Number(error.errcode) & 0xff) ? error.message : undefined;
}

/** Prepared statements of a connection; filters of lists make any number of different ones. */
const MOST_PREPARED = 500;

/** Statements of one connection, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Rows of any columns, as the indexes or the tables say. */
  unverified(sql: string, ...values: readonly Value[]): Iterable<readonly Value[]> {
    return this.#prepare(sql).iterate(...values) as unknown as Iterable<readonly Value[]>;
  }

  /** Rows of `SELECT *`, with verified checksums. Read them at once: a write would wait for the end of the statement. */
  *rows<Row extends readonly Value[]>(sql: string, ...values: readonly Value[]): Generator<Row> {
    for (const found of this.unverified(sql, ...values)) yield verified<Row>(found, sql);
  }

  /** The first row of `SELECT *`, with a verified checksum. */
  row<Row extends readonly Value[]>(sql: string, ...values: readonly Value[]): Row | undefined {
    const found = this.#prepare(sql).get(...values) as unknown as readonly Value[] | undefined;
    return found === undefined ? undefined : verified<Row>(found, sql);
  }

  /** The first column of the first row. */
  value<T extends Value>(sql: string, ...values: readonly Value[]): T | undefined {
    const row = this.#prepare(sql).get(...values) as unknown as readonly T[] | undefined;
    return row?.[0];
  }

  insert(table: string, values: readonly Value[]): void {
    this.#put('INSERT', table, values);
  }

  /** Inserts a row, or replaces the one with its key. */
  replace(table: string, values: readonly Value[]): void {
    this.#put('REPLACE', table, values);
  }

  /** @returns number of changed rows */
  run(sql: string, ...values: readonly Value[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  #put(verb: string, table: string, values: readonly Value[]): void {
    const places = '?, '.repeat(values.length);
    this.run(`${verb} INTO ${table} VALUES (${places}?)`, ...values, checksumOf(values));
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const [oldest] = this.#prepared.keys();
    if (oldest !== undefined && this.#prepared.size >= MOST_PREPARED) this.#prepared.delete(oldest);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function verified<Row extends readonly Value[]>(found: readonly Value[], sql: string): Row {
  if (!isWhole(found)) throw new DamagedRow(`a row of ${tableIn(sql)} differs from its checksum`);
  return found as Row;
}

function tableIn(sql: string): string {
  const [, name, quoted] = /FROM (?:(\w+)|"([^"]+)")/.exec(sql) ?? [];
  return name ?? quoted ?? 'a table';
}
