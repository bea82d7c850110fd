import { type Person, readReport } from './api.ts';
import { askClickHouse } from './ask-clickhouse.ts';
import { type Compared, compareIds, compareReport } from './endurance/oracle.ts';
import type { EventLoad } from './event-load.ts';
import type { RunningProcess, ServerAddresses } from './processes.ts';

/** The current sum of a metric over its labels. */
export async function readMetric(process: RunningProcess, name: string): Promise<number> {
  const text = await (await fetch(`${process.operations()}/metrics`)).text();
  const found = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Number of rows of each event in ClickHouse after repetitions are merged, read from the tables. */
export async function storedEvents(
  clickhouse: ServerAddresses['clickhouse'],
  database: string,
): Promise<ReadonlyMap<string, number>> {
  const query = `SELECT toString(event_id) AS id, toUInt32(count()) AS times
    FROM ${database}.activities_by_day FINAL GROUP BY event_id FORMAT JSONEachRow`;
  const text = (await askClickHouse(clickhouse, query)).toString();
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; times: number });
  return new Map(rows.map(({ id, times }) => [id, times]));
}

export interface CountedParts {
  readonly load: Pick<EventLoad, 'acknowledged'>;
  readonly origin: string;
  readonly owner: Person;
  readonly pages: readonly string[];
  readonly clickhouse: ServerAddresses['clickhouse'];
  readonly database: string;
}

/** Compares the events answered 202 with the tables by id, and with the reports by page, day and type. */
export async function compareCounts(
  parts: CountedParts,
): Promise<Compared & { readonly differences: readonly string[] }> {
  const { load, origin, owner, pages, clickhouse, database } = parts;
  const { acknowledged } = load;
  const compared = compareIds(acknowledged.keys(), await storedEvents(clickhouse, database));
  const differences: string[] = [];
  for (const page of pages) {
    const report = await readReport(origin, owner.token, page);
    differences.push(...compareReport(acknowledged.values(), page, report));
  }
  return { ...compared, differences };
}

/** @throws Error listing lost, doubled and wrongly reported events */
export async function expectCountedOnce(parts: CountedParts): Promise<void> {
  const { lost, doubled, differences } = await compareCounts(parts);
  if (lost + doubled + differences.length === 0) return;
  throw new Error(`lost ${lost}, doubled ${doubled}\n${differences.join('\n')}`);
}
