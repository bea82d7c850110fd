import { addDays } from '../paris-day.ts';
import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export const REPORTED_DAYS = 30;

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

/** The 30 days up to `today` (Europe/Paris), newest first, with zeroes where nothing happened. */
export async function countDays(reports: ReportsDatabase, scope: Scope, today: string): Promise<readonly DayCount[]> {
  const { condition, params } = inScope(scope);
  const rows = await reports.select<{ date: string; views: string | number; clicks: string | number }>(
    `SELECT toString(day) AS date, sumIf(events, type = 'VIEW') AS views, sumIf(events, type != 'VIEW') AS clicks
     FROM ${countedEvents(reports.name, `${condition} AND day > {after:Date} AND day <= {today:Date}`)}
     GROUP BY day`,
    { ...params, ...foldedParams(await reports.folded()), after: addDays(today, -REPORTED_DAYS), today },
  );
  const counts = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: REPORTED_DAYS }, (_, age) => {
    const date = addDays(today, -age);
    const count = counts.get(date);
    return { date, views: Number(count?.views ?? 0), clicks: Number(count?.clicks ?? 0) };
  });
}
