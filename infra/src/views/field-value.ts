import { compare, resolve } from 'mingo/util';
import type { ViewDocument } from './view-store.ts';

/** True for values that an index finds; others (objects, null, patterns) require a scan. */
export function isIndexable(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Value of a field; `a.b` reads a nested one. Treats missing as null, like MongoDB's sort. */
export function fieldOf(document: ViewDocument, field: string): unknown {
  const fields = document as object as Readonly<Record<string, unknown>>;
  return (field.includes('.') ? resolve(fields, field) : fields[field]) ?? null;
}

export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  return compare(left, right);
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
