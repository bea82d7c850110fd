import { addDays } from '../paris-day.ts';
import { countedEvents, type DaySpan, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import type { TypeRow } from './summary.ts';

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

export interface PageCounts {
  /** Only days on which something happened, newest first; of the spans that were asked for, and at least 120. */
  readonly days: readonly DayCount[];
  readonly inPeriod: readonly TypeRow[];
  readonly beforePeriod: readonly TypeRow[];
}

/** Most pages that are looked at have the ten events that their report lists within so many days. */
const LOOKED_BACK_DAYS = 120;

/** Events of a day, by type and custom item. */
interface Row {
  readonly date: string;
  readonly type: string;
  readonly name: string;
  readonly total: string | number;
}

/**
 * Counts a page by one statement, so at one moment.
 * @param before as many days right before the span; none of a span that has no beginning
 */
export async function countPage(
  reports: ReportsDatabase,
  scope: Scope,
  span: DaySpan,
  before: DaySpan | undefined,
): Promise<PageCounts> {
  const spansAfter = before?.after ?? span.after;
  const [after = spansAfter] = [addDays(span.until, -LOOKED_BACK_DAYS), spansAfter].sort();
  const { condition, params } = inScope(scope);
  // Summed up by period here: grouping sets took a third of the statement.
  const rows = await reports.select<Row>(
    `SELECT toString(day) AS date, type, custom_field AS name, sum(events) AS total
     FROM ${countedEvents(reports.name, `${condition} AND day > {after:Date}`)}
     GROUP BY day, type, custom_field ORDER BY day DESC`,
    { ...params, ...foldedParams(await reports.folded(), after), after },
  );
  return {
    days: daysIn(rows),
    inPeriod: typesWithin(rows, span),
    beforePeriod: before === undefined ? [] : typesWithin(rows, before),
  };
}

/** @param rows newest first */
function daysIn(rows: readonly Row[]): readonly DayCount[] {
  const days: { date: string; views: number; clicks: number }[] = [];
  for (const { date, type, total } of rows) {
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, views: 0, clicks: 0 };
      days.push(day);
    }
    day[type === 'VIEW' ? 'views' : 'clicks'] += Number(total);
  }
  return days;
}

function typesWithin(rows: readonly Row[], { after, until }: DaySpan): readonly TypeRow[] {
  const totals = new Map<string, { type: string; name: string; total: number }>();
  for (const { date, type, name, total } of rows) {
    if (date <= after || date > until) continue;
    const key = `${type} ${name}`;
    const known = totals.get(key);
    if (known === undefined) totals.set(key, { type, name, total: Number(total) });
    else known.total += Number(total);
  }
  return [...totals.values()];
}
