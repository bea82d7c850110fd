import type { ServerAddresses } from './processes.ts';

/**
 * Runs a statement.
 * @throws Error with the server's message
 */
export async function askClickHouse(
  { url, username, password }: ServerAddresses['clickhouse'],
  statement: string,
): Promise<Buffer> {
  const headers = { 'x-clickhouse-user': username, 'x-clickhouse-key': password };
  const response = await fetch(url, { method: 'POST', headers, body: statement });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(bytes.toString());
  return bytes;
}
