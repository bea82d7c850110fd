import { compare, resolve } from 'mingo/util';
import type { ViewDocument } from './view-store.ts';

const NONE: ReadonlySet<string> = new Set();

/** True for values an index finds by; others (objects, null, patterns) are left to a scan. */
export function isIndexable(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The value of a field, `a.b` reaching inwards; missing and null are the same, as they are to MongoDB's sort. */
export function fieldOf(document: ViewDocument, field: string): unknown {
  const fields = document as object as Readonly<Record<string, unknown>>;
  return (field.includes('.') ? resolve(fields, field) : fields[field]) ?? null;
}

/** One indexed field: its documents by value, and, once somebody asked for it, in order. */
export class FieldIndex<D extends ViewDocument> {
  readonly #field: string;
  readonly #documents: ReadonlyMap<string, D>;
  /** A set where there are several: most values of a key belong to one document. */
  readonly #idsByValue = new Map<unknown, string | Set<string>>();
  /** An array is found by each element but stands at one place in the order, so that a bound cannot be trusted. */
  #hasArrays = false;
  /** By value, then by id. Made at the first sorted read, so that a rebuild doesn't pay for it. */
  #ordered: D[] | undefined;

  constructor(field: string, documents: ReadonlyMap<string, D>) {
    this.#field = field;
    this.#documents = documents;
  }

  /** Ids of the documents with this value, or with an array that has it as an element. */
  idsWith(value: string | number | boolean): ReadonlySet<string> {
    const ids = this.#idsByValue.get(value) ?? NONE;
    return typeof ids === 'string' ? new Set([ids]) : ids;
  }

  add(document: D): void {
    this.#hasArrays ||= Array.isArray(fieldOf(document, this.#field));
    for (const key of this.#keysOf(document)) {
      const ids = this.#idsByValue.get(key);
      if (ids === undefined) this.#idsByValue.set(key, document._id);
      else if (typeof ids !== 'string') ids.add(document._id);
      else if (ids !== document._id) this.#idsByValue.set(key, new Set([ids, document._id]));
    }
    this.#ordered?.splice(this.#placeOf(this.#ordered, document), 0, document);
  }

  remove(document: D): void {
    for (const key of this.#keysOf(document)) {
      const ids = this.#idsByValue.get(key);
      if (ids === document._id) this.#idsByValue.delete(key);
      else if (typeof ids === 'object' && ids.delete(document._id) && ids.size === 0) this.#idsByValue.delete(key);
    }
    this.#ordered?.splice(this.#placeOf(this.#ordered, document), 1);
  }

  clear(): void {
    this.#idsByValue.clear();
    this.#hasArrays = false;
    this.#ordered = undefined;
  }

  /**
   * The documents by this field; equal values by id ascending, whatever the direction.
   * @param bound leaves out what comes before this value
   */
  *inOrder(direction: 1 | -1, bound?: string | number | boolean): Generator<D> {
    this.#ordered ??= [...this.#documents.values()].sort((a, b) => this.#compare(a, b));
    const ordered = this.#ordered;
    const limit = this.#hasArrays ? undefined : bound;
    if (direction === 1) {
      const start = limit === undefined ? 0 : this.#countWhere(ordered, (value) => compareValues(value, limit) < 0);
      for (let at = start; at < ordered.length; at += 1) yield ordered[at] as D;
      return;
    }
    const last =
      limit === undefined ? ordered.length : this.#countWhere(ordered, (value) => compareValues(value, limit) <= 0);
    for (let end = last; end > 0; ) {
      const start = this.#startOfEqual(ordered, end - 1);
      for (let at = start; at < end; at += 1) yield ordered[at] as D;
      end = start;
    }
  }

  #keysOf(document: D): readonly unknown[] {
    const value = fieldOf(document, this.#field);
    return (Array.isArray(value) ? value : [value]).filter(isIndexable);
  }

  #compare(a: D, b: D): number {
    return compareField(a, b, this.#field) || compareIds(a, b);
  }

  /** Where the document stands, or would stand, in the order. */
  #placeOf(ordered: readonly D[], document: D): number {
    return lowerBound(ordered.length, (at) => this.#compare(ordered[at] as D, document) < 0);
  }

  /** How many documents stand at the beginning of the order whose value passes. */
  #countWhere(ordered: readonly D[], passes: (value: unknown) => boolean): number {
    return lowerBound(ordered.length, (at) => passes(fieldOf(ordered[at] as D, this.#field)));
  }

  #startOfEqual(ordered: readonly D[], at: number): number {
    const last = ordered[at] as D;
    const before = ordered[at - 1];
    if (before === undefined || compareField(before, last, this.#field) !== 0) return at;
    return lowerBound(at, (index) => compareField(ordered[index] as D, last, this.#field) < 0);
  }
}

export function compareField(a: ViewDocument, b: ViewDocument, field: string): number {
  return compareValues(fieldOf(a, field), fieldOf(b, field));
}

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  return compare(left, right);
}

export function compareIds(a: ViewDocument, b: ViewDocument): number {
  return compareStrings(a._id, b._id);
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first index below `length` for which `isBefore` no longer holds. */
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
