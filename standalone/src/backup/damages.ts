import { CARRIED_TABLES } from '@volant/analytics/carrying/carried-tables';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { readTopic } from '@volant/infra/message-log/read-topic';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { Notices } from '@volant/infra/process/shell/notices';
import { type DataDirectory, signingKeyOf } from '../data-directory.ts';
import { createSample, lossesIn } from './losses.ts';

export interface DamageCheckParts {
  readonly adapters: Adapters;
  readonly data: Pick<DataDirectory, 'below'>;
  /** Number of records at the end of the log that ingest has not stored. */
  readonly lag: () => Promise<number>;
  readonly notices: Notices;
  readonly log: Logger;
}

const FIRST_AFTER_MS = 5_000;
const EVERY_MS = 24 * 60 * 60 * 1000;

async function rowsOf<Row>({ client }: AnalyticsDatabase, query: string): Promise<readonly Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

/** Parts that ClickHouse could not load at its start and put aside. */
async function brokenParts(database: AnalyticsDatabase): Promise<readonly string[]> {
  const query = `SELECT table, name FROM system.detached_parts
    WHERE database = '${database.database}' AND reason LIKE 'broken%'`;
  const found = await rowsOf<{ table: string; name: string }>(database, query);
  return found.map(({ table, name }) => `the part ${name} of ${table} in ClickHouse is damaged, and was put aside`);
}

/** Parts whose content differs from its checksums. */
async function changedParts(database: AnalyticsDatabase): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { name: table } of CARRIED_TABLES) {
    const query = `CHECK TABLE ${database.database}.${table} SETTINGS check_query_single_value_result = 0`;
    const parts = await rowsOf<{ part_path: string; is_passed: number }>(database, query);
    for (const { part_path: part, is_passed: isPassed } of parts) {
      if (Number(isPassed) === 0) changed.push(`the part ${part} of ${table} in ClickHouse is damaged`);
    }
  }
  return changed;
}

/** Damaged parts of the embedded ClickHouse; a server is left to its own tools. */
export async function damagedParts(adapters: Adapters): Promise<readonly string[]> {
  const database = await adapters.analyticsDatabase();
  if (adapters.servers().some(({ name }) => name === 'ClickHouse')) return [];
  return [...(await brokenParts(database)), ...(await changedParts(database))];
}

/** Reads the files of the data directory soon after the start and once a day, and names damages and losses. */
export function createDamageCheck({ adapters, data, lag, notices, log }: DamageCheckParts) {
  let timer: NodeJS.Timeout | undefined;
  let losses: readonly string[] = [];

  async function check(): Promise<void> {
    const found = [...(await damagedParts(adapters))];
    const sample = createSample();
    for await (const records of readTopic(await adapters.messageLog(), ACTIVITY_TOPIC.name)) {
      for (const record of records) sample.add(record);
    }
    // Read after the records: those stored by then are in the table.
    const stored = sample.kept(await lag());
    for (const sentence of losses) notices.withdraw(sentence);
    losses = await lossesIn(await adapters.analyticsDatabase(), stored);
    found.push(...losses);
    await signingKeyOf(data).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error;
      found.push(error.message);
    });
    for (const sentence of [...found, ...(await adapters.damages())]) notices.tell(sentence);
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => {
      check()
        .catch((error: unknown) => {
          // Its stores are closed when the process stops.
          if (timer !== undefined) log.warn({ err: error }, 'the files could not be checked');
        })
        .finally(() => {
          if (timer !== undefined) schedule(EVERY_MS);
        });
    }, ms).unref();
  }

  return {
    start: () => schedule(FIRST_AFTER_MS),
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
