import type { Folded } from '../rollups/folded-months.ts';

/** One ownership of one page: what a driver's report is about. */
export interface Ownership {
  readonly pageUid: string;
  readonly tenure: number;
}

/** An ownership as a key, whatever the letter case its page was named in. */
export function keyOf({ pageUid, tenure }: Ownership): string {
  return `${pageUid.toLowerCase()} ${tenure}`;
}

/** What a report is about: one ownership for its owner, all of them for administrators. */
export interface Scope {
  readonly pageUid: string;
  readonly tenure: number | 'all';
  /** Leaves the owner's own visits out. */
  readonly withoutOwner: boolean;
}

/** Days in Europe/Paris. */
export interface DaySpan {
  /** The day before the first. */
  readonly after: string;
  readonly until: string;
}

/**
 * A subquery of (page_uid, tenure, day, type, custom_field, events), each event
 * counted once: folded days from the rollups, the others from the activities.
 * Needs the parameters of `foldedParams` beside those of the condition.
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

/** Parameters that say which days are folded, and where they stand. */
export function foldedParams({ until, months }: Folded): Readonly<Record<string, unknown>> {
  return { openFrom: until, rollups: months.map(({ rollup }) => rollup) };
}

/** Condition and parameters that choose a scope's events. */
export function inScope({ pageUid, tenure, withoutOwner }: Scope) {
  const conditions = ['page_uid = {pageUid:UUID}'];
  if (tenure !== 'all') conditions.push('tenure = {tenure:UInt32}');
  if (withoutOwner) conditions.push('NOT by_owner');
  return {
    condition: conditions.join(' AND '),
    params: { pageUid, ...(tenure === 'all' ? {} : { tenure }) },
  };
}
