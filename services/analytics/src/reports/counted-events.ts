/** One ownership of one page: what a driver's report is about. */
export interface Ownership {
  readonly pageUid: string;
  readonly tenure: number;
}

export interface Scope extends Ownership {
  /** Leaves the owner's own visits out. */
  readonly withoutOwner: boolean;
}

/**
 * A subquery of (page_uid, tenure, day, type, custom_field, events), each event
 * counted once: folded days from the counts, the others from the activities.
 * Needs the parameter `foldedUntil` beside those of the condition.
 */
export function countedEvents(database: string, condition: string): string {
  return `(
    SELECT page_uid, tenure, day, type, custom_field, events
    FROM ${database}.daily_counts WHERE day < {foldedUntil:Date} AND ${condition}
    UNION ALL
    SELECT page_uid, tenure, day, type, custom_field, count() AS events
    FROM ${database}.activities FINAL WHERE day >= {foldedUntil:Date} AND ${condition}
    GROUP BY ALL
  )`;
}

/** Condition and parameters that choose a scope's events. */
export function inScope({ pageUid, tenure, withoutOwner }: Scope) {
  return {
    condition: `page_uid = {pageUid:UUID} AND tenure = {tenure:UInt32}${withoutOwner ? ' AND NOT by_owner' : ''}`,
    params: { pageUid, tenure },
  };
}
