import { deepFreeze } from './deep-freeze.ts';
import { compareField, compareIds, FieldIndex, isIndexable } from './field-index.ts';
import { compileFilter } from './memory-filter.ts';
import { boundOf } from './sort-bound.ts';
import type { Counted, FindOptions, ViewDocument, ViewFilter, WritableView } from './view-store.ts';

/** From this many candidates on, walking a field's order until the page is full beats sorting them all. */
const WORTH_WALKING = 200;

/** Documents that a filter can be limited to. */
interface Candidates {
  readonly ids: ReadonlySet<string>;
  /** Nothing but the index had to be asked. */
  readonly exact: boolean;
}

/**
 * A view in memory. Documents are copied and frozen when they are put, and may be handed out as they are. Loaded ones
 * are not frozen: with a hundred thousand it takes half a second, and whoever changed one would fail over a put one.
 */
export class MemoryView<D extends ViewDocument> implements WritableView<D> {
  readonly #documents = new Map<string, D>();
  readonly #indexes: ReadonlyMap<string, FieldIndex<D>>;
  /** What was counted of the whole view since it was last written to. */
  readonly #countedWhole = new Map<string, readonly unknown[]>();

  constructor(indexes: readonly string[]) {
    this.#indexes = new Map(indexes.map((field) => [field, new FieldIndex(field, this.#documents)]));
  }

  async get(id: string): Promise<D | undefined> {
    return this.#documents.get(id);
  }

  async getMany(ids: readonly string[]): Promise<readonly D[]> {
    const found: D[] = [];
    for (const id of ids.length === 1 ? ids : new Set(ids)) {
      const document = this.#documents.get(id);
      if (document !== undefined) found.push(document);
    }
    return found;
  }

  async find(filter: ViewFilter, { sort = {}, skip = 0, limit }: FindOptions = {}): Promise<readonly D[]> {
    const candidates = this.#candidatesFor(filter);
    const passes = candidates?.exact === true ? ({ _id }: D) => candidates.ids.has(_id) : compileFilter(filter);
    const end = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
    const [[field, direction] = [undefined, 1 as const], ...otherFields] = Object.entries(sort);

    const index = field === undefined || otherFields.length > 0 ? undefined : this.#indexes.get(field);
    const walk = index !== undefined && (candidates === undefined || candidates.ids.size > WORTH_WALKING);
    if (field === undefined || walk) {
      const source = walk ? index.inOrder(direction, boundOf(filter, field ?? '', direction)) : this.#among(candidates);
      return take(source, passes, skip, end);
    }

    const found = take(this.#among(candidates), passes, 0, Number.POSITIVE_INFINITY);
    return found.sort(comparator(sort)).slice(skip, end);
  }

  /** They are at hand whole. */
  findFields(filter: ViewFilter, _fields: readonly (keyof D)[], options?: FindOptions): Promise<readonly D[]> {
    return this.find(filter, options);
  }

  async count(filter: ViewFilter): Promise<number> {
    if (Object.keys(filter).length === 0) return this.#documents.size;
    const candidates = this.#candidatesFor(filter);
    if (candidates?.exact === true) return candidates.ids.size;
    const passes = compileFilter(filter);
    let count = 0;
    for (const document of this.#among(candidates)) if (passes(document)) count += 1;
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
    const passes = compileFilter(filter);
    const root: Group<D> = { by: new Map(), count: 0 };
    for (const document of this.#among(this.#candidatesFor(filter))) {
      if (!passes(document)) continue;
      let group = root;
      for (const field of fields) {
        const value = document[field];
        let within = group.by.get(value);
        if (within === undefined) {
          within = { by: new Map(), count: 0 };
          group.by.set(value, within);
        }
        group = within;
      }
      group.count += 1;
      group.first ??= document;
    }
    return leavesOf(root).map(({ first, count }) => ({
      values: Object.fromEntries(fields.map((field) => [field, first[field]])) as Pick<D, Field>,
      count,
    }));
  }

  async put(document: D): Promise<void> {
    this.#countedWhole.clear();
    const copy = deepFreeze(structuredClone(document));
    const previous = this.#documents.get(copy._id);
    this.#documents.set(copy._id, copy);
    for (const index of this.#indexes.values()) {
      if (previous !== undefined) index.remove(previous);
      index.add(copy);
    }
  }

  /** Takes in many documents that nobody else has, into a view that has none of them. */
  load(documents: readonly D[]): void {
    for (const document of documents) {
      this.#documents.set(document._id, document);
      for (const index of this.#indexes.values()) index.add(document);
    }
  }

  all(): Iterable<D> {
    return this.#documents.values();
  }

  async remove(id: string): Promise<void> {
    const previous = this.#documents.get(id);
    if (previous === undefined) return;
    this.#countedWhole.clear();
    this.#documents.delete(id);
    for (const index of this.#indexes.values()) index.remove(previous);
  }

  clear(): void {
    this.#countedWhole.clear();
    this.#documents.clear();
    for (const index of this.#indexes.values()) index.clear();
  }

  *#among(candidates: Candidates | undefined): Generator<D> {
    if (candidates === undefined) {
      yield* this.#documents.values();
      return;
    }
    for (const id of candidates.ids) {
      const document = this.#documents.get(id);
      if (document !== undefined) yield document;
    }
  }

  /** The smallest set of documents an index can limit the filter to; undefined if none can. */
  #candidatesFor(filter: ViewFilter): Candidates | undefined {
    const conditions = Object.entries(filter);
    let best: Candidates | undefined;
    for (const [field, condition] of conditions) {
      const parts =
        field === '$and' && Array.isArray(condition)
          ? condition.map((part: ViewFilter) => this.#candidatesFor(part)?.ids)
          : [this.#idsFor(field, condition)];
      for (const ids of parts) {
        if (ids !== undefined && (best === undefined || ids.size < best.ids.size)) {
          best = { ids, exact: conditions.length === 1 && field !== '$and' && field !== '_id' };
        }
      }
    }
    return best;
  }

  #idsFor(field: string, condition: unknown): ReadonlySet<string> | undefined {
    const values = valuesWanted(condition);
    if (values === undefined) return undefined;
    if (field === '_id') return new Set(values.map(String));
    const index = this.#indexes.get(field);
    if (index === undefined) return undefined;
    const [only] = values;
    if (only !== undefined && values.length === 1) return index.idsWith(only);
    return new Set(values.flatMap((value) => [...index.idsWith(value)]));
  }
}

/** The values a condition allows, if it is an equality or `$in` over values an index knows. */
function valuesWanted(condition: unknown): readonly (string | number | boolean)[] | undefined {
  if (isIndexable(condition)) return [condition];
  if (typeof condition !== 'object' || condition === null) return undefined;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (others.length > 0) return undefined;
  if (operator === '$eq' && isIndexable(operand)) return [operand];
  if (operator === '$in' && Array.isArray(operand) && operand.every(isIndexable)) return operand;
  return undefined;
}

/** Documents with the same values, by one field after the other: no key has to be made for a document. */
interface Group<D> {
  readonly by: Map<unknown, Group<D>>;
  first?: D;
  count: number;
}

function leavesOf<D>({ by, first, count }: Group<D>): readonly { readonly first: D; readonly count: number }[] {
  if (first !== undefined) return [{ first, count }];
  return [...by.values()].flatMap((group) => leavesOf(group));
}

/** The `skip`th to the `end`th document of `source` that pass. */
function take<D>(source: Iterable<D>, passes: (document: D) => boolean, skip: number, end: number): D[] {
  const taken: D[] = [];
  let passed = 0;
  for (const document of source) {
    if (passed >= end) break;
    if (!passes(document)) continue;
    if (passed >= skip) taken.push(document);
    passed += 1;
  }
  return taken;
}

function comparator<D extends ViewDocument>(sort: Readonly<Record<string, 1 | -1>>): (a: D, b: D) => number {
  const fields = Object.entries(sort);
  return (a, b) => {
    for (const [field, direction] of fields) {
      const order = compareField(a, b, field);
      if (order !== 0) return order * direction;
    }
    return compareIds(a, b);
  };
}
