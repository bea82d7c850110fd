import { keyOf, type Ownership } from './counted-events.ts';

/** Beyond this many pages, a list in the query costs more than counting all pages. */
export const MAX_LISTED = 1_000;

/** Columns that identify an ownership in a ClickHouse row. */
export interface OwnershipRow {
  readonly page_uid: string;
  readonly tenure: number;
}

/** Condition and parameters that select the pages of some ownerships, and the number of these pages. */
export function inPages(ownerships: readonly Pick<Ownership, 'pageUid'>[]) {
  const uids = [...new Set(ownerships.map(({ pageUid }) => pageUid))];
  return uids.length <= MAX_LISTED
    ? { pages: uids.length, condition: 'page_uid IN {uids:Array(UUID)}', params: { uids } }
    : { pages: uids.length, condition: 'true', params: {} };
}

/** The counts of ownerships in the order of the argument; `none` for ownerships without a row. */
export function inOrder<Row extends OwnershipRow, Counts>(
  ownerships: readonly Ownership[],
  rows: readonly Row[],
  countsOf: (row: Row) => Counts,
  none: Counts,
): readonly Counts[] {
  const counts = new Map(
    rows.map((row) => [keyOf({ pageUid: row.page_uid, tenure: row.tenure }), countsOf(row)] as const),
  );
  return ownerships.map((ownership) => counts.get(keyOf(ownership)) ?? none);
}
