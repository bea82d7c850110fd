import type { Value } from '../sqlite/checksum.ts';
import type { ViewDocument } from './view-store.ts';

/** [key, document as JSON, checksum] */
export type DocumentRow = readonly [string, string, number];
/** [view, position, checksum] */
export type PositionRow = readonly [string, number, number];

/** A view's tables, and its fields with a column of their own. */
export interface ViewTables {
  readonly owner: string;
  readonly name: string;
  readonly indexes: readonly string[];
  readonly texts: readonly string[];
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Tables of an owner's views begin so. */
export const prefixOf = (owner: string) => `${owner} view`;

/** One table for the positions of all views of an owner. */
export const positionsName = (owner: string) => `${prefixOf(owner)}s`;
export const positionsOf = (owner: string) => quoted(positionsName(owner));

/** Owner of the views in a file that is the copy of a topic. */
export const COPY_OWNER = 'copy';
const COPY_STATE_NAME = `${prefixOf(COPY_OWNER)} state`;
export const COPY_STATE = quoted(COPY_STATE_NAME);
export const COPY_TABLES = {
  [COPY_STATE_NAME]: `CREATE TABLE ${COPY_STATE}
    (name TEXT PRIMARY KEY, text TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
};

export function namesOfView({ owner, name }: Pick<ViewTables, 'owner' | 'name'>) {
  const table = `${prefixOf(owner)} ${name}`;
  return { documents: table, fields: `${table} fields`, elements: `${table} elements` };
}

export function tablesOfView(view: Pick<ViewTables, 'owner' | 'name'>) {
  const names = namesOfView(view);
  return {
    documents: quoted(names.documents),
    /** By what documents are found. It is narrow, so that all its rows are read in some hundredths of a second. */
    fields: quoted(names.fields),
    /** Values of fields that hold arrays. */
    elements: quoted(names.elements),
  };
}

/** For `ensureTables`. */
export function definitionsOfView(view: ViewTables): Readonly<Record<string, string>> {
  const names = namesOfView(view);
  const { documents, fields, elements } = tablesOfView(view);
  const columns = [...view.indexes, ...view.texts].map((field) => `${quoted(field)} ANY,`).join(' ');
  const indexes = view.indexes.map((field) => `, UNIQUE (${quoted(field)}, key)`).join('');
  return {
    [names.documents]: `CREATE TABLE IF NOT EXISTS ${documents}
      (key TEXT PRIMARY KEY, document TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT`,
    [names.fields]: `CREATE TABLE IF NOT EXISTS ${fields}
      (key TEXT PRIMARY KEY, ${columns} checksum INTEGER NOT NULL${indexes}) STRICT, WITHOUT ROWID`,
    [names.elements]: `CREATE TABLE IF NOT EXISTS ${elements} (field TEXT NOT NULL, value ANY NOT NULL, key TEXT NOT NULL,
      checksum INTEGER NOT NULL, PRIMARY KEY (field, value, key)) STRICT, WITHOUT ROWID`,
  };
}

export function positionsDefinition(owner: string): string {
  return `CREATE TABLE IF NOT EXISTS ${positionsOf(owner)}
    (view TEXT PRIMARY KEY, position INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID`;
}

/** Value of a field; `a.b` reads a nested one. */
export function fieldOf(document: ViewDocument, field: string): unknown {
  let value: unknown = document;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** A value in a column. Booleans are bytes, so that they differ from numbers. */
export function columnOf(value: unknown): Value {
  if (typeof value === 'boolean') return new Uint8Array([Number(value)]);
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export interface FoundBy {
  /** Values of the columns. */
  readonly values: readonly Value[];
  readonly elements: readonly (readonly [field: string, value: Value])[];
}

/** By what a document is found. */
export function foundBy(document: ViewDocument, { indexes, texts }: Pick<ViewTables, 'indexes' | 'texts'>): FoundBy {
  const elements = indexes.flatMap((field) => {
    const value = fieldOf(document, field);
    if (!Array.isArray(value)) return [];
    const distinct = new Set(value.filter((each) => each !== null && each !== undefined));
    return [...distinct].map((each) => [field, columnOf(each)] as const);
  });
  return { values: [...indexes, ...texts].map((field) => columnOf(fieldOf(document, field))), elements };
}
