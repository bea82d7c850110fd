import { Context } from 'mingo/core';
import { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $or } from 'mingo/operators/query';
import { Query } from 'mingo/query';
import type { ViewFilter } from './view-store.ts';

/** Only the operators of the port, so that callers cannot rely on one that the other adapter answers differently. */
const context = Context.init({ query: { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $or } });

type Passes = (row: number) => boolean;
type Test = (value: unknown) => boolean;

/** The rows that a filter tests. */
export interface Filtered {
  /** Whether the values of a field are available without reading documents. */
  hasColumn(field: string): boolean;
  /** Missing values are null in a column. */
  column(field: string): readonly unknown[];
  document(row: number): object;
}

/**
 * Compiles a filter to a function. The conditions that filter lists of 100,000 documents are compiled here; all others
 * use mingo, which interprets its operators for each document and compares `$in` values one by one.
 */
export function compileFilter(filter: ViewFilter, rows: Filtered): Passes {
  return all(Object.entries(filter).map(([field, condition]) => compilePart(field, condition, rows)));
}

function compilePart(field: string, condition: unknown, rows: Filtered): Passes {
  if ((field === '$and' || field === '$or') && isListOfFilters(condition)) {
    const parts = condition.map((part) => compileFilter(part, rows));
    return field === '$and' ? all(parts) : (row) => parts.some((passes) => passes(row));
  }
  const test = field.startsWith('$') || field.includes('.') ? undefined : testOf(condition);
  if (test !== undefined) {
    if (!rows.hasColumn(field)) return (row) => test((rows.document(row) as Fields)[field]);
    const column = rows.column(field);
    return (row) => test(column[row]);
  }
  const query = new Query<Record<string, unknown>>({ [field]: condition }, { context });
  return (row) => query.test(rows.document(row) as Record<string, unknown>);
}

type Fields = Readonly<Record<string, unknown>>;

function all(parts: readonly Passes[]): Passes {
  const [first = () => true, second, ...others] = parts;
  if (second === undefined) return first;
  if (others.length === 0) return (row) => first(row) && second(row);
  return (row) => parts.every((passes) => passes(row));
}

/** Undefined for conditions that need mingo. */
function testOf(condition: unknown): Test | undefined {
  if (isPlain(condition)) return equals(condition);
  if (typeof condition !== 'object' || condition === null) return undefined;
  const tests = Object.entries(condition).map(([operator, operand]) => operatorTest(operator, operand));
  const [first, ...others] = tests;
  if (first === undefined || others.includes(undefined)) return undefined;
  if (others.length === 0) return first;
  return (value) => tests.every((test) => test?.(value));
}

function operatorTest(operator: string, operand: unknown): Test | undefined {
  if (operator === '$contains') return typeof operand === 'string' ? contains(operand) : undefined;
  if (operator === '$eq') return isPlain(operand) ? equals(operand) : undefined;
  if (operator === '$ne') {
    if (!isPlain(operand)) return undefined;
    const equal = equals(operand);
    return (value) => !equal(value);
  }
  const order = ORDERS[operator];
  if (order !== undefined) return typeof operand === 'string' ? follows(order, operand) : undefined;
  if (operator !== '$in' || !Array.isArray(operand) || !operand.every(isPlain)) return undefined;
  const wanted = new Set<unknown>(operand);
  return (value) => anyOf(value, (one) => wanted.has(one ?? null));
}

function equals(wanted: Plain): Test {
  return (value) => value === wanted || anyOf(value, (one) => (one ?? null) === wanted);
}

type Order = (value: string, bound: string) => boolean;

const ORDERS: Readonly<Record<string, Order>> = {
  $gt: (value, bound) => value > bound,
  $gte: (value, bound) => value >= bound,
  $lt: (value, bound) => value < bound,
  $lte: (value, bound) => value <= bound,
};

/** Only values of the same type are comparable. */
function follows(order: Order, bound: string): Test {
  return (value) => anyOf(value, (one) => typeof one === 'string' && order(one, bound));
}

function contains(part: string): Test {
  return (value) => typeof value === 'string' && value.includes(part);
}

/** For an array, tests each element. */
function anyOf(value: unknown, test: Test): boolean {
  return Array.isArray(value) ? value.some(test) : test(value);
}

type Plain = string | number | boolean | null;

function isPlain(value: unknown): value is Plain {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isListOfFilters(value: unknown): value is readonly ViewFilter[] {
  return Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'object' && part !== null);
}
