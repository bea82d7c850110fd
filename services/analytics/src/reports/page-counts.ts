import { addDays } from '@volant/infra/time/paris-day';
import { isClickType } from '@volant/proto/activity/click-types';
import { type DaySpan, foldedParams, inScope } from './counted-events.ts';
import type { ListedActivity, ReportSource } from './report-source.ts';
import type { TypeRow } from './summary.ts';

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

export interface PageCounts {
  /** Only days with events, newest first: those of the requested spans, and at least the last 60 days. */
  readonly days: readonly DayCount[];
  readonly inPeriod: readonly TypeRow[];
  readonly beforePeriod: readonly TypeRow[];
}

/** For most visited pages, the last 60 days contain the ten events that their report lists. */
const LOOKED_BACK_DAYS = 60;

/** Events of a day, by type and custom item. */
interface Row {
  readonly date: string;
  readonly type: string;
  readonly name: string;
  readonly total: string | number;
}

/**
 * Counts a page by day: the folded days with one statement, and the others from its listed activities or with another
 * statement, so that all figures are of the same moment.
 * @param before the same number of days right before the span; absent if the span has no beginning
 */
export async function countPage(source: ReportSource, span: DaySpan, before: DaySpan | undefined): Promise<PageCounts> {
  const spansAfter = before?.after ?? span.after;
  const [after = spansAfter] = [addDays(span.until, -LOOKED_BACK_DAYS), spansAfter].sort();
  const { reports, scope } = source;
  const { condition, params } = inScope(scope);
  const { openFrom, rollups } = foldedParams(await source.folded(), after);
  // Without functions, which cost ClickHouse more than the rows that they would save.
  const count = (total: string, from: string) =>
    reports.select<Row>(
      `SELECT day AS date, type, custom_field AS name, ${total} AS total FROM ${reports.name}.${from}`,
      { ...params, openFrom, rollups, after },
    );
  const which = `${condition} AND day > {after:Date}`;
  const [closed, open] = await Promise.all([
    rollups.length === 0 ? [] : count('events', `page_days WHERE rollup IN {rollups:Array(UInt64)} AND ${which}`),
    source
      .open()
      .then(
        (open) =>
          open?.map(rowOf) ??
          count('count()', `activities_by_day FINAL WHERE day >= {openFrom:Date} AND ${which} GROUP BY ALL`),
      ),
  ]);
  const rows = [...closed, ...open];
  return {
    days: daysIn(rows),
    inPeriod: typesWithin(rows, span),
    beforePeriod: before === undefined ? [] : typesWithin(rows, before),
  };
}

function rowOf({ date, type, custom_field }: ListedActivity): Row {
  return { date, type, name: custom_field, total: 1 };
}

/** Newest first. */
function daysIn(rows: readonly Row[]): readonly DayCount[] {
  const days = new Map<string, { date: string; views: number; clicks: number }>();
  for (const { date, type, total } of rows) {
    const day = days.get(date) ?? { date, views: 0, clicks: 0 };
    days.set(date, day);
    if (type === 'VIEW') day.views += Number(total);
    if (isClickType(type)) day.clicks += Number(total);
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? 1 : -1));
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
