import { text } from '@volant/infra/text/outside-text';
import { LONGEST_EMAIL } from '@volant/proto/contact/email';
import { LONGEST_REFERENCE, MOST_PAGES_CREATED } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { ENUMS } from '../supergraph/enums.generated.ts';
import { ROWS_AT_ONCE } from './in-pieces.ts';

/** Default schema of routes without a body; `{}` is accepted. */
export const NO_BODY = z.strictObject({}).optional();
export const NO_QUERY = z.strictObject({});
export const NO_PARAMS = z.strictObject({});
/** The service validates the format of an id; longer texts cannot be ids. */
export const IdParams = z.strictObject({ id: text(LONGEST_REFERENCE) });

/** Limits of a text, only for the description. The service validates them and answers with its own messages. */
type TextBounds = {
  /** In characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};
export const EMAIL: TextBounds = { minLength: 6, maxLength: LONGEST_EMAIL, pattern: '^[^@\\s]+@[^@\\s]+$' };
export const USERNAME: TextBounds = { minLength: 3, maxLength: 50 };
export const PASSWORD: TextBounds = { minLength: 6, maxLength: 128 };
export const PAGE_ID: TextBounds = { maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' };
export const DISPLAY_NAME: TextBounds = { maxLength: 200 };

/**
 * A required text. A missing one is passed on as an empty text, so that the service refuses it with its own message.
 */
export const requiredText = (bounds: TextBounds = {}) =>
  z.preprocess((given) => given ?? '', text()).meta({ minLength: 1, ...bounds });
/**
 * The number of pages of a batch. A missing value, or a number that is not an integer, is passed on as 0, for the same
 * reason; a value of another type is refused as such.
 */
export const Quantity = z
  .preprocess(
    (given) => (typeof given === 'number' ? (z.int32().safeParse(given).data ?? 0) : (given ?? 0) || 0),
    z.int32(),
  )
  .meta({ minimum: 1, maximum: MOST_PAGES_CREATED });

export type GraphEnum = keyof typeof ENUMS;

const enums = new Map<GraphEnum, z.ZodEnum>();

/**
 * An enum of the graph, for input and answers. Always the same object for a name: the API description refuses two schemas
 * with one name.
 */
export function graphEnum<Name extends GraphEnum>(name: Name) {
  type Values = (typeof ENUMS)[Name]['values'];
  const { values, description } = ENUMS[name];
  const known = enums.get(name) ?? z.enum(values).meta({ id: name, ...(description && { description }) });
  enums.set(name, known);
  return known as z.ZodType as z.ZodEnum<{ [Value in Values[number]]: Value }>;
}

export const PageState = graphEnum('PageState');

export const EventType = graphEnum('EventType');

/** Maximum and default size of a list: without a limit, the client expects the whole list. */
const LIST_LIMIT = 10_000;

export const ListQuery = z.strictObject({
  limit: z
    .preprocess((given) => {
      const written = text(5).regex(/^\d+$/).safeParse(given);
      return written.success ? Number(written.data) : given;
    }, z.int().min(1).max(LIST_LIMIT))
    .optional(),
  cursor: text(500).min(1).optional(),
});

/** A yes or no in a query. */
export const Flag = z.preprocess((given) => ({ true: true, false: false })[String(given)] ?? given, z.boolean());

/** By which column a list is ordered; by default newest first. */
export const orderedBy = <Column extends GraphEnum>(column: Column) => ({
  orderBy: graphEnum(column).optional(),
  descending: Flag.optional().meta({ description: 'By default only if ordered by CREATED.' }),
});

/** A page of a list as GraphQL returns it. */
export interface GraphList<Node> {
  readonly nodes: readonly Node[];
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** Fields of a list that are queried besides its nodes. */
export const PAGING_FIELDS = 'totalCount pageInfo { endCursor hasNextPage }';

/** Fields of a list in the response, besides its nodes. */
export function restList({ totalCount, pageInfo }: GraphList<unknown>) {
  return { total: totalCount, cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

/** Variables of an ordered GraphQL list. */
export function orderOf<Column extends string>({
  orderBy,
  descending,
}: {
  readonly orderBy?: Column | undefined;
  readonly descending?: boolean | undefined;
}) {
  return { ...(orderBy === undefined ? {} : { orderBy }), ...(descending === undefined ? {} : { descending }) };
}

/** Variables of a part of a GraphQL list. */
interface Part {
  readonly first: number;
  readonly after: string | null;
}

/**
 * Reads a list in parts, each with an operation of its own. Rows that change meanwhile can move between parts, as
 * between two calls with a cursor.
 */
export async function listInParts<Node>(
  { limit = LIST_LIMIT, cursor }: z.infer<typeof ListQuery>,
  ask: (part: Part) => Promise<GraphList<Node>>,
): Promise<GraphList<Node> & { readonly nodes: Node[] }> {
  const nodes: Node[] = [];
  for (let after = cursor ?? null; ; ) {
    const part = await ask({ first: Math.min(limit - nodes.length, ROWS_AT_ONCE), after });
    nodes.push(...part.nodes);
    const { hasNextPage, endCursor } = part.pageInfo;
    // If all rows of a part were deleted meanwhile, its cursor is returned, from which the caller can read on.
    if (!hasNextPage || part.nodes.length === 0 || nodes.length >= limit) return { ...part, nodes };
    after = endCursor;
  }
}
