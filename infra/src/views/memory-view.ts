import { frozenCopy } from './deep-freeze.ts';
import { FieldIndex } from './field-index.ts';
import { compareStrings, compareValues, fieldOf, isIndexable } from './field-value.ts';
import { compileFilter } from './memory-filter.ts';
import { Rows, type RowsToWrite } from './rows.ts';
import type { SectionShape, ViewSection } from './view-file.ts';
import type { Counted, FindOptions, View, ViewDocument, ViewFilter, WritableView } from './view-store.ts';

/** From this number of candidates on, walking a sorted index until the page is full is faster than sorting them all. */
const WORTH_WALKING = 200;

/** Rows that an index limits a filter to. */
interface Candidates {
  readonly rows: ReadonlySet<number>;
  /** The index alone decides the filter. */
  readonly exact: boolean;
}

/**
 * A view in memory. Documents are copied and frozen by `put`, so they can be returned without a copy; documents in a
 * file are read again for each call.
 */
export class MemoryView<D extends ViewDocument> implements View<D>, WritableView<D> {
  readonly shape: SectionShape;
  #rows: Rows<D>;
  #indexes: ReadonlyMap<string, FieldIndex<D>>;
  /** Counts of the whole view since its last change. */
  readonly #countedWhole = new Map<string, readonly unknown[]>();
  #changes = 0;

  /** @param section initial contents */
  constructor({ name, indexes, texts }: SectionShape, section?: ViewSection) {
    this.shape = { name, indexes, texts };
    this.#rows = new Rows<D>([...indexes, ...texts], section);
    this.#indexes = indexesOf(this.#rows, indexes);
  }

  async get(id: string): Promise<D | undefined> {
    const row = this.#rows.rowOf(id);
    return row === undefined ? undefined : this.#rows.document(row);
  }

  async getMany(ids: readonly string[]): Promise<readonly D[]> {
    const found: D[] = [];
    for (const id of ids.length === 1 ? ids : new Set(ids)) {
      const row = this.#rows.rowOf(id);
      if (row !== undefined) found.push(this.#rows.document(row));
    }
    return found;
  }

  async find(filter: ViewFilter, options: FindOptions = {}): Promise<readonly D[]> {
    return this.#find(filter, options).map((row) => this.#rows.document(row));
  }

  async findFields<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
    options: FindOptions = {},
  ): Promise<readonly Pick<D, Field | '_id'>[]> {
    const found = this.#find(filter, options);
    if (found.length === 0) return [];
    if (!fields.every((field) => this.#rows.hasColumn(String(field))))
      return found.map((row) => this.#rows.document(row));
    const columns = fields.map((field) => [String(field), this.#rows.column(String(field))] as const);
    return found.map((row) => {
      // A column does not distinguish null from missing.
      if (columns.some(([, column]) => column[row] === null)) return this.#rows.document(row);
      const read: Record<string, unknown> = { _id: this.#rows.idOf(row) };
      for (const [field, column] of columns) read[field] = column[row];
      return read as Pick<D, Field | '_id'>;
    });
  }

  #find(filter: ViewFilter, { sort = {}, skip = 0, limit }: FindOptions): number[] {
    const candidates = this.#candidatesFor(filter);
    if (candidates?.rows.size === 0) return [];
    const passes = candidates?.exact === true ? isIn(candidates.rows) : compileFilter(filter, this.#rows);
    const end = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
    const [[field, direction] = [undefined, 1 as const], ...otherFields] = Object.entries(sort);

    const index = field === undefined || otherFields.length > 0 ? undefined : this.#indexes.get(field);
    const walk = index !== undefined && (candidates === undefined || candidates.rows.size > WORTH_WALKING);
    if (field === undefined || walk) {
      const source = walk ? index.inOrder(direction) : this.#among(candidates);
      return take(source, passes, skip, end);
    }

    const found = take(this.#among(candidates), passes, 0, Number.POSITIVE_INFINITY);
    return this.#sorted(found, sort).slice(skip, end);
  }

  async count(filter: ViewFilter): Promise<number> {
    if (Object.keys(filter).length === 0) return this.#rows.size;
    const candidates = this.#candidatesFor(filter);
    if (candidates?.exact === true) return candidates.rows.size;
    const passes = compileFilter(filter, this.#rows);
    let count = 0;
    for (const row of this.#among(candidates)) if (passes(row)) count += 1;
    return count;
  }

  async countBy<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
  ): Promise<readonly Counted<D, Field>[]> {
    if (Object.keys(filter).length > 0) return this.#countBy(filter, fields);
    const key = fields.join(' ');
    const known = this.#countedWhole.get(key) ?? this.#countBy(filter, fields);
    this.#countedWhole.set(key, known);
    return known as readonly Counted<D, Field>[];
  }

  #countBy<Field extends keyof D>(filter: ViewFilter, fields: readonly Field[]): readonly Counted<D, Field>[] {
    const passes = compileFilter(filter, this.#rows);
    const values = fields.map((field) => this.#valuesOf(String(field)));
    const counted = new Map<string, { readonly first: number; count: number }>();
    for (const row of this.#among(this.#candidatesFor(filter))) {
      if (!passes(row)) continue;
      const key = JSON.stringify(values.map((read) => read(row)));
      const known = counted.get(key);
      if (known === undefined) counted.set(key, { first: row, count: 1 });
      else known.count += 1;
    }
    return [...counted.values()].map(({ first, count }) => {
      const document = this.#rows.document(first);
      return { values: Object.fromEntries(fields.map((field) => [field, document[field]])) as Pick<D, Field>, count };
    });
  }

  async put(document: D): Promise<void> {
    this.#changed();
    const copy = frozenCopy(document);
    const previous = this.#rows.rowOf(copy._id);
    // A change of a few fields leaves the row's place in the other indexes.
    const changed = [...this.#indexes.values()].filter((index) => previous === undefined || !index.has(previous, copy));
    if (previous !== undefined) for (const index of changed) index.remove(previous);
    const row = this.#rows.put(copy);
    for (const index of changed) index.add(row);
  }

  async remove(id: string): Promise<void> {
    const row = this.#rows.rowOf(id);
    if (row === undefined) return;
    this.#changed();
    for (const index of this.#indexes.values()) index.remove(row);
    this.#rows.remove(row);
  }

  clear(): void {
    this.#changed();
    const { indexes, texts } = this.shape;
    this.#rows = new Rows<D>([...indexes, ...texts]);
    this.#indexes = indexesOf(this.#rows, indexes);
  }

  /** Rises with each change. */
  get changes(): number {
    return this.#changes;
  }

  toWrite(): RowsToWrite<D> {
    return this.#rows.toWrite();
  }

  #changed(): void {
    this.#changes += 1;
    this.#countedWhole.clear();
  }

  *#among(candidates: Candidates | undefined): Generator<number> {
    yield* candidates?.rows ?? this.#rows.all();
  }

  /** The smallest set of rows that an index can limit the filter to; undefined if there is no such index. */
  #candidatesFor(filter: ViewFilter): Candidates | undefined {
    const conditions = Object.entries(filter);
    let best: Candidates | undefined;
    for (const [field, condition] of conditions) {
      const parts =
        field === '$and' && Array.isArray(condition)
          ? condition.map((part: ViewFilter) => this.#candidatesFor(part)?.rows)
          : [this.#rowsFor(field, condition)];
      for (const rows of parts) {
        if (rows !== undefined && (best === undefined || rows.size < best.rows.size)) {
          best = { rows, exact: conditions.length === 1 && field !== '$and' && field !== '_id' };
        }
      }
    }
    return best;
  }

  #rowsFor(field: string, condition: unknown): ReadonlySet<number> | undefined {
    const values = valuesWanted(condition);
    if (values === undefined) return undefined;
    if (field === '_id') return new Set(values.flatMap((value) => this.#rows.rowOf(String(value)) ?? []));
    const index = this.#indexes.get(field);
    if (index === undefined) return undefined;
    const [only] = values;
    if (only !== undefined && values.length === 1) return index.rowsWith(only);
    return new Set(values.flatMap((value) => [...index.rowsWith(value)]));
  }

  #sorted(rows: number[], sort: Readonly<Record<string, 1 | -1>>): number[] {
    const orders = Object.entries(sort).map(([field, direction]) => ({ read: this.#valuesOf(field), direction }));
    return rows.sort((a, b) => {
      for (const { read, direction } of orders) {
        const order = compareValues(read(a), read(b));
        if (order !== 0) return order * direction;
      }
      return compareStrings(this.#rows.idOf(a), this.#rows.idOf(b));
    });
  }

  #valuesOf(field: string): (row: number) => unknown {
    if (!this.#rows.hasColumn(field)) return (row) => fieldOf(this.#rows.document(row), field);
    const column = this.#rows.column(field);
    return (row) => column[row];
  }
}

function indexesOf<D extends ViewDocument>(rows: Rows<D>, fields: readonly string[]) {
  return new Map(fields.map((field) => [field, new FieldIndex(field, rows)]));
}

function isIn(rows: ReadonlySet<number>): (row: number) => boolean {
  return (row) => rows.has(row);
}

/** The values that a condition allows, if it is an equality or `$in` over indexable values. */
function valuesWanted(condition: unknown): readonly (string | number | boolean)[] | undefined {
  if (isIndexable(condition)) return [condition];
  if (typeof condition !== 'object' || condition === null) return undefined;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (others.length > 0) return undefined;
  if (operator === '$eq' && isIndexable(operand)) return [operand];
  if (operator === '$in' && Array.isArray(operand) && operand.every(isIndexable)) return operand;
  return undefined;
}

/** The `skip`th to the `end`th row of `source` that pass. */
function take(source: Iterable<number>, passes: (row: number) => boolean, skip: number, end: number): number[] {
  const taken: number[] = [];
  let passed = 0;
  for (const row of source) {
    if (passed >= end) break;
    if (!passes(row)) continue;
    if (passed >= skip) taken.push(row);
    passed += 1;
  }
  return taken;
}
