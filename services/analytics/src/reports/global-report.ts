import { once } from '@volant/infra/process/waiting/once';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { FIRST_DAY } from '../rollups/folded-months.ts';
import { countedEvents, type DaySpan, foldedPages, foldedParams } from './counted-events.ts';
import { everyType } from './event-types.ts';
import { daysOf, type Period, type PeriodDays, REPORTED_DAYS } from './periods.ts';
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
 * Reads folded days from sums by day and type (`totals_of_days`), or from one row per page for the top pages of all
 * time; reads open days from the activities. So the cost does not depend on the number of folded events.
 */
export function createGlobalReport(reports: ReportsDatabase, now: Date, period?: Period) {
  const today = parisDay(now.getTime());
  const periodDays = daysOf(period, today);
  /** The days that are not folded yet, by type. */
  const openDays = once(() => readOpenDays(reports));
  const foldedDays = once(() => readFoldedDays(reports, periodDays?.span.after ?? addDays(today, -REPORTED_DAYS)));
  const allDays = async () => (await Promise.all([openDays(), foldedDays()])).flat();

  return {
    eventTypes: async () =>
      everyType((await allDays()).filter(({ date }) => periodDays === undefined || isWithin(date, periodDays.span))),
    calledPages: once(() => countCalledPages(reports, periodDays)),
    /** The days up to today (Europe/Paris), newest first, with zeroes for days without events. */
    async days() {
      const counts = new Map(totalsByDay(await allDays()).map(({ date, count }) => [date, count]));
      return Array.from({ length: periodDays?.length ?? REPORTED_DAYS }, (_, age) => {
        const date = addDays(today, -age);
        return { date, count: counts.get(date) ?? 0 };
      });
    },
    /** The pages with most events, most first. */
    topPages: () => (periodDays === undefined ? listTopPages(reports) : listTopPagesIn(reports, periodDays.span)),
    recentEvents: async () => listRecentEventsOfAll(reports, now.getTime(), totalsByDay(await openDays())),
  };
}

function isWithin(date: string, { after, until }: DaySpan): boolean {
  return date > after && date <= until;
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

/** @param after the day before the first that is told apart */
async function readFoldedDays(reports: ReportsDatabase, after: string): Promise<readonly DayOfType[]> {
  const rows = await reports.select<{ date: string; type: string; total: string }>(
    `SELECT if(day > {after:Date}, toString(day), '') AS date, type, sum(events) AS total FROM ${reports.name}.page_days
     WHERE rollup IN {rollups:Array(UInt64)} GROUP BY date, type`,
    { ...foldedParams(await reports.folded()), after },
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

async function listTopPagesIn(reports: ReportsDatabase, span: DaySpan): Promise<readonly PageTotal[]> {
  const rows = await reports.select<{ page: string; total: string }>(
    `SELECT toString(page_uid) AS page, sum(events) AS total
     FROM ${countedEvents(reports.name, 'day > {after:Date} AND day <= {until:Date}')}
     GROUP BY page_uid ORDER BY total DESC, page_uid LIMIT ${TOP_PAGES}`,
    { ...foldedParams(await reports.folded(), span.after), ...span },
  );
  return rows.map(({ page, total }) => ({ pageUid: page, events: Number(total) }));
}

/** Pages with a tap on the telephone number, in the period and in as many days before it. */
async function countCalledPages(reports: ReportsDatabase, periodDays: PeriodDays | undefined) {
  const after = periodDays?.before.after ?? FIRST_DAY;
  const since = periodDays?.span.after ?? FIRST_DAY;
  const [row] = await reports.select<{ called: string; before: string }>(
    `SELECT uniqExactIf(page_uid, day > {since:Date}) AS called, uniqExactIf(page_uid, day <= {since:Date}) AS before
     FROM ${countedEvents(reports.name, "type = 'CLICK_CALL' AND day > {after:Date}")}`,
    { ...foldedParams(await reports.folded(), after), after, since },
  );
  return { now: Number(row?.called ?? 0), before: periodDays === undefined ? null : Number(row?.before ?? 0) };
}
