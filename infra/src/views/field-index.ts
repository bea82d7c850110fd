import { isDeepStrictEqual } from 'node:util';
import { compareStrings, compareValues, fieldOf, isIndexable } from './field-value.ts';
import type { Rows } from './rows.ts';
import type { ViewDocument } from './view-store.ts';

const NONE: ReadonlySet<number> = new Set();

/** Index of one field: the rows by value, and sorted. Each part is built on its first use. */
export class FieldIndex<D extends ViewDocument> {
  readonly #field: string;
  readonly #rows: Rows<D>;
  /** A plain number for a single row saves memory: most values of a unique field have only one. */
  #byValue: Map<unknown, number | Set<number>> | undefined;
  /** By value, then by id. */
  #ordered: number[] | undefined;

  constructor(field: string, rows: Rows<D>) {
    this.#field = field;
    this.#rows = rows;
  }

  /** The rows of documents with this value, or with an array that contains it. */
  rowsWith(value: string | number | boolean): ReadonlySet<number> {
    const rows = this.#rowsByValue().get(value) ?? NONE;
    return typeof rows === 'number' ? new Set([rows]) : rows;
  }

  /** Whether the row has the document's place already. */
  has(row: number, document: D): boolean {
    if (this.#byValue === undefined && this.#ordered === undefined) return true;
    return isDeepStrictEqual(this.#valueOf(row), fieldOf(document, this.#field));
  }

  /** Call after the row has got its document. */
  add(row: number): void {
    if (this.#byValue !== undefined) this.#note(this.#byValue, row, this.#valueOf(row));
    this.#ordered?.splice(this.#placeOf(this.#ordered, row), 0, row);
  }

  /** Call while the row still has its document. */
  remove(row: number): void {
    for (const key of this.#byValue === undefined ? [] : keysOf(this.#valueOf(row))) {
      const rows = this.#byValue?.get(key);
      if (rows === row) this.#byValue?.delete(key);
      else if (typeof rows === 'object' && rows.delete(row) && rows.size === 0) this.#byValue?.delete(key);
    }
    this.#ordered?.splice(this.#placeOf(this.#ordered, row), 1);
  }

  /** The rows sorted by this field; ties by ascending id in both directions. */
  *inOrder(direction: 1 | -1): Generator<number> {
    this.#ordered ??= inOrderOf(this.#rows, this.#field);
    const ordered = this.#ordered;
    if (direction === 1) {
      yield* ordered;
      return;
    }
    for (let end = ordered.length; end > 0; ) {
      const start = this.#startOfEqual(ordered, end - 1);
      for (let at = start; at < end; at += 1) yield ordered[at] as number;
      end = start;
    }
  }

  #rowsByValue(): ReadonlyMap<unknown, number | Set<number>> {
    if (this.#byValue !== undefined) return this.#byValue;
    const byValue = new Map<unknown, number | Set<number>>();
    const column = this.#rows.column(this.#field);
    for (let row = 0; row < column.length; row += 1) this.#note(byValue, row, column[row]);
    this.#byValue = byValue;
    return byValue;
  }

  #note(byValue: Map<unknown, number | Set<number>>, row: number, value: unknown): void {
    for (const key of keysOf(value)) noteKey(byValue, row, key);
  }

  #valueOf(row: number): unknown {
    return this.#rows.column(this.#field)[row];
  }

  #compare(a: number, b: number): number {
    return compareValues(this.#valueOf(a), this.#valueOf(b)) || compareStrings(this.#rows.idOf(a), this.#rows.idOf(b));
  }

  /** Index of the row, or of its insertion, in the order. */
  #placeOf(ordered: readonly number[], row: number): number {
    return lowerBound(ordered.length, (at) => this.#compare(ordered[at] as number, row) < 0);
  }

  #startOfEqual(ordered: readonly number[], at: number): number {
    const value = this.#valueOf(ordered[at] as number);
    const before = ordered[at - 1];
    if (before === undefined || compareValues(this.#valueOf(before), value) !== 0) return at;
    return lowerBound(at, (index) => compareValues(this.#valueOf(ordered[index] as number), value) < 0);
  }
}

function inOrderOf<D extends ViewDocument>(rows: Rows<D>, field: string): number[] {
  const values = rows.column(field);
  const ids = rows.column('_id') as readonly string[];
  return [...rows.all()].sort(
    (a, b) => compareValues(values[a], values[b]) || compareStrings(ids[a] as string, ids[b] as string),
  );
}

function keysOf(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter(isIndexable);
}

function noteKey(byValue: Map<unknown, number | Set<number>>, row: number, key: unknown): void {
  const rows = byValue.get(key);
  if (rows === undefined) byValue.set(key, row);
  else if (typeof rows !== 'number') rows.add(row);
  else if (rows !== row) byValue.set(key, new Set([rows, row]));
}

/** The first index for which `isBefore` no longer holds; `length` if it always holds. */
function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
