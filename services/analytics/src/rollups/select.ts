import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';

export async function select<Row>(
  { client }: AnalyticsDatabase,
  query: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<readonly Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow', query_params: { ...params } });
  return result.json<Row>();
}
