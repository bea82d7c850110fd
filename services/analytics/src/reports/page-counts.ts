import { isClickType } from '@volant/proto/activity/click-types';
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
  /** Only days with events, newest first: those of the requested spans, and at least the last 120 days. */
  readonly days: readonly DayCount[];
  readonly inPeriod: readonly TypeRow[];
  readonly beforePeriod: readonly TypeRow[];
}

/** For most visited pages, the last 120 days contain the ten events that their report lists. */
const LOOKED_BACK_DAYS = 120;

/** Events of a day, by type and custom item. */
interface Row {
  readonly date: string;
  readonly type: string;
  readonly name: string;
  readonly total: string | number;
}

/**
 * Counts a page with one statement, so that all figures are of the same moment.
 * @param before the same number of days right before the span; absent if the span has no beginning
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
  // Summed up by period here because grouping sets took a third of the statement's time.
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
    if (type === 'VIEW') day.views += Number(total);
    if (isClickType(type)) day.clicks += Number(total);
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
