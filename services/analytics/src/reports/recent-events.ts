import { foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export const RECENT_EVENTS = 10;
export const RECENT_EVENTS_OF_ALL = 20;

export interface RecentEvent {
  readonly id: string;
  readonly pageUid: string;
  readonly type: string;
  /** Absent: unknown. */
  readonly country: string | null;
  readonly createdAt: Date;
}

interface DayOfEvents {
  readonly date: string;
  readonly count: number;
}

interface Row {
  readonly id: string;
  readonly page: string;
  readonly type: string;
  readonly country: string;
  readonly at: string | number;
}

/**
 * The 10 latest events of a page, newest first.
 * @param days on which something happened, newest first
 */
export async function listRecentEvents(
  reports: ReportsDatabase,
  scope: Scope,
  days: readonly { readonly date: string; readonly views: number; readonly clicks: number }[],
): Promise<readonly RecentEvent[]> {
  const counts = days.map(({ date, views, clicks }) => ({ date, count: views + clicks }));
  return listLatest(reports, { ...inScope(scope), days: latestDays(counts, RECENT_EVENTS), limit: RECENT_EVENTS });
}

/**
 * The 20 latest events of all pages, newest first.
 * @param open the days that are not folded, with their numbers of events, newest first
 */
export async function listRecentEventsOfAll(
  reports: ReportsDatabase,
  open: readonly DayOfEvents[],
): Promise<readonly RecentEvent[]> {
  const found = open.reduce((sum, { count }) => sum + count, 0);
  const days = found >= RECENT_EVENTS_OF_ALL ? open : [...open, ...(await listFoldedDays(reports))];
  return listLatest(reports, {
    condition: 'true',
    params: {},
    days: latestDays(days, RECENT_EVENTS_OF_ALL),
    limit: RECENT_EVENTS_OF_ALL,
  });
}

/** Where hardly anything happened of late one has to look further back. */
async function listFoldedDays(reports: ReportsDatabase): Promise<readonly DayOfEvents[]> {
  const rows = await reports.select<{ date: string; total: string | number }>(
    `SELECT toString(day) AS date, sum(events) AS total FROM ${reports.name}.page_days
     WHERE rollup IN {rollups:Array(UInt64)} GROUP BY day ORDER BY day DESC LIMIT ${RECENT_EVENTS_OF_ALL}`,
    foldedParams(await reports.folded()),
  );
  return rows.map(({ date, total }) => ({ date, count: Number(total) }));
}

/** The days one has to look into for that many events, so that a busy page's past is not read for ten rows. */
function latestDays(counts: readonly DayOfEvents[], wanted: number): readonly string[] {
  let found = 0;
  const days: string[] = [];
  for (const { date, count } of counts) {
    if (found >= wanted) break;
    days.push(date);
    found += count;
  }
  return days;
}

async function listLatest(
  reports: ReportsDatabase,
  wanted: {
    readonly condition: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly days: readonly string[];
    readonly limit: number;
  },
): Promise<readonly RecentEvent[]> {
  if (wanted.days.length === 0) return [];
  const rows = await reports.select<Row>(
    `SELECT toString(event_id) AS id, toString(page_uid) AS page, type, country,
       toUnixTimestamp64Milli(occurred_at) AS at
     FROM ${reports.name}.activities_by_day FINAL WHERE day IN {days:Array(Date)} AND ${wanted.condition}
     ORDER BY occurred_at DESC, event_id DESC LIMIT ${wanted.limit}`,
    { ...wanted.params, days: wanted.days },
  );
  return rows.map(({ id, page, type, country, at }) => ({
    id,
    pageUid: page,
    type,
    country: country === '' ? null : country,
    createdAt: new Date(Number(at)),
  }));
}
