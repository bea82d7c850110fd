import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { EVENT_TYPES } from '@volant/proto/activity/click-types';
import { DIMENSIONS, VIEWS, VISITORS } from './visit-columns.ts';

/**
 * Keeps memory independent of the number of events: rows are grouped in sort order, one page after another, by one
 * thread, and written in blocks small enough for several to fit in memory.
 */
const FRUGAL = {
  optimize_aggregation_in_order: 1,
  max_threads: 1,
  min_insert_block_size_rows: '65536',
  min_insert_block_size_bytes: String(8 * 1024 * 1024),
  max_read_buffer_size: String(128 * 1024),
} as const;

/** One month to be written. */
export interface MonthToWrite {
  readonly month: number;
  readonly rollup: number;
  readonly until: string;
  /** Rollup from which the other days are copied; 0 if there is none. */
  readonly copied: number;
  /** Days that are counted from the activities. */
  readonly counted: readonly string[];
  /** Earlier days are left out because their retention has ended. */
  readonly keptFrom: string;
}

/** Writes the rollup of a month to its tables; it is not read until it is named. */
export async function writeMonth({ client, database }: AnalyticsDatabase, month: MonthToWrite): Promise<void> {
  const { rollup, copied, counted, keptFrom } = month;
  const query_params = { rollup, copied, counted, keptFrom };
  const others = 'rollup = {copied:UInt64} AND day >= {keptFrom:Date} AND NOT has({counted:Array(Date)}, day)';
  const activities = `${database}.activities_by_day FINAL
      WHERE day IN {counted:Array(Date)} AND day >= {keptFrom:Date}`;
  await client.command({
    query: `INSERT INTO ${database}.page_days
        (rollup, page_uid, tenure, day, type, custom_field, by_owner, events)
      SELECT {rollup:UInt64}, page_uid, tenure, day, type, custom_field, by_owner, events
      FROM ${database}.page_days WHERE ${others}
      UNION ALL
      SELECT {rollup:UInt64}, page_uid, tenure, day, type, custom_field, by_owner, count() FROM ${activities} GROUP BY ALL`,
    query_params,
    clickhouse_settings: FRUGAL,
  });
  const origins = [
    `SELECT {rollup:UInt64}, page_uid, 'visitors', visitors.1, day, tenure, visitors.2, visitors.3, 0 FROM (
        SELECT page_uid, day, tenure, ${VISITORS} AS visitors FROM ${activities} GROUP BY page_uid, day, tenure
      ) WHERE visitors.3 > 0`,
    ...DIMENSIONS.map(
      ([dimension, value]) =>
        `SELECT {rollup:UInt64}, page_uid, '${dimension}', ${value} AS place, day, tenure, by_owner, count(), ${VIEWS}
      FROM ${activities} AND place != '' GROUP BY ALL`,
    ),
    `SELECT {rollup:UInt64}, page_uid, dimension, value, day, tenure, by_owner, events, views
      FROM ${database}.page_origins WHERE ${others}`,
  ];
  // One after another: together, each would hold its own part of the month in memory.
  for (const rows of origins) {
    await client.command({
      query: `INSERT INTO ${database}.page_origins
        (rollup, page_uid, dimension, value, day, tenure, by_owner, events, views)
      ${rows}`,
      query_params,
      clickhouse_settings: FRUGAL,
    });
  }
  const columns = EVENT_TYPES.map((type) => type.toLowerCase());
  await client.command({
    query: `INSERT INTO ${database}.page_months (rollup, page_uid, tenure, events, ${columns.join(', ')})
      SELECT rollup, page_uid, tenure, sum(events), ${EVENT_TYPES.map((type) => `sumIf(events, type = '${type}')`).join(', ')}
      FROM ${database}.page_days WHERE rollup = {rollup:UInt64} GROUP BY ALL`,
    query_params,
    clickhouse_settings: FRUGAL,
  });
}
