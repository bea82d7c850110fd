import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { select } from './select.ts';

const TABLES = ['page_days', 'page_origins', 'page_months', 'page_totals'] as const;

export interface UnreadAges {
  /**
   * Readers may use former rollups for this long, and a process that read one before it was replaced may name it again
   * while its ticket is valid.
   */
  readonly afterFoldSeconds: number;
  /** The holder of a ticket may still be folding for this long. */
  readonly afterTicketSeconds: number;
}

/** Longer than any ticket is valid, see `MAX_FOLD_SECONDS`. */
const NO_TICKET_LASTS_SECONDS = 2 * 3_600;
const AGES: UnreadAges = { afterFoldSeconds: NO_TICKET_LASTS_SECONDS, afterTicketSeconds: NO_TICKET_LASTS_SECONDS };

/** Drops rollups that were replaced, and those never named because their process died. */
export async function dropUnreadRollups(database: AnalyticsDatabase, ages: UnreadAges = AGES): Promise<void> {
  const { client, database: name } = database;
  const partitions = await select<{ table: string; partition: string }>(
    database,
    `SELECT DISTINCT table, partition FROM system.parts
     WHERE active AND database = {name:String} AND table IN {tables:Array(String)}
       AND toUInt64(partition) NOT IN (
         SELECT argMax(rollup, number) FROM ${name}.folded_months GROUP BY month
         UNION ALL SELECT max(totals) FROM ${name}.totalled_rollups)
       AND toUInt64(partition) < (
         SELECT if(count() = 0, toUInt64(-1), min(number)) FROM ${name}.fold_tickets WHERE at > now() - {seconds:UInt32})`,
    { name, tables: TABLES, seconds: ages.afterTicketSeconds },
  );
  // After the list: of a rollup replaced in between, a process that read the month before may still copy the days.
  const [settled] = await select<{ settled: number }>(
    database,
    `SELECT toUInt8(max(folded_at) <= now() - {seconds:UInt32}) AS settled FROM ${name}.folded_months`,
    { seconds: ages.afterFoldSeconds },
  );
  if (settled?.settled !== 1) return;
  for (const { table, partition } of partitions) {
    await client.command({ query: `ALTER TABLE ${name}.${table} DROP PARTITION ${Number(partition)}` });
  }
}
