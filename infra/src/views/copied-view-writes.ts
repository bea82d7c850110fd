import type { WritableStatements } from '../sqlite/serve-database.ts';

/** [key, document as JSON, checksum] */
export type DocumentRow = readonly [string, string, number];
/** [view, next offset, checksum] */
export type PositionRow = readonly [string, number, number];
/** [name, state as JSON, checksum] */
export type AboutRow = readonly [string, string, number];

export const COPY_TABLES = {
  documents: 'CREATE TABLE documents (key TEXT PRIMARY KEY, text TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT',
  /** Where a document is found by one of its values. */
  places: `CREATE TABLE places (place TEXT NOT NULL, key TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (place, key)) STRICT, WITHOUT ROWID`,
  positions: `CREATE TABLE positions (view TEXT PRIMARY KEY, position INTEGER NOT NULL, checksum INTEGER NOT NULL)
    STRICT, WITHOUT ROWID`,
  about: 'CREATE TABLE about (name TEXT PRIMARY KEY, text TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT',
};

export interface CopiedChange {
  readonly key: string;
  /** Undefined if the document is removed. */
  readonly text: string | undefined;
}

/** Writes of the copy of a topic, each atomic. They run on the thread of the file. */
export const copiedViewWrites = {
  changeCopy(
    sql: WritableStatements,
    { changes, indexes }: { readonly changes: readonly CopiedChange[]; readonly indexes: readonly string[] },
  ): void {
    for (const change of changes) apply(sql, change, indexes);
  },

  savePosition(
    sql: WritableStatements,
    { view, position }: { readonly view: string; readonly position: number },
  ): void {
    sql.replace('positions', [view, position]);
  },

  saveAbout(sql: WritableStatements, { name, text }: { readonly name: string; readonly text: string }): void {
    sql.replace('about', [name, text]);
  },

  emptyCopy(sql: WritableStatements): void {
    sql.hasErased = true;
    for (const table of Object.keys(COPY_TABLES)) sql.run(`DELETE FROM ${table}`);
  },
};

function apply(sql: WritableStatements, { key, text }: CopiedChange, indexes: readonly string[]): void {
  const former = sql.row<DocumentRow>('SELECT * FROM documents WHERE key = ?', key)?.[1];
  const before = placesOf(former, indexes);
  const after = placesOf(text, indexes);
  // Whatever a document said before may have been erased from it.
  if (former !== undefined) sql.hasErased = true;
  for (const place of before) {
    if (!after.includes(place)) sql.run('DELETE FROM places WHERE place = ? AND key = ?', place, key);
  }
  for (const place of after) if (!before.includes(place)) sql.insert('places', [place, key]);
  if (text === undefined) sql.run('DELETE FROM documents WHERE key = ?', key);
  else sql.replace('documents', [key, text]);
}

export function placeOf(field: string, value: unknown): string {
  return `${field} ${String(value)}`;
}

function placesOf(text: string | undefined, indexes: readonly string[]): readonly string[] {
  if (text === undefined) return [];
  const document = JSON.parse(text) as Record<string, unknown>;
  return indexes.flatMap((field) => {
    const value = document[field];
    return [...new Set(Array.isArray(value) ? value : [value])].map((each) => placeOf(field, each));
  });
}
