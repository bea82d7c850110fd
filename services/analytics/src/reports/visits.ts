import { VIEWS, type VisitorGroup } from '../rollups/visit-columns.ts';
import { type DaySpan, type FoldedDays, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ListedActivity, ReportSource } from './report-source.ts';
import { type Dimension, dimensionOf, ENTRIES, entriesOf, VALUES } from './visit-entries.ts';

/** Visitors of one page and day, each once; over several days, the sum of the days. */
export interface VisitorCounts {
  readonly visitors: number;
  readonly callers: number;
  /** Visitors who called, wrote or saved the contact. */
  readonly contacts: number;
}

/** Events that share an origin or an hour. */
export interface VisitCount {
  readonly value: string;
  readonly views: number;
  readonly clicks: number;
  /** Views of as many days before the period; null if nothing is compared. */
  readonly viewsBefore: number | null;
}

export interface Visits {
  readonly visitors: VisitorCounts;
  readonly visitorsBefore: VisitorCounts;
  readonly visitorsOfDays: ReadonlyMap<string, number>;
  readonly sources: readonly VisitCount[];
  /** The value is the day of the week (1: Monday) and the hour in Europe/Paris, such as `5 17`. */
  readonly hours: readonly VisitCount[];
  readonly countries: readonly VisitCount[];
  readonly referrers: readonly VisitCount[];
  /** By the key of the card, or that of the page for its own address; empty if no visit came by an added card. */
  readonly cards: readonly VisitCount[];
}

/** Number of activities with one value of a dimension, either within the period or before it. */
interface Count {
  readonly dimension: Dimension;
  readonly value: string;
  /** For visitors, their day; for hours, a day of the same weekday; otherwise any of the days. */
  readonly date: string;
  readonly total: number;
  readonly views: number;
}

interface Row {
  readonly value: string;
  readonly date: string;
  readonly total: string | number;
  readonly viewed: string | number;
}

/** Limit for each dimension: visitors can send any number of invented referrers, and a report shows ten. */
const MAX_VALUES = 5_000;

interface Days extends DaySpan {
  /** The day before the first of the period itself. */
  readonly since: string;
}

/** Where from, when and by how many visitors a page was seen. */
export async function countVisits(source: ReportSource, span: DaySpan, before: DaySpan | undefined): Promise<Visits> {
  const days = { ...span, after: before?.after ?? span.after, since: span.after };
  const folded = await source.folded();
  const open = async () => {
    const listed = await source.open();
    return listed === undefined ? countOpen(source, folded.until, days) : countListed(listed, days);
  };
  const counts = await Promise.all([countFolded(source, folded, days), open()]);
  return visitsOf(counts.flat(), source.scope, span.after, before !== undefined);
}

const WITHIN = 'day > {after:Date} AND day <= {until:Date}';

async function countFolded(
  { reports, scope }: ReportSource,
  folded: FoldedDays,
  days: Days,
): Promise<readonly Count[]> {
  const { rollups } = foldedParams(folded, days.after);
  if (rollups.length === 0) return [];
  const { condition, params } = inScope(scope);
  const count = (limit: string) =>
    reports.select<Row & { readonly dimension: Dimension }>(
      `SELECT dimension, value, min(day) AS date, sum(events) AS total, sum(views) AS viewed
       FROM ${reports.name}.page_origins WHERE rollup IN {rollups:Array(UInt64)} AND ${condition} AND ${WITHIN}
       GROUP BY dimension, value, day <= {since:Date} AS earlier,
         multiIf(dimension = 'visitors', toUInt16(day), dimension = 'hour', toDayOfWeek(day), 0)
       ${limit}`,
      { ...params, ...days, rollups },
    );
  // Sorting costs as much as counting, so sort only if there are too many values, which is rare.
  const all = await count(`LIMIT ${MAX_VALUES + 1}`);
  const rows =
    all.length <= MAX_VALUES
      ? all
      : await count(`ORDER BY total DESC, value LIMIT ${MAX_VALUES} BY dimension, earlier`);
  return rows.map((row) => countOf(row.dimension, row));
}

/** Counts days that are not folded: each activity once for each of its values. */
async function countOpen({ reports, scope }: ReportSource, openFrom: string, days: Days): Promise<readonly Count[]> {
  const { condition, params } = inScope(scope);
  const isVisitor = `entry > ${ENTRIES.findIndex(([dimension]) => dimension === 'visitors')}`;
  const rows = await reports.select<Row & { readonly entry: number }>(
    `SELECT entry, value, toString(day) AS date,
       if(${isVisitor}, uniqExactIf(visitor, ${isVisitor}), count()) AS total, ${VIEWS} AS viewed
     FROM (
       SELECT day, type, visitor, ${VALUES} AS values
       FROM ${reports.name}.activities_by_day FINAL WHERE day >= {openFrom:Date} AND ${condition} AND ${WITHIN}
     ) ARRAY JOIN values AS value, arrayEnumerate(values) AS entry
     WHERE value != '' GROUP BY entry, value, day
     ORDER BY total DESC, value LIMIT ${MAX_VALUES} BY entry, day <= {since:Date}`,
    { ...params, ...days, openFrom },
  );
  return rows.map((row) => countOf(dimensionOf(row.entry - 1), row));
}

/** The same for listed activities. */
function countListed(listed: readonly ListedActivity[], { after, until }: DaySpan): readonly Count[] {
  const visits = new Set<string>();
  const isFirst = (visit: string) => visits.size < visits.add(visit).size;
  const within = listed.filter(({ date }) => date > after && date <= until);
  return within.flatMap((activity) => {
    const { date, type, visitor } = activity;
    const counted = entriesOf(activity).filter(
      ([dimension, value]) => dimension !== 'visitors' || isFirst(`${value} ${date} ${visitor}`),
    );
    return counted.map(([dimension, value]) => ({ dimension, value, date, total: 1, views: type === 'VIEW' ? 1 : 0 }));
  });
}

function countOf(dimension: Dimension, { value, date, total, viewed }: Row): Count {
  return { dimension, value, date, total: Number(total), views: Number(viewed) };
}

function visitsOf(counts: readonly Count[], { pageUid }: Scope, since: string, compares: boolean): Visits {
  const ofDimension = (wanted: Dimension, shownAs = ({ value }: Count) => value) =>
    valuesOf(
      counts.filter(({ dimension }) => dimension === wanted),
      { shownAs, since, compares },
    );
  const hours = ofDimension('hour', ({ value, date }) => `${weekdayOf(date)} ${value}`);
  const visitors = counts.filter(({ dimension }) => dimension === 'visitors');
  const current = visitors.filter(({ date }) => date > since);
  const everybody = current.filter(({ value }) => value === 'all');
  return {
    visitors: visitorsIn(current),
    visitorsBefore: visitorsIn(visitors.filter(({ date }) => date <= since)),
    visitorsOfDays: byDay(everybody),
    sources: ofDimension('source'),
    hours,
    countries: ofDimension('country'),
    referrers: ofDimension('referrer', ({ value }) => withoutRootDot(value)).filter(({ value }) => value !== ''),
    cards: withOwnAddress(pageUid, ofDimension('card'), hours),
  };
}

/** Each value, in order, with its counts in the period and, of the views, before it. */
function valuesOf(
  counts: readonly Count[],
  by: { readonly shownAs: (count: Count) => string; readonly since: string; readonly compares: boolean },
): readonly VisitCount[] {
  const found = new Map<string, { views: number; clicks: number; viewsBefore: number | null }>();
  for (const count of counts) {
    const value = by.shownAs(count);
    const sums = found.get(value) ?? { views: 0, clicks: 0, viewsBefore: by.compares ? 0 : null };
    found.set(value, sums);
    if (count.date <= by.since) {
      sums.viewsBefore = (sums.viewsBefore ?? 0) + count.views;
    } else {
      sums.views += count.views;
      sums.clicks += count.total - count.views;
    }
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([value, sums]) => ({ value, ...sums }));
}

/** Rows of earlier releases may end in the dot of the DNS root, which would split one site into two. */
function withoutRootDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** 1: Monday */
function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** Adds the visits at the page's own address: all visits, which `hours` counts, without those by added cards. */
function withOwnAddress(
  pageUid: string,
  cards: readonly VisitCount[],
  hours: readonly VisitCount[],
): readonly VisitCount[] {
  if (cards.length === 0) return [];
  const rest = (of: (count: VisitCount) => number | null) => sum(hours.map(of)) - sum(cards.map(of));
  const views = rest(({ views }) => views);
  const clicks = rest(({ clicks }) => clicks);
  const viewsBefore = cards[0]?.viewsBefore === null ? null : rest(({ viewsBefore }) => viewsBefore);
  return [{ value: pageUid, views, clicks, viewsBefore }, ...cards];
}

const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

function visitorsIn(counts: readonly Count[]): VisitorCounts {
  const group = (wanted: VisitorGroup) => sum(counts.map(({ value, total }) => (value === wanted ? total : 0)));
  return { visitors: group('all'), callers: group('called'), contacts: group('contacted') };
}

function byDay(counts: readonly Count[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { date, total } of counts) days.set(date, (days.get(date) ?? 0) + total);
  return days;
}
