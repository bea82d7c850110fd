import { addDays } from '@volant/infra/time/paris-day';
import type { Folded } from '../rollups/folded-months.ts';
import { DIMENSIONS, isOneOf, VIEWS, VISITOR_GROUPS } from '../rollups/visit-columns.ts';
import { type DaySpan, foldedParams, inScope, type Scope } from './counted-events.ts';
import { RECENT_EVENTS } from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export type Dimension = 'latest' | 'type' | (typeof DIMENSIONS)[number][0] | 'visitors';

/** Number of activities with one value of a dimension. */
export interface Figure {
  readonly dimension: Dimension;
  readonly value: string;
  /** For types and visitors, their day; for hours, a day of the same weekday; otherwise any day, after `since` or not. */
  readonly date: string;
  readonly total: number;
  /** Not counted for types. */
  readonly views: number;
}

export interface FigureDays {
  /** The day before the first whose events are counted by type. */
  readonly countedAfter: string;
  /** The days whose visits are counted: the period, and the days to compare it with, up to `since`. */
  readonly visits: DaySpan & { readonly since: string };
}

/** Every dimension that an activity counts for, with SQL for its value; an empty value does not count. */
const TYPE: readonly [Dimension, string] = ['type', "concat(toString(type), ' ', custom_field)"];
const VISITS: readonly (readonly [Dimension, string])[] = [
  ...DIMENSIONS,
  ...VISITOR_GROUPS.map(
    ([group, types]) =>
      ['visitors', types === undefined ? `'${group}'` : `if(${isOneOf(types)}, '${group}', '')`] as const,
  ),
];

/** Figures of most reports are fewer; only more are sorted, which costs as much as counting. */
const UNSORTED = 20_000;
/**
 * Limit for each dimension, within the period and before it: visitors can send any number of invented referrers, and a
 * report shows ten. Types are few, and each of their days is shown.
 */
const SORTED = `ORDER BY total DESC, value
  LIMIT 5000 BY dimension, if(toString(dimension) = '${TYPE[0]}', toUInt16(date), toUInt16(date <= {since:Date}))`;

/** Type and custom item of a figure of the dimension `type`. */
export function typeOf({ value }: Figure): { readonly type: string; readonly name: string } {
  const space = value.indexOf(' ');
  return { type: value.slice(0, space), name: value.slice(space + 1) };
}

interface Row {
  readonly dimension: Dimension;
  readonly value: string;
  readonly date: string;
  readonly total: string | number;
  readonly viewed: string | number;
}

/**
 * Counts a page: folded days from the rollups, the others from the activities. Planning a statement costs ClickHouse
 * more than the rows of most pages, so there is one. Its figures agree while events arrive.
 */
export async function readFigures(
  reports: ReportsDatabase,
  folded: Folded,
  scope: Scope,
  { countedAfter, visits }: FigureDays,
  withVisits: boolean,
): Promise<readonly Figure[]> {
  const { condition, params } = inScope(scope);
  const lastFolded = addDays(folded.until, -1);
  const openAfter = lastFolded > countedAfter ? lastFolded : countedAfter;
  const { rollups } = foldedParams(folded, countedAfter);
  const { rollups: visitRollups } = foldedParams(folded, visits.after);

  const select = (limit: string) => {
    const members = [
      foldedTypes(reports, condition),
      openDays(reports, condition, withVisits ? [TYPE, ...VISITS] : [TYPE], limit),
      latest(reports, condition),
      ...(withVisits ? [foldedVisits(reports, condition, limit)] : []),
    ];
    return reports.select<Row>(`${members.join(' UNION ALL ')} SETTINGS max_threads = 1`, {
      ...{ ...params, ...visits, countedAfter, openAfter, rollups, visitRollups },
    });
  };
  const all = await select(`LIMIT ${UNSORTED}`);
  const rows = all.length < UNSORTED ? all : await select(SORTED);
  return rows.map(({ total, viewed, ...row }) => ({ ...row, total: Number(total), views: Number(viewed) }));
}

function foldedTypes({ name }: ReportsDatabase, condition: string): string {
  return `SELECT '${TYPE[0]}' AS dimension, ${TYPE[1]} AS value, day AS date, events AS total, 0 AS viewed
    FROM ${name}.page_days WHERE rollup IN {rollups:Array(UInt64)} AND ${condition} AND day > {countedAfter:Date}`;
}

/** Counts each activity once for each of its values. */
function openDays({ name }: ReportsDatabase, condition: string, entries: typeof VISITS, limit: string): string {
  const isVisitor = `entry > ${entries.filter(([dimension]) => dimension !== 'visitors').length}`;
  return `SELECT [${entries.map(([dimension]) => `'${dimension}'`).join(', ')}][entry] AS dimension, value, day AS date,
      if(${isVisitor}, uniqExactIf(visitor, ${isVisitor}), count()) AS total, ${VIEWS} AS viewed
    FROM (
      SELECT day, type, visitor, [${entries.map(([, value]) => value).join(', ')}] AS values
      FROM ${name}.activities_by_day FINAL WHERE day > {openAfter:Date} AND ${condition}
    ) ARRAY JOIN values AS value, arrayEnumerate(values) AS entry
    WHERE value != '' GROUP BY entry, value, day ${limit}`;
}

/**
 * The latest activities of the open days; most pages have ten there. See `latestOf`. ClickHouse orders UUIDs by their
 * second half, so events of one millisecond are ordered by their text, as everywhere.
 */
function latest({ name }: ReportsDatabase, condition: string): string {
  return `SELECT 'latest', concat(toString(event_id), ' ', toString(type), ' ', country, ' ', custom_field), day,
      toUInt64(toUnixTimestamp64Milli(occurred_at)), 0
    FROM ${name}.activities_by_day FINAL WHERE day > {openAfter:Date} AND ${condition}
    ORDER BY occurred_at DESC, toString(event_id) DESC LIMIT ${RECENT_EVENTS}`;
}

function foldedVisits({ name }: ReportsDatabase, condition: string, limit: string): string {
  return `SELECT toString(dimension), value, min(day) AS date, sum(events) AS total, sum(views) AS viewed
    FROM ${name}.page_origins WHERE rollup IN {visitRollups:Array(UInt64)} AND ${condition}
      AND day > {after:Date} AND day <= {until:Date}
    GROUP BY dimension, value, day <= {since:Date},
      multiIf(dimension = 'visitors', toUInt16(day), dimension = 'hour', toDayOfWeek(day), 0)
    ${limit}`;
}
