import { addDays } from '../paris-day.ts';
import { countedEvents, foldedParams, keyOf } from './counted-events.ts';
import { MAX_LISTED } from './event-counts.ts';
import type { CountOf } from './gathered-counts.ts';
import type { ReportsDatabase } from './reports-database.ts';

/** The latest 7 days of an ownership, and the 7 before them. */
export interface WeekCounts {
  readonly views: number;
  readonly calls: number;
  readonly viewsBefore: number;
  readonly callsBefore: number;
}

type Row = { readonly page_uid: string; readonly tenure: number } & Readonly<Record<keyof WeekCounts, string | number>>;

const DAYS = 7;
const NONE: WeekCounts = { views: 0, calls: 0, viewsBefore: 0, callsBefore: 0 };

/** The weeks of many ownerships, in one query, in the order asked for. */
export function countWeeks(reports: ReportsDatabase, today: () => string): CountOf<WeekCounts> {
  return async (ownerships) => {
    const uids = [...new Set(ownerships.map(({ pageUid }) => pageUid))];
    const listed = uids.length <= MAX_LISTED;
    const days = 'day > {after:Date} AND day <= {today:Date}';
    const condition = listed ? `page_uid IN {uids:Array(UUID)} AND ${days}` : days;
    const until = today();
    const rows = await reports.select<Row>(
      `SELECT page_uid, tenure,
         sumIf(events, type = 'VIEW' AND day > {since:Date}) AS views,
         sumIf(events, type = 'CLICK_CALL' AND day > {since:Date}) AS calls,
         sumIf(events, type = 'VIEW' AND day <= {since:Date}) AS viewsBefore,
         sumIf(events, type = 'CLICK_CALL' AND day <= {since:Date}) AS callsBefore
       FROM ${countedEvents(reports.name, condition)} GROUP BY page_uid, tenure`,
      {
        ...foldedParams(await reports.folded()),
        ...(listed ? { uids } : {}),
        today: until,
        since: addDays(until, -DAYS),
        after: addDays(until, -2 * DAYS),
      },
    );
    const weeks = new Map(rows.map((row) => [keyOf({ pageUid: row.page_uid, tenure: row.tenure }), weekOf(row)]));
    return ownerships.map((ownership) => weeks.get(keyOf(ownership)) ?? NONE);
  };
}

function weekOf({ views, calls, viewsBefore, callsBefore }: Row): WeekCounts {
  return {
    views: Number(views),
    calls: Number(calls),
    viewsBefore: Number(viewsBefore),
    callsBefore: Number(callsBefore),
  };
}
