import { Readable } from 'node:stream';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { ACTIVITY_COLUMNS, type ActivityRow } from './activity-rows.ts';

/** A row that ClickHouse refuses permanently. */
export interface RefusedRow {
  readonly row: ActivityRow;
  readonly reason: string;
}

/** One insert of this many rows takes a fraction of a second and a few megabytes. */
const MAX_ROWS = 20_000;

/** Names of errors caused by the data. Retrying the same rows cannot succeed. */
const DATA_ERRORS = new Set([
  'ARGUMENT_OUT_OF_BOUND',
  'CANNOT_CONVERT_TYPE',
  'CANNOT_PARSE_BOOL',
  'CANNOT_PARSE_DATE',
  'CANNOT_PARSE_DATETIME',
  'CANNOT_PARSE_ESCAPE_SEQUENCE',
  'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
  'CANNOT_PARSE_NUMBER',
  'CANNOT_PARSE_QUOTED_STRING',
  'CANNOT_PARSE_TEXT',
  'CANNOT_PARSE_UUID',
  'DECIMAL_OVERFLOW',
  'INCORRECT_DATA',
  'TYPE_MISMATCH',
  'UNKNOWN_ELEMENT_OF_ENUM',
  'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
  'VIOLATED_CONSTRAINT',
]);

/**
 * Inserts rows; resolves once they survive a power cut. Returns the rows that ClickHouse refused because of their
 * content. Rows may already be in the table.
 * @throws any other error; some rows may have been inserted
 */
export async function insertActivities(
  database: AnalyticsDatabase,
  rows: readonly ActivityRow[],
): Promise<readonly RefusedRow[]> {
  const refused: RefusedRow[] = [];
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    await insertOrNarrow(database, rows.slice(start, start + MAX_ROWS), refused);
  }
  return refused;
}

/** Halves a refused insert until the invalid rows are isolated; the valid halves are inserted by then. */
async function insertOrNarrow(
  database: AnalyticsDatabase,
  rows: readonly ActivityRow[],
  refused: RefusedRow[],
): Promise<void> {
  try {
    await insert(database, rows);
  } catch (error) {
    const reason = dataProblem(error);
    if (reason === undefined) throw error;
    const [first] = rows;
    if (rows.length === 1 && first !== undefined) {
      refused.push({ row: first, reason });
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await insertOrNarrow(database, rows.slice(0, middle), refused);
    await insertOrNarrow(database, rows.slice(middle), refused);
  }
}

async function insert({ client, database }: AnalyticsDatabase, rows: readonly ActivityRow[]): Promise<void> {
  await client.insert({
    table: `${database}.activities_by_day`,
    columns: [...ACTIVITY_COLUMNS],
    format: 'TabSeparated',
    values: Readable.from([rows.map(({ line }) => line).join('')], { objectMode: false }),
    // An asynchronous insert would be acknowledged before it is on the disk.
    clickhouse_settings: { async_insert: 0 },
  });
}

/** Matched by ClickHouse's name of the error, because its class differs between HTTP and the embedded engine. */
function dataProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return undefined;
  return DATA_ERRORS.has(error.type) ? `${error.type}: ${error.message}` : undefined;
}
