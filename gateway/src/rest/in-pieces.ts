import { Readable } from 'node:stream';

/** Rows of a list that are read, and written as JSON, in one go: all other callers wait meanwhile. */
export const ROWS_AT_ONCE = 500;

/** The JSON of an answer as a stream, if it has a list so long that others would wait for it; undefined otherwise. */
export function inPieces(answer: unknown): Readable | undefined {
  if (typeof answer !== 'object' || answer === null || !Object.values(answer).some(isLong)) return undefined;
  return Readable.from(piecesOf(answer), { objectMode: false });
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ROWS_AT_ONCE;
}

function* piecesOf(answer: object): Generator<string> {
  let open = '{';
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    const start = `${open}${JSON.stringify(name)}:`;
    open = ',';
    if (isLong(value)) yield* piecesOfList(start, value);
    else yield start + JSON.stringify(value);
  }
  yield '}';
}

function* piecesOfList(start: string, rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const written = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)).slice(1, -1);
    yield at === 0 ? `${start}[${written}` : `,${written}`;
  }
  yield ']';
}
