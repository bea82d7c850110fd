import { LRUCache } from 'lru-cache';
import { Batcher } from '../process/waiting/batcher.ts';
import type { FindOptions, ViewDocument, ViewFilter } from './view-store.ts';

export interface ViewFind {
  readonly filter: ViewFilter;
  /** Fields to read; all by default. */
  readonly fields: readonly string[] | undefined;
  readonly options: FindOptions;
}

export interface ViewReads<D extends ViewDocument> {
  readonly find: (find: ViewFind) => Promise<readonly D[]>;
  readonly getMany: (ids: readonly string[]) => Promise<readonly D[]>;
}

/** Ids per query; a larger request gets a query of its own. */
const MOST_IDS = 1_000;
/** Limit of documents in a query for several lists; if it is reached, each list gets a query of its own. */
const MOST_LISTED = 500;
/** Finds of one turn that are combined. */
const MOST_FINDS = 64;
const AT_ONCE = 32;
/** Lists longer than their limit, which would exceed the shared query. */
const LONG_LISTS = { max: 10_000, ttl: 10 * 60 * 1000 };

/** Result of one query; wrapped, so that each caller continues as soon as its query ends. */
interface Found<D> {
  readonly documents: Promise<readonly D[]>;
}

/** A find that differs from others in one value only. */
interface ByValue {
  readonly kind: string;
  readonly field: string;
  readonly value: string;
}

/**
 * Combines the database reads of one turn of the event loop, as a batch of operations makes them: reads by id,
 * identical reads, and lists that differ in one value only share a query. Most of a query's cost on both sides does not
 * depend on its documents. A read never gets results that were read before the call.
 */
export function gatherReads<D extends ViewDocument>({ find, getMany }: ViewReads<D>): ViewReads<D> {
  const long = new LRUCache<string, true>(LONG_LISTS);

  const byIds = new Batcher<readonly string[], readonly D[]>({
    async work(asked) {
      const found = new Map<string, D>();
      for (const document of await getMany([...new Set(asked.flat())])) found.set(document._id, document);
      return asked.map((ids) => [...new Set(ids)].flatMap((id) => found.get(id) ?? []));
    },
    capacity: MOST_IDS,
    weigh: ({ length }) => length,
    atOnce: AT_ONCE,
    gather: () => Promise.resolve(),
  });

  const finds = new Batcher<ViewFind, Found<D>>({
    async work(asked) {
      const sent = new Map<string, Found<D>>();
      const keys = asked.map((each) => JSON.stringify(each));
      const kinds = new Map<string, Map<string, ViewFind>>();
      for (const [place, each] of asked.entries()) {
        const key = keys[place] as string;
        const kind = long.has(key) ? key : (byValue(each)?.kind ?? key);
        const ofKind = kinds.get(kind);
        if (ofKind === undefined) kinds.set(kind, new Map([[key, each]]));
        else ofKind.set(key, each);
      }
      for (const ofKind of kinds.values())
        for (const [key, documents] of sendKind(ofKind)) sent.set(key, { documents });
      return keys.map((key) => sent.get(key) as Found<D>);
    },
    capacity: MOST_FINDS,
    atOnce: AT_ONCE,
    gather: () => Promise.resolve(),
  });

  function sendKind(ofKind: ReadonlyMap<string, ViewFind>): [string, Promise<readonly D[]>][] {
    const entries = [...ofKind];
    if (entries.length === 1) return entries.map(([key, each]) => [key, find(each)]);
    const together = findTogether(entries.map(([, each]) => each));
    return entries.map(([key, each]) => [key, together.then((lists) => lists?.get(each) ?? findAlone(key, each))]);
  }

  async function findAlone(key: string, each: ViewFind): Promise<readonly D[]> {
    const found = await find(each);
    if (found.length === each.options.limit) long.set(key, true);
    return found;
  }

  /** Undefined if the limit may have cut the result. */
  async function findTogether(alike: readonly ViewFind[]): Promise<ReadonlyMap<ViewFind, readonly D[]> | undefined> {
    const values = alike.map((each) => byValue(each) as ByValue);
    const [{ field }] = values as [ByValue, ...ByValue[]];
    const { fields, options } = alike[0] as ViewFind;
    const found = await find({
      filter: { [field]: { $in: values.map(({ value }) => value) } },
      fields: fields === undefined ? undefined : [...new Set([...fields, field])],
      options: { ...options, limit: MOST_LISTED },
    });
    if (found.length === MOST_LISTED) return undefined;
    const listed = new Map<unknown, D[]>(values.map(({ value }) => [value, []]));
    for (const document of found) for (const value of valuesAt(document, field)) listed.get(value)?.push(document);
    return new Map(
      alike.map((each, place) => [each, (listed.get(values[place]?.value) ?? []).slice(0, options.limit)]),
    );
  }

  return {
    find: async (wanted) => (await finds.add(wanted)).documents,
    getMany: (ids) => (ids.length > MOST_IDS ? getMany(ids) : byIds.add(ids)),
  };
}

function byValue({ filter, fields, options }: ViewFind): ByValue | undefined {
  const [[field, value] = ['', undefined], ...others] = Object.entries(filter);
  const isSimple = others.length === 0 && typeof value === 'string' && !field.startsWith('$') && !field.includes('.');
  if (!isSimple || (options.skip ?? 0) > 0 || options.limit === undefined) return undefined;
  return { kind: JSON.stringify([field, fields, options]), field, value };
}

/** Distinct elements of an array, because it is found by each of them. */
function valuesAt(document: object, field: string): Iterable<unknown> {
  const value: unknown = Reflect.get(document, field);
  return Array.isArray(value) ? new Set(value) : [value];
}
