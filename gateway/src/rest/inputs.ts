import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';

/** What a call takes that says nothing of it: a client may still send an empty object as its payload. */
export const NO_BODY = z.strictObject({}).optional();
export const NO_QUERY = z.strictObject({});
export const NO_PARAMS = z.strictObject({});
/** What an id may look like is the service's business; nothing longer can be one. */
export const IdParams = z.strictObject({ id: text(200) });

/**
 * A text that has to be given. One that is missing is handed on as an empty one, so that the service refuses it in
 * the words it has for that.
 */
export const RequiredText = z.preprocess((given) => given ?? '', text());
/** A whole number that has to be given; whatever is none is handed on as 0, for the same reason. */
export const RequiredCount = z.preprocess((given) => z.int32().safeParse(given).data ?? 0, z.int32());

export const PageStateInput = z.enum(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED']);

export const EventType = z
  .enum([
    'VIEW',
    'CLICK_CALL',
    'CLICK_WHATSAPP',
    'CLICK_EMAIL',
    'CLICK_WEBSITE',
    'CLICK_INSTAGRAM',
    'CLICK_VCARD',
    'CLICK_CUSTOM_FIELD',
  ])
  .meta({ id: 'EventType' });

/** Lists give out at most this many at once, and this many where none is asked for: the whole list is meant then. */
const LIST_LIMIT = 10_000;

export const ListQuery = z.strictObject({
  limit: text(5)
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LIST_LIMIT)
    .optional(),
  cursor: text(500).min(1).optional(),
});

/** A part of a list, as the graph answers it. */
export interface GraphList<Node> {
  readonly nodes: readonly Node[];
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** What a call asks of a list beside its nodes. */
export const PAGING_FIELDS = 'totalCount pageInfo { endCursor hasNextPage }';

/** What a call answers of a list beside its nodes. */
export function restList({ totalCount, pageInfo }: GraphList<unknown>) {
  return { total: totalCount, cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

/** Variables of a paged GraphQL list. */
export function pagingOf({ limit = LIST_LIMIT, cursor }: z.infer<typeof ListQuery>): {
  first: number;
  after: string | null;
} {
  return { first: limit, after: cursor ?? null };
}
