import { once } from '@volant/infra/process/waiting/once';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { foldedPages, foldedParams } from './counted-events.ts';
import { everyType } from './event-types.ts';
import { REPORTED_DAYS } from './periods.ts';
import { type DayOfEvents, listRecentEventsOfAll } from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export const TOP_PAGES = 10;

export interface PageTotal {
  readonly pageUid: string;
  readonly events: number;
}

interface DayOfType {
  /** Empty for folded days that are too old to be shown by day. */
  readonly date: string;
  readonly type: string;
  readonly total: number;
}

/**
 * Reads folded days from sums by day and type (`totals_of_days`), or from one row per page for the top pages; reads
 * open days from the activities. So the cost does not depend on the number of folded events.
 */
export function createGlobalReport(reports: ReportsDatabase, now: Date) {
  const today = parisDay(now.getTime());
  /** The days that are not folded yet, by type. */
  const openDays = once(() => readOpenDays(reports));
  const foldedDays = once(() => readFoldedDays(reports, today));
  const allDays = async () => (await Promise.all([openDays(), foldedDays()])).flat();

  return {
    eventTypes: async () => everyType(await allDays()),
    /** The 30 days up to today (Europe/Paris), newest first, with zeroes for days without events. */
    async days() {
      const counts = new Map(totalsByDay(await allDays()).map(({ date, count }) => [date, count]));
      return Array.from({ length: REPORTED_DAYS }, (_, age) => {
        const date = addDays(today, -age);
        return { date, count: counts.get(date) ?? 0 };
      });
    },
    /** The pages with most events, most first. */
    topPages: () => listTopPages(reports),
    recentEvents: async () => listRecentEventsOfAll(reports, now.getTime(), totalsByDay(await openDays())),
  };
}

/** Figures over all pages and all their ownerships. Data that several figures need is read once. */
export type GlobalReport = ReturnType<typeof createGlobalReport>;

function totalsByDay(rows: readonly DayOfType[]): readonly DayOfEvents[] {
  const totals = new Map<string, number>();
  for (const { date, total } of rows) totals.set(date, (totals.get(date) ?? 0) + total);
  const days = [...totals].map(([date, count]) => ({ date, count }));
  return days.sort((one, other) => (one.date < other.date ? 1 : -1));
}

async function readOpenDays(reports: ReportsDatabase): Promise<readonly DayOfType[]> {
  const rows = await reports.select<{ date: string; type: string; total: string }>(
    `SELECT toString(day) AS date, type, count() AS total FROM ${reports.name}.activities_by_day FINAL
     WHERE day >= {openFrom:Date} GROUP BY day, type`,
    foldedParams(await reports.folded()),
  );
  return rows.map(({ date, type, total }) => ({ date, type, total: Number(total) }));
}

async function readFoldedDays(reports: ReportsDatabase, today: string): Promise<readonly DayOfType[]> {
  const rows = await reports.select<{ date: string; type: string; total: string }>(
    `SELECT if(day > {after:Date}, toString(day), '') AS date, type, sum(events) AS total FROM ${reports.name}.page_days
     WHERE rollup IN {rollups:Array(UInt64)} GROUP BY date, type`,
    { ...foldedParams(await reports.folded()), after: addDays(today, -REPORTED_DAYS) },
  );
  return rows.map(({ date, type, total }) => ({ date, type, total: Number(total) }));
}

async function listTopPages(reports: ReportsDatabase): Promise<readonly PageTotal[]> {
  const folded = await reports.folded();
  const rows = await reports.select<{ page: string; total: string }>(
    `SELECT toString(page_uid) AS page, sum(counted) AS total FROM (
       SELECT page_uid, events AS counted FROM ${foldedPages(reports.name, folded)}
       UNION ALL
       SELECT page_uid, count() AS counted FROM ${reports.name}.activities_by_day FINAL
       WHERE day >= {openFrom:Date} GROUP BY page_uid
     ) GROUP BY page_uid ORDER BY total DESC, page_uid LIMIT ${TOP_PAGES}`,
    foldedParams(folded),
  );
  return rows.map(({ page, total }) => ({ pageUid: page, events: Number(total) }));
}
