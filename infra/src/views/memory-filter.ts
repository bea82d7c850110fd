import { Context } from 'mingo/core';
import { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $or } from 'mingo/operators/query';
import { Query } from 'mingo/query';
import type { ViewFilter } from './view-store.ts';

/** The operators of the port and no others, so that nobody comes to lean on one the other adapter answers differently. */
const context = Context.init({ query: { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $or } });

type Passes = (row: number) => boolean;
type Test = (value: unknown) => boolean;

/** What a filter is asked of. */
export interface Filtered {
  /** Whether what documents have in a field is had without reading them. */
  hasColumn(field: string): boolean;
  /** Missing values and null are the same in it. */
  column(field: string): readonly unknown[];
  document(row: number): object;
}

/**
 * A filter as a function. What lists of 100,000 are filtered by is compiled; mingo, which reads its operators anew
 * for each document and a `$in` value by value, answers the rest.
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

/** Undefined for a condition that is left to mingo. */
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

/** Only values of one type have an order. */
function follows(order: Order, bound: string): Test {
  return (value) => anyOf(value, (one) => typeof one === 'string' && order(one, bound));
}

function contains(part: string): Test {
  return (value) => typeof value === 'string' && value.includes(part);
}

/** Of an array, each element is asked. */
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
