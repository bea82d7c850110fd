import { compare, resolve } from 'mingo/util';
import type { ViewDocument } from './view-store.ts';

/** True for values an index finds by; others (objects, null, patterns) are left to a scan. */
export function isIndexable(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The value of a field, `a.b` reaching inwards; missing and null are the same, as they are to MongoDB's sort. */
export function fieldOf(document: ViewDocument, field: string): unknown {
  const fields = document as object as Readonly<Record<string, unknown>>;
  return (field.includes('.') ? resolve(fields, field) : fields[field]) ?? null;
}

/** The order of two values of a field. */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  return compare(left, right);
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
