import { addDays } from '@volant/infra/time/paris-day';
import { FIRST_DAY, type Folded } from '../rollups/folded-months.ts';

/** One ownership of one page, the subject of a driver's report. */
export interface Ownership {
  readonly pageUid: string;
  readonly tenure: number;
  /** When it began; undefined counts as long ago. */
  readonly since?: Date | undefined;
}

/** An ownership as a key that ignores the letter case of the page uid. */
export function keyOf({ pageUid, tenure }: Pick<Scope, 'pageUid' | 'tenure'>): string {
  return `${pageUid.toLowerCase()} ${tenure}`;
}

/** Subject of a report: one ownership for its owner, all of them for administrators. */
export interface Scope extends Pick<Ownership, 'pageUid' | 'since'> {
  readonly tenure: number | 'all';
  /** Excludes the owner's own visits. */
  readonly withoutOwner: boolean;
}

/** Days in Europe/Paris. */
export interface DaySpan {
  /** The day before the first. */
  readonly after: string;
  readonly until: string;
}

/**
 * A subquery of (page_uid, tenure, day, type, custom_field, events) that counts each event once: folded days from the
 * rollups, the others from the activities. Requires the parameters of `foldedParams` in addition to those of the
 * condition.
 */
export function countedEvents(database: string, condition: string): string {
  return `(
    SELECT page_uid, tenure, day, type, custom_field, events
    FROM ${database}.page_days WHERE rollup IN {rollups:Array(UInt64)} AND ${condition}
    UNION ALL
    SELECT page_uid, tenure, day, type, custom_field, count() AS events
    FROM ${database}.activities_by_day FINAL WHERE day >= {openFrom:Date} AND ${condition}
    GROUP BY ALL
  )`;
}

export type FoldedDays = Pick<Folded, 'until' | 'months'>;

/**
 * Parameters with the folded days and their rollups.
 * @param after only later days are needed; each rollup that is skipped saves 0.8 ms per statement
 */
export function foldedParams(
  { until, months }: FoldedDays,
  after = FIRST_DAY,
): { readonly openFrom: string; readonly rollups: readonly number[] } {
  const read = months.filter((month) => addDays(month.until, -1) > after);
  return { openFrom: until, rollups: read.map(({ rollup }) => rollup) };
}

/** Rows of pages that together contain all folded days: one row per ownership, or one per month. */
export function foldedPages(database: string, { totals }: Folded): string {
  return totals === undefined
    ? `${database}.page_months WHERE rollup IN {rollups:Array(UInt64)}`
    : `${database}.page_totals WHERE rollup = ${totals}`;
}

/** Condition that selects the events of a scope, with its parameters. */
export function inScope({ pageUid, tenure, withoutOwner }: Scope) {
  const conditions = ['page_uid = {pageUid:UUID}'];
  if (tenure !== 'all') conditions.push('tenure = {tenure:UInt32}');
  if (withoutOwner) conditions.push('NOT by_owner');
  return { condition: conditions.join(' AND '), params: { pageUid, ...(tenure === 'all' ? {} : { tenure }) } };
}
