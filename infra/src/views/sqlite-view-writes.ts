import type { WritableStatements } from '../sqlite/serve-database.ts';
import {
  COPY_STATE,
  type DocumentRow,
  definitionsOfView,
  type FoundBy,
  foundBy,
  namesOfView,
  positionsDefinition,
  positionsName,
  positionsOf,
  prefixOf,
  quoted,
  tablesOfView,
  type ViewTables,
} from './sqlite-view-tables.ts';

export interface ViewChange {
  readonly key: string;
  /** The document as JSON; undefined if it is removed. */
  readonly text: string | undefined;
}

export interface ViewChanges {
  readonly view: ViewTables;
  readonly changes: readonly ViewChange[];
}

interface OfOwner {
  readonly owner: string;
}

/** Writes of views, each atomic. They run on the thread of the file. */
export const viewWrites = {
  changeViews(
    sql: WritableStatements,
    {
      owner,
      changed,
      positions,
    }: OfOwner & {
      readonly changed: readonly ViewChanges[];
      readonly positions: readonly (readonly [view: string, position: number])[];
    },
  ): void {
    for (const { view, changes } of changed) for (const change of changes) apply(sql, change, view);
    for (const position of positions) sql.replace(positionsOf(owner), position);
  },

  /** @param input.isMade whether the view has tables */
  resetView(
    sql: WritableStatements,
    { owner, name, isMade }: OfOwner & { readonly name: string; readonly isMade: boolean },
  ): void {
    sql.hasErased = true;
    sql.run(`DELETE FROM ${positionsOf(owner)} WHERE view = ?`, name);
    if (!isMade) return;
    for (const table of Object.values(tablesOfView({ owner, name }))) sql.run(`DELETE FROM ${table}`);
  },

  saveCopyState(sql: WritableStatements, { name, text }: { readonly name: string; readonly text: string }): void {
    sql.replace(COPY_STATE, [name, text]);
  },

  /** Makes the tables of a view that documents are found by, from its documents. */
  indexView(sql: WritableStatements, view: ViewTables): void {
    const { documents, fields, elements } = tablesOfView(view);
    sql.hasErased = true;
    for (const table of [fields, elements]) sql.execute(`DROP TABLE IF EXISTS ${table}`);
    for (const definition of Object.values(definitionsOfView(view))) sql.execute(definition);
    for (const [key, text] of sql.rows<DocumentRow>(`SELECT * FROM ${documents}`)) {
      const found = foundBy(JSON.parse(text), view);
      sql.insert(fields, [key, ...found.values]);
      changeElements(sql, view, key, undefined, found);
    }
  },

  /** Drops the views of an owner and their positions, except those named. */
  dropViews(
    sql: WritableStatements,
    { owner, views, positions }: OfOwner & { readonly views: readonly string[]; readonly positions: readonly string[] },
  ): void {
    sql.execute(positionsDefinition(owner));
    sql.run(
      `DELETE FROM ${positionsOf(owner)} WHERE view NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(positions),
    );
    const stay = new Set([
      positionsName(owner),
      ...views.flatMap((name) => Object.values(namesOfView({ owner, name }))),
    ]);
    const names = `SELECT group_concat(name, char(10)) FROM sqlite_schema WHERE type = 'table' AND name GLOB ?`;
    const found = sql.value<string | null>(names, `${prefixOf(owner)}*`) ?? '';
    for (const name of found.split('\n').filter((each) => each !== '' && !stay.has(each))) {
      sql.hasErased = true;
      sql.execute(`DROP TABLE ${quoted(name)}`);
    }
  },
};

function apply(sql: WritableStatements, { key, text }: ViewChange, view: ViewTables): void {
  const { documents, fields } = tablesOfView(view);
  const former = sql.row<DocumentRow>(`SELECT * FROM ${documents} WHERE key = ?`, key)?.[1];
  if (former === text) return;
  // Whatever a document said before may have been erased from it.
  if (former !== undefined) sql.hasErased = true;
  const before = former === undefined ? undefined : foundBy(JSON.parse(former), view);
  const after = text === undefined ? undefined : foundBy(JSON.parse(text), view);
  if (text === undefined) sql.run(`DELETE FROM ${documents} WHERE key = ?`, key);
  else sql.replace(documents, [key, text]);
  if (after === undefined) sql.run(`DELETE FROM ${fields} WHERE key = ?`, key);
  else if (!areSame(before?.values, after.values)) sql.replace(fields, [key, ...after.values]);
  if (!areSame(before?.elements, after?.elements)) changeElements(sql, view, key, before, after);
}

function changeElements(
  sql: WritableStatements,
  view: ViewTables,
  key: string,
  before: FoundBy | undefined,
  after: FoundBy | undefined,
): void {
  const { elements } = tablesOfView(view);
  for (const [field, value] of before?.elements ?? []) {
    sql.run(`DELETE FROM ${elements} WHERE field = ? AND value = ? AND key = ?`, field, value, key);
  }
  for (const [field, value] of after?.elements ?? []) sql.insert(elements, [field, value, key]);
}

function areSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
