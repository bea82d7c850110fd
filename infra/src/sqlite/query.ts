import type { Value } from './checksum.ts';
import type { Statements } from './statements.ts';

/** A query that may read many rows, so it runs on a thread of its own. */
export interface Query {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Table of JSON documents. If set, the answer is the document of each key in the result's first column. */
  readonly documentsOf?: string;
}

/** The reader of the answer parses one chunk at a time, with other work in between. */
const CHUNK_LENGTH = 32_768;

/** @returns the rows or documents as JSON arrays; booleans are bytes in the tables */
export function answerQuery(statements: Statements, { sql, values, documentsOf }: Query): readonly string[] {
  const chunks: string[] = [];
  let waiting: string[] = [];
  let length = 0;
  for (const row of statements.unverified(sql, ...values)) {
    const text = documentsOf === undefined ? jsonOf(row) : documentOf(statements, documentsOf, row[0]);
    if (text === undefined) continue;
    waiting.push(text);
    length += text.length;
    if (length < CHUNK_LENGTH) continue;
    chunks.push(`[${waiting.join(',')}]`);
    waiting = [];
    length = 0;
  }
  if (waiting.length > 0) chunks.push(`[${waiting.join(',')}]`);
  return chunks;
}

function documentOf(statements: Statements, table: string, key: Value | undefined): string | undefined {
  return statements.row<readonly [string, string, number]>(`SELECT * FROM ${table} WHERE key = ?`, key ?? null)?.[1];
}

function jsonOf(row: readonly Value[]): string {
  return JSON.stringify(row.map((value) => (value instanceof Uint8Array ? value[0] === 1 : value)));
}
