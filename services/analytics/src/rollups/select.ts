import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';

export async function select<Row>(
  { client }: AnalyticsDatabase,
  query: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<readonly Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow', query_params: { ...params } });
  return result.json<Row>();
}

/** @param rows all with the columns of the first */
export async function insertRows(
  { client, database }: AnalyticsDatabase,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as [string, ...string[]];
  await client.insert({ table: `${database}.${table}`, values: rows, columns, format: 'JSONEachRow' });
}
