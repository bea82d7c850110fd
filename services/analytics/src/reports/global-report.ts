import { EVENT_TYPES } from '../event-types.ts';
import { addDays } from '../paris-day.ts';
import { foldedParams } from './counted-events.ts';
import { type EventTypeCount, everyType } from './event-types.ts';
import { REPORTED_DAYS } from './periods.ts';
import { listRecentEventsOfAll, type RecentEvent } from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export const TOP_PAGES = 10;

export interface DayTotal {
  readonly date: string;
  readonly count: number;
}

export interface PageTotal {
  readonly pageUid: string;
  readonly events: number;
}

/** Figures over all pages and all their ownerships. What several of them need is read once. */
export interface GlobalReport {
  eventTypes(): Promise<readonly EventTypeCount[]>;
  /** The 30 days up to today (Europe/Paris), newest first, with zeroes where nothing happened. */
  days(): Promise<readonly DayTotal[]>;
  /** The pages with most events, most first. */
  topPages(): Promise<readonly PageTotal[]>;
  recentEvents(): Promise<readonly RecentEvent[]>;
}

interface OpenRow {
  readonly date: string;
  readonly type: string;
  readonly total: number;
}

/**
 * Folded days are read from a row for each page and month, or for each page and
 * day where days are asked for; the open ones from the activities. So the number
 * of events of folded days does not matter.
 */
export function createGlobalReport(reports: ReportsDatabase, today: string): GlobalReport {
  let open: Promise<readonly OpenRow[]> | undefined;

  /** The days that are not folded yet, by type. */
  function openDays(): Promise<readonly OpenRow[]> {
    open ??= readOpenDays(reports);
    return open;
  }

  return {
    async eventTypes() {
      const [rows, folded] = await Promise.all([openDays(), countFoldedTypes(reports)]);
      return everyType([...rows, ...folded]);
    },
    async days() {
      const counts = new Map<string, number>();
      const [rows, folded] = await Promise.all([openDays(), countFoldedDays(reports, today)]);
      for (const { date, total } of [...rows, ...folded]) counts.set(date, (counts.get(date) ?? 0) + total);
      return Array.from({ length: REPORTED_DAYS }, (_, age) => {
        const date = addDays(today, -age);
        return { date, count: counts.get(date) ?? 0 };
      });
    },
    topPages: () => listTopPages(reports),
    recentEvents: async () => listRecentEventsOfAll(reports, totalsByDay(await openDays())),
  };
}

function totalsByDay(rows: readonly OpenRow[]): readonly DayTotal[] {
  const totals = new Map<string, number>();
  for (const { date, total } of rows) totals.set(date, (totals.get(date) ?? 0) + total);
  const days = [...totals].map(([date, count]) => ({ date, count }));
  return days.sort((one, other) => (one.date < other.date ? 1 : -1));
}

async function readOpenDays(reports: ReportsDatabase): Promise<readonly OpenRow[]> {
  const rows = await reports.select<{ date: string; type: string; total: string }>(
    `SELECT toString(day) AS date, type, count() AS total FROM ${reports.name}.activities_by_day FINAL
     WHERE day >= {openFrom:Date} GROUP BY day, type`,
    foldedParams(await reports.folded()),
  );
  return rows.map(({ date, type, total }) => ({ date, type, total: Number(total) }));
}

async function countFoldedTypes(reports: ReportsDatabase) {
  const sums = EVENT_TYPES.map((type) => `sum(${type.toLowerCase()}) AS ${type}_sum`);
  const [row] = await reports.select<Record<string, string>>(
    `SELECT ${sums.join(', ')} FROM ${reports.name}.page_months WHERE rollup IN {rollups:Array(UInt64)}`,
    foldedParams(await reports.folded()),
  );
  return EVENT_TYPES.map((type) => ({ type, total: Number(row?.[`${type}_sum`] ?? 0) }));
}

async function countFoldedDays(reports: ReportsDatabase, today: string) {
  const rows = await reports.select<{ date: string; total: string }>(
    `SELECT toString(day) AS date, sum(events) AS total FROM ${reports.name}.page_days
     WHERE rollup IN {rollups:Array(UInt64)} AND day > {after:Date} AND day <= {today:Date} GROUP BY day`,
    { ...foldedParams(await reports.folded()), after: addDays(today, -REPORTED_DAYS), today },
  );
  return rows.map(({ date, total }) => ({ date, total: Number(total) }));
}

async function listTopPages(reports: ReportsDatabase): Promise<readonly PageTotal[]> {
  const rows = await reports.select<{ page: string; total: string }>(
    `SELECT toString(page_uid) AS page, sum(counted) AS total FROM (
       SELECT page_uid, events AS counted FROM ${reports.name}.page_months WHERE rollup IN {rollups:Array(UInt64)}
       UNION ALL
       SELECT page_uid, count() AS counted FROM ${reports.name}.activities_by_day FINAL
       WHERE day >= {openFrom:Date} GROUP BY page_uid
     ) GROUP BY page_uid ORDER BY total DESC, page_uid LIMIT ${TOP_PAGES}`,
    foldedParams(await reports.folded()),
  );
  return rows.map(({ page, total }) => ({ pageUid: page, events: Number(total) }));
}
