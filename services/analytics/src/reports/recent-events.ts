import { LATE_MS } from '../collect/event-id.ts';
import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

/**
 * Time of an activity according to its id. Unlike `occurred_at`, it follows the sort order of the table. 1970 if the id
 * contains no time.
 */
const ID_TIME = 'UUIDv7ToDateTime(event_id)';
const RECENT_COLUMNS =
  'toString(event_id) AS id, page_uid, type, custom_field, country, toUnixTimestamp64Milli(occurred_at) AS at';
export const RECENT_EVENTS = 10;
const RECENT_EVENTS_OF_ALL = 20;

export interface RecentEvent {
  readonly id: string;
  readonly pageUid: string;
  readonly type: string;
  /** Name of the custom item that was tapped; null for other types, and for items of a former owner. */
  readonly customField: string | null;
  /** Null if unknown. */
  readonly country: string | null;
  readonly createdAt: Date;
}

export interface DayOfEvents {
  readonly date: string;
  readonly count: number;
}

/** Days that contain the latest events, newest first. */
export interface LatestDays {
  readonly days: readonly string[];
  /** Whether these days have too many events to sort; the latest are then searched backwards from now. */
  readonly areBusy: boolean;
}

/** A row of `RECENT_COLUMNS`. */
interface RecentRow {
  readonly id: string;
  readonly page_uid: string;
  readonly type: string;
  readonly custom_field: string;
  readonly country: string;
  readonly at: string | number;
}

/**
 * From this number of events on, the latest are looked for backwards from now, to avoid sorting a day's million rows.
 */
const BUSY_EVENTS = 5_000;
const MINUTE_MS = 60_000;
const LOOKED_BACK_MINUTES = [10, 60, 360, 2_160];

/** @param counts all days with events, newest first */
export function latestDaysOf(counts: readonly DayOfEvents[], limit = RECENT_EVENTS): LatestDays {
  const days = latestDays(counts, limit);
  return { days, areBusy: eventsOn(counts.slice(0, days.length)) >= BUSY_EVENTS };
}

/**
 * The 10 latest events of a page, newest first.
 * @param now epoch milliseconds
 * @param latest the days that contain them
 */
export function listRecentEvents(
  reports: ReportsDatabase,
  now: number,
  scope: Scope,
  latest: LatestDays,
): Promise<readonly RecentEvent[]> {
  return listLatest(reports, now, inScope(scope), latest, RECENT_EVENTS);
}

/** Lists the latest events that match this condition. */
type ListWhere = (condition: string, params: Readonly<Record<string, number>>) => Promise<readonly RecentRow[]>;

/** For many events: extends the time window backwards until it contains enough events. */
async function listLookingBack(list: ListWhere, now: number, limit: number): Promise<readonly RecentRow[]> {
  for (const minutes of LOOKED_BACK_MINUTES) {
    const since = now - minutes * MINUTE_MS;
    // An id without a time, or with one older than collect accepts, matches the second condition, and one with a future
    // time the first. Such events happened when they were received.
    const rows = await list(
      ` AND (${ID_TIME} >= fromUnixTimestamp64Milli({since:Int64}) OR ${ID_TIME} < fromUnixTimestamp64Milli({believed:Int64}))`,
      {
        since,
        believed: now - LATE_MS + 60 * MINUTE_MS,
      },
    );
    const last = rows[limit - 1];
    if (last !== undefined && Number(last.at) >= since) return rows;
  }
  return list('', {});
}

/**
 * The 20 latest events of all pages, newest first.
 * @param now epoch milliseconds
 * @param open the days that are not folded, with their event counts, newest first
 */
export async function listRecentEventsOfAll(
  reports: ReportsDatabase,
  now: number,
  open: readonly DayOfEvents[],
): Promise<readonly RecentEvent[]> {
  const counts = eventsOn(open) >= RECENT_EVENTS_OF_ALL ? open : [...open, ...(await listFoldedDays(reports))];
  const latest = latestDaysOf(counts, RECENT_EVENTS_OF_ALL);
  return listLatest(reports, now, { condition: 'true', params: {} }, latest, RECENT_EVENTS_OF_ALL);
}

/** Folded days with events, needed if there are few recent events. */
async function listFoldedDays(reports: ReportsDatabase): Promise<readonly DayOfEvents[]> {
  const rows = await reports.select<{ date: string; total: string | number }>(
    `SELECT toString(day) AS date, sum(events) AS total FROM ${reports.name}.page_days
     WHERE rollup IN {rollups:Array(UInt64)} GROUP BY day ORDER BY day DESC LIMIT ${RECENT_EVENTS_OF_ALL}`,
    foldedParams(await reports.folded()),
  );
  return rows.map(({ date, total }) => ({ date, count: Number(total) }));
}

/** The latest days with events of a page up to one day, newest first. */
export async function listDaysUntil(
  reports: ReportsDatabase,
  scope: Scope,
  until: string,
): Promise<readonly DayOfEvents[]> {
  const { condition, params } = inScope(scope);
  const rows = await reports.select<{ date: string; total: string | number }>(
    `SELECT day AS date, sum(events) AS total
     FROM ${countedEvents(reports.name, `${condition} AND day <= {until:Date}`)}
     GROUP BY day ORDER BY day DESC LIMIT ${RECENT_EVENTS} SETTINGS max_threads = 1`,
    { ...params, ...foldedParams(await reports.folded()), until },
  );
  return rows.map(({ date, total }) => ({ date, count: Number(total) }));
}

/** An activity, if its dimension is `latest`: id, type, country and custom item as its value, and its time. */
interface LatestFigure {
  readonly dimension: string;
  readonly value: string;
  readonly total: number;
}

/** The 10 latest events of a page among its figures, newest first; undefined if they have fewer. */
export function latestOf(figures: readonly LatestFigure[], pageUid: string): readonly RecentEvent[] | undefined {
  const found = figures
    .filter(({ dimension }) => dimension === 'latest')
    .map(({ value, total }) => {
      const [, id = '', type = '', country = '', custom_field = ''] = /^(\S*) (\S*) (\S*) (.*)$/s.exec(value) ?? [];
      return { at: total, id, page_uid: pageUid, type, custom_field, country };
    });
  return found.length < RECENT_EVENTS ? undefined : found.sort(newestFirst).slice(0, RECENT_EVENTS).map(eventOf);
}

function newestFirst(one: RecentRow, other: RecentRow): number {
  return Number(other.at) - Number(one.at) || (one.id < other.id ? 1 : -1);
}

/** Whether these days contain all latest events of a page. */
export function isEnough(days: readonly DayOfEvents[]): boolean {
  return eventsOn(days) >= RECENT_EVENTS;
}

function eventsOn(days: readonly DayOfEvents[]): number {
  return days.reduce((sum, { count }) => sum + count, 0);
}

/**
 * The days of the latest events up to `limit`, so that ten rows do not require reading all days of a busy page.
 */
function latestDays(counts: readonly DayOfEvents[], limit: number): readonly string[] {
  let found = 0;
  const days: string[] = [];
  for (const { date, count } of counts) {
    if (found >= limit) break;
    days.push(date);
    found += count;
  }
  return days;
}

async function listLatest(
  reports: ReportsDatabase,
  now: number,
  { condition, params }: { readonly condition: string; readonly params: object },
  { days, areBusy }: LatestDays,
  limit: number,
): Promise<readonly RecentEvent[]> {
  if (days.length === 0) return [];
  const list: ListWhere = (further, furtherParams) =>
    reports.select<RecentRow>(
      `SELECT ${RECENT_COLUMNS}
       FROM ${reports.name}.activities_by_day FINAL WHERE day IN {days:Array(Date)} AND ${condition}${further}
       ORDER BY occurred_at DESC, id DESC LIMIT ${limit} SETTINGS max_threads = 1`,
      { ...params, ...furtherParams, days },
    );
  const rows = await (areBusy ? listLookingBack(list, now, limit) : list('', {}));
  return rows.map(eventOf);
}

function eventOf({ id, page_uid, type, custom_field, country, at }: RecentRow): RecentEvent {
  const named = (text: string) => (text === '' ? null : text);
  return {
    ...{ id, pageUid: page_uid, type, customField: named(custom_field) },
    ...{ country: named(country), createdAt: new Date(Number(at)) },
  };
}
