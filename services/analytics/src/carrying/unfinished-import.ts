import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { onCluster, renderSql } from '@volant/infra/analytics-database/cluster-sql';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import { insertRows, select } from '../rollups/select.ts';

const TABLE = 'unfinished_import';

/** Number of the import that was started here and not finished; undefined if there is no such import. */
export async function unfinishedImport(database: AnalyticsDatabase): Promise<number | undefined> {
  const found = await select<{ name: string }>(
    database,
    'SELECT name FROM system.tables WHERE database = {database:String} AND name = {table:String}',
    { database: database.database, table: TABLE },
  );
  if (found.length === 0) return undefined;
  const [row] = await select<{ ticket: string }>(
    database,
    `SELECT max(ticket) AS ticket FROM ${database.database}.${TABLE}`,
  );
  return Number(row?.ticket ?? 0);
}

/** From now on, other processes refuse the database until the import is finished. */
export async function beginImport(to: AnalyticsDatabase, ticket: number): Promise<void> {
  const { client, database, cluster } = to;
  const create = `CREATE TABLE IF NOT EXISTS ${database}.${TABLE}{on_cluster} (ticket UInt64)
                  ENGINE = {engine:MergeTree} ORDER BY ticket`;
  await client.command({ query: renderSql(create, cluster) });
  await insertRows(to, TABLE, [{ ticket }]);
}

export async function finishImport({ client, database, cluster }: AnalyticsDatabase): Promise<void> {
  await client.command({ query: `DROP TABLE IF EXISTS ${database}.${TABLE}${onCluster(cluster)} SYNC` });
}

export const NOT_WHOLE = 'holds an import that was not finished: run npm run import again, with the same export.';

/** @throws SettingError while an import is not finished */
export async function refuseUnfinishedImport(database: AnalyticsDatabase): Promise<void> {
  if ((await unfinishedImport(database)) === undefined) return;
  throw new SettingError('VOLANT_CLICKHOUSE_DATABASE', NOT_WHOLE);
}
