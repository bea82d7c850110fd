import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { onCluster } from '@volant/infra/analytics-database/cluster-sql';
import { wholeNumber } from '@volant/infra/process/settings/process-settings';
import { select } from './select.ts';

/** Longest and default retention of activities and the figures of their days. */
export const KEPT_MONTHS = 25;

/** Shorter where a privacy policy promises it. */
export const RETENTION_SHAPE = { VOLANT_RETENTION_MONTHS: wholeNumber(1, KEPT_MONTHS).default(KEPT_MONTHS) };

/** Months after which ClickHouse drops activities now. */
export async function monthsInTable(database: AnalyticsDatabase): Promise<number> {
  const [table] = await select<{ engine_full: string }>(
    database,
    "SELECT engine_full FROM system.tables WHERE database = {database:String} AND name = 'activities_by_day'",
    { database: database.database },
  );
  const months = /TTL day \+ toIntervalMonth\((\d+)\)/.exec(table?.engine_full ?? '')?.[1];
  if (months === undefined) throw new Error('activities_by_day has no retention');
  return Number(months);
}

/** Has ClickHouse drop activities after this many months. */
export async function keepInTable(database: AnalyticsDatabase, months: number): Promise<void> {
  await database.client.command({
    query: `ALTER TABLE ${database.database}.activities_by_day${onCluster(database.cluster)}
      MODIFY TTL day + INTERVAL ${Math.trunc(months)} MONTH`,
  });
}
