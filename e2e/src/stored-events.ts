import { expect } from 'vitest';
import { type Person, readReport } from './api.ts';
import { type EventLoad, expectedReport } from './event-load.ts';
import type { RunningProcess, ServerAddresses } from './processes.ts';

/** Sum of a metric over its labels, as the process says it now. */
export async function readMetric(process: RunningProcess, name: string): Promise<number> {
  const text = await (await fetch(`${process.operations()}/metrics`)).text();
  const found = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** How often each event stands in ClickHouse once repetitions are merged, as its tables say themselves. */
export async function storedEvents(
  { url, username, password }: ServerAddresses['clickhouse'],
  database: string,
): Promise<ReadonlyMap<string, number>> {
  const query = `SELECT toString(event_id) AS id, toUInt32(count()) AS times
    FROM ${database}.activities_by_day FINAL GROUP BY event_id FORMAT JSONEachRow`;
  const headers = { 'x-clickhouse-user': username, 'x-clickhouse-key': password };
  const response = await fetch(url, { method: 'POST', body: query, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; times: number });
  return new Map(rows.map(({ id, times }) => [id, times]));
}

export interface CountedParts {
  readonly load: EventLoad;
  readonly origin: string;
  readonly owner: Person;
  readonly pages: readonly string[];
  readonly clickhouse: ServerAddresses['clickhouse'];
  readonly database: string;
}

/** Holds what was answered 202 against the tables, id by id, and against the reports, by page, day and type. */
export async function expectCountedOnce(parts: CountedParts): Promise<void> {
  const { load, origin, owner, pages, clickhouse, database } = parts;
  const { acknowledged } = load;
  const stored = await storedEvents(clickhouse, database);
  const timesOf = [...acknowledged.keys()].map((id) => stored.get(id) ?? 0);
  const lost = timesOf.filter((times) => times === 0).length;
  const doubled = timesOf.filter((times) => times > 1).length;
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  for (const page of pages) {
    const expected = expectedReport(acknowledged.values(), page);
    const report = await readReport(origin, owner.token, page);
    expect(report.summary).toMatchObject(expected.summary);
    const seen = report.chartData.filter(
      ({ views, clicks }: { views: number; clicks: number }) => views > 0 || clicks > 0,
    );
    expect(seen).toEqual(expected.chartData);
  }
}
