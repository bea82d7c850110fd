import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { onCluster } from '@volant/infra/analytics-database/cluster-sql';
import { type CarriedTable, isRetainedNow } from './carried-tables.ts';

const LINE_END = '\n';

/**
 * Replaces the rows of a table with rows that `readRows` returned.
 * @returns the number of rows left out because their retention has ended meanwhile
 */
export async function restoreRows(
  database: AnalyticsDatabase,
  table: CarriedTable,
  portions: AsyncIterable<readonly string[]>,
): Promise<number> {
  const name = `${database.database}.${table.name}`;
  await database.client.command({ query: `TRUNCATE TABLE ${name}${onCluster(database.cluster)}` });
  let leftOut = 0;
  // The oldest rows come first, so expired rows are all at the beginning.
  let searching = table.retention !== undefined;
  for await (const portion of portions) {
    const first = searching ? await firstRetained(database, table, portion) : 0;
    leftOut += first;
    if (first === portion.length) continue;
    searching = false;
    await insert(database, name, first === 0 ? portion : portion.slice(first));
  }
  return leftOut;
}

async function firstRetained(
  database: AnalyticsDatabase,
  { retention }: CarriedTable,
  lines: readonly string[],
): Promise<number> {
  if (retention === undefined) return 0;
  let expired: unknown;
  for (const [index, line] of lines.entries()) {
    const { [retention.column]: value } = JSON.parse(line) as Record<string, unknown>;
    if (value === expired) continue;
    if (await isRetainedNow(database, retention, String(value))) return index;
    expired = value;
  }
  return lines.length;
}

/** The client's own insert would parse and serialize each line again. */
async function insert({ client }: AnalyticsDatabase, table: string, lines: readonly string[]): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} FORMAT JSONEachRow`,
    values: Readable.from([lines.join(LINE_END) + LINE_END], { objectMode: false }),
    // A portion may contain any number of partitions.
    clickhouse_settings: { async_insert: 0, max_partitions_per_insert_block: '0' },
  });
  await text(stream);
}
