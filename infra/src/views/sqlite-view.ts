import { setImmediate as immediate } from 'node:timers/promises';
import type { Value } from '../sqlite/checksum.ts';
import type { Database } from '../sqlite/database.ts';
import { expressionOf, type FilteredView, sqlOfFilter } from './sqlite-filter.ts';
import {
  type DocumentRow,
  definitionsOfView,
  fieldOf,
  namesOfView,
  tablesOfView,
  type ViewTables,
} from './sqlite-view-tables.ts';
import type { Counted, FindOptions, View, ViewDocument, ViewFilter } from './view-store.ts';

/** Documents that are read on this thread; more take too long for it. */
const MOST_AT_ONCE = 50;

/**
 * A view in tables of SQLite. Lookups by key, or by an element of an array, are read on this thread; everything else
 * may read all rows, and is a query for another thread. A search does so for any alphabet and any length of its text: an
 * index of texts for all substrings made each change of a document take longer than a search.
 */
export class SqliteView<D extends ViewDocument> implements View<D> {
  readonly tables: ViewTables;
  readonly #database: Database;
  readonly #documents: string;
  readonly #filtered: FilteredView;
  readonly #columns: ReadonlySet<string>;
  readonly #withElements = new Set<string>();
  #prepared: Promise<void> | undefined;

  constructor(database: Database, tables: ViewTables) {
    this.#database = database;
    this.tables = tables;
    this.#columns = new Set([...tables.indexes, ...tables.texts]);
    const names = tablesOfView(tables);
    this.#documents = names.documents;
    this.#filtered = {
      ...names,
      hasColumn: (field) => this.#columns.has(field),
      hasElements: (field) => this.#withElements.has(field),
    };
  }

  /** Creates the tables if they are missing, once. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /** Call after the tables were dropped. */
  unprepare(): void {
    this.#prepared = undefined;
  }

  /** Call before documents are written. */
  willWrite(document: D): void {
    for (const field of this.tables.indexes) {
      if (Array.isArray(fieldOf(document, field))) this.#withElements.add(field);
    }
  }

  async get(id: string): Promise<D | undefined> {
    await this.prepare();
    return this.#read(id);
  }

  async getMany(ids: readonly string[]): Promise<readonly D[]> {
    await this.prepare();
    const distinct = [...new Set(ids)];
    if (distinct.length <= MOST_AT_ONCE) return distinct.flatMap((id) => this.#read(id) ?? []);
    return this.#documentsOf('SELECT value FROM json_each(?)', [JSON.stringify(distinct)]);
  }

  async find(filter: ViewFilter, options: FindOptions = {}): Promise<readonly D[]> {
    await this.prepare();
    const [[field = '', value] = [], ...others] = Object.entries(filter);
    const isLookup = this.#withElements.has(field) && typeof value === 'string' && others.length === 0;
    if (isLookup && Object.keys(options).length === 0) {
      const keys = this.#keysOfElement(field, value);
      if (keys.length <= MOST_AT_ONCE) return keys.flatMap((key) => this.#read(key) ?? []);
    }
    const { sql, values } = this.#select('key', filter, options);
    return this.#documentsOf(sql, values);
  }

  async findFields<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
    options: FindOptions = {},
  ): Promise<readonly Pick<D, Field | '_id'>[]> {
    // A page of a list is read with its checksums.
    if (options.limit !== undefined || fields.some((field) => !this.#hasColumn(String(field)))) {
      return this.find(filter, options);
    }
    await this.prepare();
    const columns = fields.map((field) => expressionOf(String(field), this.#filtered));
    const { sql, values } = this.#select(['key', ...columns].join(', '), filter, options);
    const hasArrays = fields.some((field) => this.#withElements.has(String(field)));
    let isUnclear = hasArrays;
    const query = { sql, values };
    const read = await this.#parsed(this.#database.query(query), ([key, ...found]: readonly [string, ...unknown[]]) => {
      const document: Record<string, unknown> = { _id: key };
      for (const [at, field] of fields.entries()) document[String(field)] = found[at];
      isUnclear ||= found.includes(null);
      return document as Pick<D, Field | '_id'>;
    });
    // A column does not distinguish null from missing, nor an array from its JSON.
    return isUnclear ? this.find(filter, options) : read;
  }

  async count(filter: ViewFilter): Promise<number> {
    await this.prepare();
    const { sql, values } = this.#select('COUNT(*)', filter, {});
    const [[count] = [0]] = await this.#rows<readonly [number]>(sql, values);
    return count;
  }

  async countBy<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
  ): Promise<readonly Counted<D, Field>[]> {
    await this.prepare();
    // All rows are read in the order of the table: an index would need another look for each.
    const groups = fields.map((field) => `+${expressionOf(String(field), this.#filtered)}`).join(', ');
    const { sql, values } = this.#select(`COUNT(*), ${groups}`, filter, {});
    const rows = await this.#rows<readonly [number, ...unknown[]]>(`${sql} GROUP BY ${groups}`, values);
    return rows.map(([count, ...found]) => {
      const named = fields.map((field, at) => [field, found[at]]);
      return { values: Object.fromEntries(named) as Pick<D, Field>, count };
    });
  }

  async #prepare(): Promise<void> {
    const { elements } = tablesOfView(this.tables);
    if (this.#hasOtherColumns()) await this.#database.write('indexView', this.tables);
    else await this.#database.ensureTables(definitionsOfView(this.tables));
    for (const field of this.tables.indexes) {
      const found = this.#database.reader.value(`SELECT 1 FROM ${elements} WHERE field = ? LIMIT 1`, field);
      if (found !== undefined) this.#withElements.add(field);
    }
  }

  /** Whether a former version of the definition made its tables. */
  #hasOtherColumns(): boolean {
    const name = namesOfView(this.tables).fields;
    const present = this.#database.reader.value<string>('SELECT sql FROM sqlite_schema WHERE name = ?', name);
    // SQLite stores the statement without the words for a missing table.
    const expected = definitionsOfView(this.tables)[name]?.replace('IF NOT EXISTS ', '');
    return present !== undefined && present !== expected;
  }

  #hasColumn(field: string): boolean {
    return field === '_id' || this.#columns.has(field);
  }

  #read(id: string): D | undefined {
    const row = this.#database.reader.row<DocumentRow>(`SELECT * FROM ${this.#documents} WHERE key = ?`, id);
    return row === undefined ? undefined : JSON.parse(row[1]);
  }

  #keysOfElement(field: string, value: string): readonly string[] {
    const { elements } = this.#filtered;
    const sql = `SELECT * FROM ${elements} WHERE field = ? AND value = ? ORDER BY key LIMIT ${MOST_AT_ONCE + 1}`;
    const rows = this.#database.reader.rows<readonly [string, string, string, number]>(sql, field, value);
    return rows.map(([, , key]) => key);
  }

  #select(what: string, filter: ViewFilter, { sort = {}, skip = 0, limit }: FindOptions) {
    const where = sqlOfFilter(filter, this.#filtered);
    // With another field's condition, a walk in the order of an index would have to look up each row in turn until a
    // page is full.
    const sign = hasOnly(filter, ['_id', ...Object.keys(sort)]) ? '' : '+';
    const by = orderOf(sort).map(
      ([field, direction]) => `${sign}${expressionOf(field, this.#filtered)} ${direction === 1 ? 'ASC' : 'DESC'}`,
    );
    const ordered = by.length === 0 ? '' : ` ORDER BY ${by.join(', ')}`;
    const isPart = skip > 0 || limit !== undefined;
    const sql = `SELECT ${what} FROM ${this.#filtered.fields} of WHERE ${where.sql}${ordered}`;
    return isPart
      ? { sql: `${sql} LIMIT ? OFFSET ?`, values: [...where.values, limit ?? -1, skip] }
      : { sql, values: where.values };
  }

  #documentsOf(sql: string, values: readonly Value[]): Promise<readonly D[]> {
    const isRead = (document: D) => document;
    return this.#parsed(this.#database.query({ sql, values, documentsOf: this.#documents }), isRead);
  }

  #rows<Row extends readonly unknown[]>(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#parsed(this.#database.query({ sql, values }), (row: Row) => row);
  }

  /** Parses the chunks of an answer with other work in between. */
  async #parsed<Read, T>(answer: Promise<readonly string[]>, made: (read: Read) => T): Promise<readonly T[]> {
    const parsed: T[] = [];
    for (const [at, chunk] of (await answer).entries()) {
      if (at > 0) await immediate();
      for (const each of JSON.parse(chunk) as readonly Read[]) parsed.push(made(each));
    }
    return parsed;
  }
}

/** Ties are sorted by id. */
function orderOf(sort: Readonly<Record<string, 1 | -1>>): readonly (readonly [string, 1 | -1])[] {
  const columns = Object.entries(sort);
  return columns.length === 0 || '_id' in sort ? columns : [...columns, ['_id', 1]];
}

/** Whether a filter has conditions on these fields alone. */
function hasOnly(filter: ViewFilter, fields: readonly string[]): boolean {
  return Object.entries(filter).every(([field, condition]) =>
    field.startsWith('$') && Array.isArray(condition)
      ? condition.every((part: ViewFilter) => hasOnly(part, fields))
      : fields.includes(field),
  );
}
