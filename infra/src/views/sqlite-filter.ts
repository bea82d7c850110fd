import type { Value } from '../sqlite/checksum.ts';
import { columnOf, quoted } from './sqlite-view-tables.ts';
import type { ViewFilter } from './view-store.ts';

/** A condition on rows of a view's table of fields. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export interface FilteredView {
  readonly documents: string;
  readonly fields: string;
  readonly elements: string;
  hasColumn(field: string): boolean;
  /** Whether this field holds arrays. */
  hasElements(field: string): boolean;
}

/** SQLite limits the depth of an expression. */
const MOST_IN_A_ROW = 100;

/** @throws Error for operators outside the port */
export function sqlOfFilter(filter: ViewFilter, view: FilteredView): Condition {
  return joined(
    'AND',
    Object.entries(filter).map(([field, condition]) => {
      if ((field === '$and' || field === '$or') && Array.isArray(condition)) {
        const parts = condition.map((part: ViewFilter) => sqlOfFilter(part, view));
        return joined(field === '$and' ? 'AND' : 'OR', parts);
      }
      if (field.startsWith('$')) throw new Error(`views know no operator ${field}`);
      if (typeof condition !== 'object' || condition === null) return equals(field, condition, view);
      const operators = Object.entries(condition);
      return joined(
        'AND',
        operators.map(([operator, operand]) => ofOperator(field, operator, operand, view)),
      );
    }),
  );
}

/** A field as an expression; of documents without it, null. */
export function expressionOf(field: string, view: Pick<FilteredView, 'documents' | 'hasColumn'>): string {
  if (field === '_id') return 'key';
  if (view.hasColumn(field)) return quoted(field);
  return `(SELECT document ->> ${pathOf(field)} FROM ${view.documents} WHERE key = of.key)`;
}

function joined(word: 'AND' | 'OR', parts: readonly Condition[]): Condition {
  const [only, second] = parts;
  if (only === undefined) return { sql: word === 'AND' ? '1' : '0', values: [] };
  if (second === undefined) return only;
  if (parts.length > MOST_IN_A_ROW) {
    const middle = Math.floor(parts.length / 2);
    return joined(word, [joined(word, parts.slice(0, middle)), joined(word, parts.slice(middle))]);
  }
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${word} `)})`, values: parts.flatMap(({ values }) => values) };
}

function ofOperator(field: string, operator: string, operand: unknown, view: FilteredView): Condition {
  const value = expressionOf(field, view);
  switch (operator) {
    case '$eq':
      return equals(field, operand, view);
    case '$ne': {
      const { sql, values } = equals(field, operand, view);
      return { sql: `coalesce(${sql}, 0) = 0`, values };
    }
    case '$in':
      return isOneOf(field, operand as readonly unknown[], view);
    case '$gt':
      return compares(value, '>', operand);
    case '$gte':
      return compares(value, '>=', operand);
    case '$lt':
      return compares(value, '<', operand);
    case '$lte':
      return compares(value, '<=', operand);
    case '$exists': {
      const type = `(SELECT json_type(document, ${pathOf(field)}) FROM ${view.documents} WHERE key = of.key)`;
      return { sql: `${type} IS ${operand === true ? 'NOT ' : ''}NULL`, values: [] };
    }
    case '$contains':
      return { sql: `instr(${value}, ?) > 0`, values: [String(operand)] };
    default:
      throw new Error(`views know no operator ${operator}`);
  }
}

function equals(field: string, value: unknown, view: FilteredView): Condition {
  if (value === null || value === undefined) return { sql: `${expressionOf(field, view)} IS NULL`, values: [] };
  if (field === '_id' || view.hasColumn(field)) return amongColumns(field, '= ?', columnOf(value), view);
  return amongValues(field, '= ?', typeof value === 'boolean' ? Number(value) : columnOf(value), view);
}

function isOneOf(field: string, values: readonly unknown[], view: FilteredView): Condition {
  const isListed = (each: unknown) => typeof each === 'string' || typeof each === 'number';
  const listed = values.filter(isListed);
  const parts = values.filter((each) => !isListed(each)).map((each) => equals(field, each, view));
  const [only] = listed;
  if (listed.length === 1) parts.push(equals(field, only, view));
  if (listed.length > 1) {
    const among = field === '_id' || view.hasColumn(field) ? amongColumns : amongValues;
    parts.push(among(field, 'IN (SELECT value FROM json_each(?))', JSON.stringify(listed), view));
  }
  return joined('OR', parts);
}

/** A column, or an element of the arrays in this field. */
function amongColumns(field: string, test: string, value: Value, view: FilteredView): Condition {
  if (!view.hasElements(field)) return { sql: `${expressionOf(field, view)} ${test}`, values: [value] };
  const elements = `SELECT key FROM ${view.elements} WHERE field = ? AND value ${test}`;
  return { sql: `key IN (${elements})`, values: [field, value] };
}

/** A value in the document, or one of the elements if it is an array. */
function amongValues(field: string, test: string, value: Value, view: FilteredView): Condition {
  const each = `${view.documents} read, json_each(read.document, ${pathOf(field)}) each`;
  return { sql: `EXISTS (SELECT 1 FROM ${each} WHERE read.key = of.key AND each.value ${test})`, values: [value] };
}

/** Values of other types are not compared; in SQLite, texts come after numbers. */
function compares(value: string, operator: string, bound: unknown): Condition {
  if (typeof bound !== 'string' && typeof bound !== 'number') return { sql: '0', values: [] };
  const sql = `${value} ${operator} ?`;
  const isUpper = operator.startsWith('<');
  if (typeof bound === 'string') return { sql: isUpper ? `(${sql} AND ${value} >= '')` : sql, values: [bound] };
  return { sql: isUpper ? sql : `(${sql} AND ${value} < '')`, values: [bound] };
}

function pathOf(field: string): string {
  const path = field.split('.').map((name) => `."${name}"`);
  return `'$${path.join('').replaceAll("'", "''")}'`;
}
