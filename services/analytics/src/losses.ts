import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { ActivityRow } from './ingest/activity-rows.ts';
import { readFolded } from './rollups/fold-days.ts';
import { FIRST_DAY, firstDayOf } from './rollups/folded-months.ts';
import { select } from './rollups/select.ts';

/** Less than this share of what another place holds is a loss; `uniq` is off by a percent or two. */
const FAR_LESS = 0.9;

/** How many of these events, which were stored, are neither in the table nor of an erased page. */
export async function countLost(database: AnalyticsDatabase, rows: readonly ActivityRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { database: name } = database;
  // A row begins with the page, the day and the id of the event.
  const events = rows.map(({ line }) => line.split('\t', 3));
  const [ids, pages, days] = [2, 0, 1].map((column) => events.map((event) => event[column] ?? ''));
  const [held] = await select<{ ids: readonly string[]; erased: readonly string[] }>(
    database,
    `SELECT (SELECT groupUniqArray(toString(event_id)) FROM ${name}.activities_by_day
       WHERE day IN {days:Array(Date)} AND page_uid IN {pages:Array(UUID)} AND event_id IN {ids:Array(UUID)}) AS ids,
     (SELECT groupUniqArray(toString(page_uid)) FROM ${name}.erased_pages
       WHERE page_uid IN {pages:Array(UUID)}) AS erased`,
    { ids, pages, days },
  );
  const known = new Set([...(held?.ids ?? []), ...(held?.erased ?? [])]);
  return events.filter(([page = '', , id = '']) => !known.has(id) && !known.has(page)).length;
}

export interface MonthWithLosses {
  readonly month: string;
  /** Events in the place that holds fewest and in the one that holds most. */
  readonly least: number;
  readonly most: number;
}

/**
 * Folded months of which one table holds far less than another: the events themselves, and their counts by day and by
 * month. The oldest month is left out, because its rows expire in each table at another time.
 */
export async function monthsWithLosses(database: AnalyticsDatabase): Promise<readonly MonthWithLosses[]> {
  const { months, until } = await readFolded(database);
  const [, ...checked] = months;
  const [{ month: first } = { month: undefined }] = checked;
  if (until === FIRST_DAY || first === undefined) return [];
  const rollups = checked.map(({ rollup }) => rollup);
  const { database: name } = database;
  const sums = (table: string) =>
    select<{ number: string; events: string }>(
      database,
      `SELECT rollup AS number, sum(events) AS events FROM ${name}.${table} WHERE rollup IN {rollups:Array(UInt64)}
       GROUP BY number`,
      { rollups },
    );
  const [byDay, byMonth, raw] = await Promise.all([
    sums('page_days'),
    sums('page_months'),
    select<{ month: number; events: string }>(
      database,
      `SELECT toYYYYMM(day) AS month, uniq(event_id) AS events FROM ${name}.activities_by_day
       WHERE day >= {first:Date} AND day < {until:Date} GROUP BY month`,
      { first: firstDayOf(first), until },
    ),
  ]);
  return checked.flatMap(({ month, rollup }) => {
    const folded = [byDay, byMonth].map((rows) => rows.find(({ number }) => Number(number) === rollup)?.events ?? 0);
    const events = [...folded, raw.find((row) => Number(row.month) === month)?.events ?? 0].map(Number);
    const [least, most] = [Math.min(...events), Math.max(...events)];
    if (least >= most * FAR_LESS) return [];
    return [{ month: firstDayOf(month).slice(0, 7), least, most }];
  });
}
