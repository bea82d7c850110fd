import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { text } from '../text/outside-text.ts';
import { getInOrder } from './get-in-order.ts';
import type { View, ViewDocument, ViewFilter } from './view-store.ts';

const DEFAULT_FIRST = 100;
const MAX_FIRST = 10_000;
const MAX_OFFSET = 10_000_000;
/** Most code units of a text that a list is ordered by. */
const MAX_ORDERED = 64;

/** By which a list orders a text: numbers get equal width, so that "card 2" comes before "card 10". */
export function naturalOrder(text: string): string {
  return text.replaceAll(/\d+/g, (digits) => digits.replace(/^0+/, '').padStart(8, '0')).slice(0, MAX_ORDERED);
}

/** Arguments of a paged list, as in GraphQL. */
export interface Paging {
  /** Page size; default 100. */
  readonly first?: number | null | undefined;
  /** Cursor of an earlier page, to continue after it. */
  readonly after?: string | null | undefined;
  /** Number of items to skip from there, which gives direct access to any part of a long list. */
  readonly offset?: number | null | undefined;
}

/** A part of a list, as in GraphQL. */
export interface ListPart<T> {
  readonly nodes: readonly T[];
  /** Number of items over all pages. */
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

export function mapPart<T, U>({ nodes, ...part }: ListPart<T>, to: (node: T) => U): ListPart<U> {
  return { nodes: nodes.map((node) => to(node)), ...part };
}

/**
 * The documents of a view that match a filter, newest first.
 * @param time indexed field with an ISO 8601 time; ties are sorted by id
 * @param fields fields to read of each document; all by default
 * @throws DomainError VALIDATION_FAILED
 */
export async function listNewestFirst<
  Time extends string,
  Document extends ViewDocument & { readonly [field in Time]: string },
  Field extends keyof Document = keyof Document,
>(
  view: View<Document>,
  time: Time,
  matching: ViewFilter,
  { first, after, offset }: Paging,
  fields?: readonly Field[],
): Promise<ListPart<Pick<Document, Field | Time | '_id'>>> {
  if (typeof after === 'string' && !z.iso.datetime().safeParse(readCursor(after, markOf(time, true))[0]).success) {
    throw new DomainError('VALIDATION_FAILED', { field: 'after' });
  }
  const order = { field: time, descending: true } as const;
  return listInOrder(view, order, matching, { first, after, offset }, fields);
}

interface Order<Field extends string> {
  /** An indexed text. */
  readonly field: Field;
  readonly descending: boolean;
}

/** The column that a list is ordered by, as in GraphQL; by default the newest come first. */
export interface ListOrder<Column extends string> {
  readonly by?: Column | null | undefined;
  readonly descending?: boolean | null | undefined;
}

/** @param fields of the columns that a list can be ordered by */
export function orderOf<Column extends string, Field extends string>(
  fields: Readonly<Record<Column | 'CREATED', Field>>,
  { by, descending }: ListOrder<Column | 'CREATED'>,
): Order<Field> {
  const column = by ?? 'CREATED';
  return { field: fields[column], descending: descending ?? column === 'CREATED' };
}

/** The documents of a view that match a filter, in the order of a field; ties are sorted by id. */
export async function listInOrder<
  By extends string,
  Document extends ViewDocument & { readonly [field in By]: string },
  Field extends keyof Document = keyof Document,
>(
  view: View<Document>,
  { field: by, descending }: Order<By>,
  matching: ViewFilter,
  { first, after, offset }: Paging,
  fields?: readonly Field[],
): Promise<ListPart<Pick<Document, Field | By | '_id'>>> {
  const { limit, skip } = bounds(first, offset);
  const filter =
    after === undefined || after === null ? matching : { ...behind(by, descending, after), $and: [matching] };
  const part = { sort: { [by]: descending ? -1 : 1 }, skip, limit: limit + 1 } as const;
  const finding = fields === undefined ? view.find(filter, part) : view.findFields(filter, [...fields, by], part);
  const [found, counted] = await Promise.all([
    finding,
    filter === matching && skip === 0 ? undefined : view.count(matching),
  ]);
  const hasNextPage = found.length > limit;
  const nodes = hasNextPage ? found.slice(0, limit) : found;
  const last = nodes.at(-1);
  return {
    nodes,
    // A complete list needs no separate count.
    totalCount: counted ?? (hasNextPage ? await view.count(matching) : found.length),
    pageInfo: {
      endCursor: last === undefined ? null : cursorOf(last[by], last._id, markOf(by, descending)),
      hasNextPage,
    },
  };
}

/**
 * A part of a list that is sorted by a value which only another service stores.
 * @param ids of all documents of the list, already sorted
 */
export async function listOfIds<Document extends ViewDocument>(
  view: View<Document>,
  ids: readonly string[],
  { first, after, offset }: Paging,
): Promise<ListPart<Document>> {
  const { limit, skip } = bounds(first, offset);
  const from = (after === undefined || after === null ? 0 : placeBehind(ids, after)) + skip;
  const shown = ids.slice(from, from + limit);
  const last = shown.at(-1);
  return {
    nodes: (await getInOrder(view, shown)).filter((document) => document !== undefined),
    totalCount: ids.length,
    pageInfo: {
      endCursor: last === undefined ? null : cursorOf(String(from + shown.length), last, PLACE),
      hasNextPage: from + limit < ids.length,
    },
  };
}

/** Ids by a number that another service knows; documents with the same number stay in their order. */
export function idsInOrder<Document extends ViewDocument>(
  documents: readonly Document[],
  numberOf: (document: Document) => number,
  descending: boolean,
): readonly string[] {
  const sign = descending ? -1 : 1;
  const numbered = documents.map((document) => ({ id: document._id, number: numberOf(document) * sign }));
  return numbered.sort((one, other) => one.number - other.number).map(({ id }) => id);
}

/** Continues after the cursor's document, or after its former position if it was deleted. */
function placeBehind(ids: readonly string[], cursor: string): number {
  const [place, id] = readCursor(cursor, PLACE);
  if (!/^\d{1,8}$/.test(place)) throw new DomainError('VALIDATION_FAILED', { field: 'after' });
  const now = ids.indexOf(id);
  return now === -1 ? Number(place) : now + 1;
}

/** @throws DomainError VALIDATION_FAILED */
function bounds(first: Paging['first'], offset: Paging['offset']) {
  const limit = first ?? DEFAULT_FIRST;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_FIRST) {
    throw new DomainError('VALIDATION_FAILED', { field: 'first' });
  }
  const skip = offset ?? 0;
  if (!Number.isInteger(skip) || skip < 0 || skip > MAX_OFFSET) {
    throw new DomainError('VALIDATION_FAILED', { field: 'offset' });
  }
  return { limit, skip };
}

function behind(by: string, descending: boolean, cursor: string): ViewFilter {
  const [value, id] = readCursor(cursor, markOf(by, descending));
  const [beyond, from] = descending ? ['$lt', '$lte'] : ['$gt', '$gte'];
  // The range of its own lets a store walk an index from there.
  return { [by]: { [from]: value }, $or: [{ [by]: { [beyond]: value } }, { [by]: value, _id: { $gt: id } }] };
}

const cursorShape = z.tuple([text(MAX_ORDERED), text(64).min(1)]);
/** Marks a cursor of a list in an order that only another service knows. */
const PLACE = 'place';

/** Marks a cursor with the order of its list. */
function markOf(by: string, descending: boolean): string {
  return descending ? `-${by}` : by;
}

/** Processes of the last release read it, too: to them, base64 ends at `=`. */
function cursorOf(value: string, id: string, mark: string): string {
  return `${Buffer.from(JSON.stringify([value, id])).toString('base64url')}=${mark}`;
}

/** @throws DomainError VALIDATION_FAILED, also for the cursor of a list in another order */
function readCursor(cursor: string, mark: string): z.infer<typeof cursorShape> {
  const [place = '', marked = mark] = cursor.slice(0, 400).split('=');
  try {
    if (marked !== mark) throw new Error('Of another list.');
    return cursorShape.parse(JSON.parse(Buffer.from(place, 'base64url').toString()));
  } catch {
    throw new DomainError('VALIDATION_FAILED', { field: 'after' });
  }
}
