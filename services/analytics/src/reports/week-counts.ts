import { countedEvents, foldedParams, type Ownership } from './counted-events.ts';
import { inOrder, inPages, type OwnershipRow } from './listed-ownerships.ts';
import { daysOf } from './periods.ts';
import type { ReportsDatabase } from './reports-database.ts';

/** The latest 7 days of an ownership, and the 7 days before them. */
export interface WeekCounts {
  readonly views: number;
  readonly calls: number;
  readonly viewsBefore: number;
  readonly callsBefore: number;
}

type Row = OwnershipRow & Readonly<Record<keyof WeekCounts, string | number>>;

const NONE: WeekCounts = { views: 0, calls: 0, viewsBefore: 0, callsBefore: 0 };

/** The weeks of many ownerships, in one query, in the order of the argument. */
export async function countWeeks(
  reports: ReportsDatabase,
  ownerships: readonly Ownership[],
  today: string,
): Promise<readonly WeekCounts[]> {
  const { condition, params } = inPages(ownerships);
  const { span, before } = daysOf('WEEK', today);
  const rows = await reports.select<Row>(
    `SELECT page_uid, tenure,
         sumIf(events, type = 'VIEW' AND day > {since:Date}) AS views,
         sumIf(events, type = 'CLICK_CALL' AND day > {since:Date}) AS calls,
         sumIf(events, type = 'VIEW' AND day <= {since:Date}) AS viewsBefore,
         sumIf(events, type = 'CLICK_CALL' AND day <= {since:Date}) AS callsBefore
       FROM ${countedEvents(reports.name, `${condition} AND day > {after:Date} AND day <= {until:Date}`)} GROUP BY page_uid, tenure`,
    {
      ...foldedParams(await reports.folded(), before.after),
      ...params,
      after: before.after,
      since: span.after,
      until: span.until,
    },
  );
  return inOrder(ownerships, rows, weekOf, NONE);
}

function weekOf({ views, calls, viewsBefore, callsBefore }: Row): WeekCounts {
  return {
    views: Number(views),
    calls: Number(calls),
    viewsBefore: Number(viewsBefore),
    callsBefore: Number(callsBefore),
  };
}
