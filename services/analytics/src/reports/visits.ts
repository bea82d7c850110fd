import { DIMENSIONS, VIEWS, VISITOR_GROUPS, type VisitorGroup } from '../rollups/visit-columns.ts';
import { type DaySpan, foldedParams, inScope, type Scope } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

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
  /** Views of as many days before the period; null if the period has no beginning. */
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

type Dimension = (typeof DIMENSIONS)[number][0] | 'visitors';

interface Row {
  readonly dimension: Dimension;
  readonly value: string;
  /** Of visitors, their day. */
  readonly date: string;
  readonly earlier: boolean | number;
  readonly total: string | number;
  readonly views: string | number;
}

/** Of each dimension; a report shows ten referrers, and visitors may invent any number of them. */
const MAX_VALUES = 5_000;

const OPEN_OR_COARSE = '(day >= {openFrom:Date} OR toYYYYMM(day) IN {coarse:Array(UInt32)})';

/** Everything that an activity counts for, so that the activities are read once. An empty value does not count. */
const ENTRIES = [
  ...DIMENSIONS.map(([dimension, value]) => `('${dimension}', ${value})`),
  ...VISITOR_GROUPS.map(([group, fits]) => `('visitors', if(${fits}, '${group}', ''))`),
].join(', ');

/**
 * Where from, when and by how many visitors a page was seen, with one statement. Months that an earlier release folded
 * are counted from the activities until they are folded again.
 */
export async function countVisits(
  reports: ReportsDatabase,
  scope: Scope,
  span: DaySpan,
  before: DaySpan | undefined,
): Promise<Visits> {
  const after = before?.after ?? span.after;
  const folded = await reports.folded();
  const { condition, params } = inScope(scope);
  const within = `${condition} AND day > {after:Date} AND day <= {until:Date}`;
  const coarse = folded.months.filter(({ detailed }) => !detailed).map(({ month }) => month);
  const days = coarse.length === 0 ? 'day >= {openFrom:Date}' : OPEN_OR_COARSE;
  const rows = await reports.select<Row>(
    `SELECT dimension,
       multiIf(dimension = 'hour', concat(toString(toDayOfWeek(day)), ' ', name),
         dimension = 'referrer', trim(TRAILING '.' FROM name), name) AS value,
       if(dimension = 'visitors', toString(day), '') AS date, day <= {since:Date} AS earlier,
       sum(counted) AS total, sum(viewed) AS views
     FROM (
       SELECT toString(dimension) AS dimension, toString(value) AS name, day, events AS counted, views AS viewed
       FROM ${reports.name}.page_origins WHERE rollup IN {rollups:Array(UInt64)} AND ${within}
       UNION ALL
       SELECT entry.1 AS dimension, entry.2 AS name, day,
         if(dimension = 'visitors', uniqExactIf(visitor, dimension = 'visitors'), count()) AS counted, ${VIEWS} AS viewed
       FROM (
         SELECT day, type, visitor, arrayJoin([${ENTRIES}]) AS entry
         FROM ${reports.name}.activities_by_day FINAL WHERE ${days} AND ${within}
       ) WHERE name != '' GROUP BY dimension, name, day
     )
     GROUP BY dimension, value, date, earlier
     ORDER BY total DESC, value LIMIT ${MAX_VALUES} BY dimension, earlier`,
    {
      ...params,
      ...foldedParams({ ...folded, months: folded.months.filter(({ detailed }) => detailed) }, after),
      coarse,
      after,
      since: span.after,
      until: span.until,
    },
  );
  return visitsOf(rows, scope, before !== undefined);
}

function visitsOf(rows: readonly Row[], { pageUid }: Scope, compares: boolean): Visits {
  const current = rows.filter(({ earlier }) => !earlier);
  const ofDimension = (wanted: Dimension) =>
    countsOf(
      rows.filter(({ dimension }) => dimension === wanted),
      compares,
    );
  const hours = ofDimension('hour');
  const visitors = current.filter(({ dimension }) => dimension === 'visitors');
  const everybody = visitors.filter(({ value }) => value === 'all');
  return {
    visitors: visitorsIn(visitors),
    visitorsBefore: visitorsIn(rows.filter(({ dimension, earlier }) => dimension === 'visitors' && earlier)),
    visitorsOfDays: new Map(everybody.map(({ date, total }) => [date, Number(total)])),
    sources: ofDimension('source'),
    hours,
    countries: ofDimension('country'),
    referrers: ofDimension('referrer').filter(({ value }) => value !== ''),
    cards: withOwnAddress(pageUid, ofDimension('card'), hours),
  };
}

/** Each value with its counts in the period and, of the views, before it. */
function countsOf(rows: readonly Row[], compares: boolean): readonly VisitCount[] {
  const counts = new Map<string, { views: number; clicks: number; viewsBefore: number | null }>();
  for (const { value, earlier, total, views } of rows) {
    const count = counts.get(value) ?? { views: 0, clicks: 0, viewsBefore: compares ? 0 : null };
    counts.set(value, count);
    if (earlier) count.viewsBefore = Number(views);
    else Object.assign(count, { views: Number(views), clicks: Number(total) - Number(views) });
  }
  return [...counts].map(([value, count]) => ({ value, ...count }));
}

/** Adds what came without an added card: every event has an hour, so their difference is exact. */
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

function visitorsIn(rows: readonly Row[]): VisitorCounts {
  const group = (wanted: VisitorGroup) => sum(rows.map(({ value, total }) => (value === wanted ? Number(total) : 0)));
  return { visitors: group('all'), callers: group('called'), contacts: group('contacted') };
}
