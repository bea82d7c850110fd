import { addDays } from '../paris-day.ts';
import {
  byScope,
  countedEvents,
  type DaySpan,
  foldedParams,
  inScopes,
  keyOf,
  type Scope,
  type ScopeRow,
} from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import type { SettledWindows } from './settled-windows.ts';
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

export interface AskedCounts {
  readonly scope: Scope;
  readonly span: DaySpan;
  /** As many days right before them; none of a span that has no beginning. */
  readonly before: DaySpan | undefined;
}

/** Within so many days most pages that anybody looks at have the ten events that their report lists. */
const LOOKED_BACK_DAYS = 120;

/** Events that agree in all of this. */
interface Count {
  readonly date: string;
  readonly type: string;
  readonly name: string;
  readonly total: string | number;
}

type Row = ScopeRow & Count;

/** Which pages may be counted together: those of the same spans; a busy page goes by itself, with its settled windows. */
export function countWith({ scope, span, before }: AskedCounts, windows: SettledWindows): string {
  return JSON.stringify([span, before, windows.isBusy(scope.pageUid) ? keyOf(scope) : null]);
}

/** Counts pages by one statement, so at one moment; all ask for the same spans and in the same way. */
export async function countPages(
  reports: ReportsDatabase,
  windows: SettledWindows,
  asked: readonly AskedCounts[],
): Promise<readonly PageCounts[]> {
  const [first] = asked;
  if (first === undefined) return [];
  const { span, before } = first;
  const spansAfter = before?.after ?? span.after;
  const [after = spansAfter] = [addDays(span.until, -LOOKED_BACK_DAYS), spansAfter].sort();
  const scopes = asked.map(({ scope }) => scope);
  const { columns, condition, params } = inScopes(scopes);
  const folded = await reports.folded();
  const settled = scopes.length === 1 ? windows.of(first.scope, folded.until) : undefined;
  // Summed up by the period here: grouping sets took a third of the statement.
  const counting = reports.select<Row>(
    `SELECT ${columns}, toString(day) AS date, type, custom_field AS name, sum(events) AS total
     FROM ${countedEvents(reports.name, `${condition} AND day > {after:Date}`, settled?.condition)}
     GROUP BY ${columns}, day, type, custom_field ORDER BY day DESC`,
    { ...params, ...foldedParams(folded, after), ...settled?.params, after },
  );
  const [rows, settledRows = []] = await Promise.all([counting, settled?.rows]);
  return byScope(scopes, rows).map((found, place) => {
    const counts = settledRows.length === 0 ? found : together(found, settledRows, after);
    const open = counts.reduce((sum, { date, total }) => (date >= folded.until ? sum + Number(total) : sum), 0);
    windows.note(scopes[place]?.pageUid ?? '', open);
    return countsOf(counts, first);
  });
}

/** Newest first. */
function together(found: readonly Count[], settled: readonly Count[], after: string): readonly Count[] {
  const all = [...found, ...settled.filter(({ date }) => date > after)];
  return all.sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}

function countsOf(rows: readonly Count[], { span, before }: AskedCounts): PageCounts {
  return {
    days: daysIn(rows),
    inPeriod: typesWithin(rows, span),
    beforePeriod: before === undefined ? [] : typesWithin(rows, before),
  };
}

/** @param rows newest first */
function daysIn(rows: readonly Count[]): readonly DayCount[] {
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

function typesWithin(rows: readonly Count[], { after, until }: DaySpan): readonly TypeRow[] {
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
