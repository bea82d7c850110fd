import { countedEvents, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export const RECENT_EVENTS = 10;

export interface RecentEvent {
  readonly id: string;
  readonly type: string;
  /** Absent: unknown. */
  readonly country: string | null;
  readonly createdAt: Date;
}

interface Row {
  readonly id: string;
  readonly type: string;
  readonly country: string;
  readonly at: string | number;
}

/** The 10 latest events of an ownership, newest first. */
export async function listRecentEvents(reports: ReportsDatabase, scope: Scope): Promise<readonly RecentEvent[]> {
  const since = await dayOfOldest(reports, scope);
  if (since === undefined) return [];
  const { condition, params } = inScope(scope);
  const rows = await reports.select<Row>(
    `SELECT toString(event_id) AS id, type, country, toUnixTimestamp64Milli(occurred_at) AS at
     FROM ${reports.name}.activities FINAL WHERE day >= {since:Date} AND ${condition}
     ORDER BY occurred_at DESC, event_id DESC LIMIT ${RECENT_EVENTS}`,
    { ...params, since },
  );
  return rows.map(({ id, type, country, at }) => ({
    id,
    type,
    country: country === '' ? null : country,
    createdAt: new Date(Number(at)),
  }));
}

/** The day back to which one has to look, found in the counts, so that a busy page's past is not read for ten rows. */
async function dayOfOldest(reports: ReportsDatabase, scope: Scope): Promise<string | undefined> {
  const { condition, params } = inScope(scope);
  const days = await reports.select<{ date: string; total: string | number }>(
    `SELECT toString(day) AS date, sum(events) AS total FROM ${countedEvents(reports.name, condition)}
     GROUP BY day ORDER BY day DESC`,
    { ...params, foldedUntil: await reports.foldedUntil() },
  );
  let found = 0;
  for (const { date, total } of days) {
    found += Number(total);
    if (found >= RECENT_EVENTS) return date;
  }
  return days.at(-1)?.date;
}
