import { addDays } from '../paris-day.ts';
import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import { allDays, REPORTED_DAYS } from './periods.ts';
import type { ReportsDatabase } from './reports-database.ts';

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

/**
 * The days up to `today` (Europe/Paris), newest first, with zeroes where nothing happened.
 * @param length how many; 'all' goes back to the first event, and at least as far as a report does otherwise
 */
export async function countDays(
  reports: ReportsDatabase,
  scope: Scope,
  today: string,
  length: number | 'all' = REPORTED_DAYS,
): Promise<readonly DayCount[]> {
  const days = length === 'all' ? allDays(today) : { after: addDays(today, -length), until: today };
  const { condition, params } = inScope({ ...scope, days });
  const rows = await reports.select<{ date: string; views: string | number; clicks: string | number }>(
    `SELECT toString(day) AS date, sumIf(events, type = 'VIEW') AS views, sumIf(events, type != 'VIEW') AS clicks
     FROM ${countedEvents(reports.name, condition)}
     GROUP BY day ORDER BY day`,
    { ...params, ...foldedParams(await reports.folded()) },
  );
  const counts = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: length === 'all' ? lengthSince(rows[0]?.date, today) : length }, (_, age) => {
    const date = addDays(today, -age);
    const count = counts.get(date);
    return { date, views: Number(count?.views ?? 0), clicks: Number(count?.clicks ?? 0) };
  });
}

function lengthSince(first: string | undefined, today: string): number {
  if (first === undefined) return REPORTED_DAYS;
  return Math.max(REPORTED_DAYS, (Date.parse(today) - Date.parse(first)) / 86_400_000 + 1);
}
