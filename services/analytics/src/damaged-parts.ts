import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { CARRIED_TABLES } from './carrying/carried-tables.ts';
import { readFolded, refoldDays } from './rollups/fold-days.ts';
import { daysBetween, firstDayOf } from './rollups/folded-months.ts';
import { totalMonths } from './rollups/page-totals.ts';
import { KEPT_MONTHS } from './rollups/retention.ts';
import { select } from './rollups/select.ts';

interface Part {
  readonly table: string;
  readonly name: string;
}

/** Tables whose rows are counted from the activities, and can be counted again. */
const ROLLUPS: ReadonlySet<string> = new Set(['page_days', 'page_origins', 'page_months', 'page_totals']);

/** Active parts whose content differs from its checksums. */
async function changedParts(database: AnalyticsDatabase): Promise<readonly Part[]> {
  const changed: Part[] = [];
  for (const { name: table } of CARRIED_TABLES) {
    const query = `CHECK TABLE ${database.database}.${table} SETTINGS check_query_single_value_result = 0`;
    const parts = await select<{ part_path: string; is_passed: number }>(database, query);
    for (const { part_path: name, is_passed: isPassed } of parts) {
      if (Number(isPassed) === 0) changed.push({ table, name });
    }
  }
  return changed;
}

/** Sentences about parts of an embedded database that were damaged: put aside by the engine at its start, or by us. */
export async function damagesPutAside(database: AnalyticsDatabase): Promise<readonly string[]> {
  const found = await select<Part & { readonly path: string }>(
    database,
    `SELECT table, name, path FROM system.detached_parts
     WHERE database = {name:String} AND (reason LIKE 'broken%' OR reason = '')`,
    { name: database.database },
  );
  return found.map(
    ({ table, name, path }) =>
      `the part ${name} of ${table} in ClickHouse is damaged, and was put aside: "npm run replay -- --since 0" counts the events of the last 7 days again, and a backup has older ones. Remove ${path} once you need it no more`,
  );
}

/**
 * Takes damaged parts of an embedded database out of use: every statement that meets one fails, so one of them would
 * make all reports unavailable. Damaged counts are counted again from the activities.
 */
export async function putAsideDamagedParts(database: AnalyticsDatabase, keptMonths = KEPT_MONTHS): Promise<void> {
  const parts = await changedParts(database);
  for (const { table, name } of parts) {
    await database.client.command({ query: `ALTER TABLE ${database.database}.${table} DETACH PART '${name}'` });
  }
  const counts = parts.filter(({ table }) => ROLLUPS.has(table));
  if (counts.length === 0) return;
  const { months } = await readFolded(database);
  const partitions = new Set(counts.map(({ name }) => Number.parseInt(name, 10)));
  const damaged = months.filter(({ rollup }) => partitions.has(rollup));
  // New totals are made once a month has a new rollup.
  const counted = damaged.length > 0 ? damaged : months.slice(-1);
  const days = counted.flatMap(({ month, until }) => daysBetween(firstDayOf(month), until));
  await refoldDays(database, days, keptMonths);
  await totalMonths(database);
  for (const { table, name } of counts) {
    await database.client.command({
      query: `ALTER TABLE ${database.database}.${table} DROP DETACHED PART '${name}'`,
      clickhouse_settings: { allow_drop_detached: 1 },
    });
  }
}
