import { countedEvents, foldedParams, type Ownership } from './counted-events.ts';
import { inOrder, inPages, type OwnershipRow } from './listed-ownerships.ts';
import { daysOf, isWhole } from './periods.ts';
import type { ReportsDatabase } from './reports-database.ts';

/** The latest 7 days of an ownership, and the 7 days before them. */
export interface WeekCounts {
  readonly views: number;
  readonly calls: number;
  readonly viewsBefore: number;
  readonly callsBefore: number;
  /** Of both weeks, oldest first. */
  readonly viewsByDay: readonly number[];
  /** Whether the ownership has all days of both weeks. */
  readonly compares: boolean;
}

interface Counts {
  readonly calls: string | number;
  readonly callsBefore: string | number;
  readonly viewsByDay: readonly (string | number)[];
}

type Row = OwnershipRow & Counts;

/** The weeks of many ownerships, in one query, in the order of the argument. */
export async function countWeeks(
  reports: ReportsDatabase,
  ownerships: readonly Ownership[],
  today: string,
): Promise<readonly WeekCounts[]> {
  const { condition, params } = inPages(ownerships);
  const { span, before, length } = daysOf('WEEK', today);
  const rows = await reports.select<Row>(
    `SELECT page_uid, tenure,
         sumIf(events, type = 'CLICK_CALL' AND day > {since:Date}) AS calls,
         sumIf(events, type = 'CLICK_CALL' AND day <= {since:Date}) AS callsBefore,
         sumForEachIf(arrayMap(n -> if(day = {after:Date} + n, events, 0), range(1, {days:UInt8} + 1)), type = 'VIEW')
           AS viewsByDay
       FROM ${countedEvents(reports.name, `${condition} AND day > {after:Date} AND day <= {until:Date}`)} GROUP BY page_uid, tenure`,
    {
      ...foldedParams(await reports.folded(), before.after),
      ...params,
      after: before.after,
      since: span.after,
      until: span.until,
      days: 2 * length,
    },
  );
  const none = { calls: 0, callsBefore: 0, viewsByDay: Array.from({ length: 2 * length }, () => 0) };
  const weeks = inOrder(ownerships, rows, (row) => weekOf(row, length), weekOf(none, length));
  return weeks.map((week, index) => ({ ...week, compares: isWhole(before, ownerships[index] ?? {}) }));
}

function weekOf(row: Counts, length: number): Omit<WeekCounts, 'compares'> {
  const viewsByDay = row.viewsByDay.map(Number);
  return {
    views: sum(viewsByDay.slice(length)),
    calls: Number(row.calls),
    viewsBefore: sum(viewsByDay.slice(0, length)),
    callsBefore: Number(row.callsBefore),
    viewsByDay,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
