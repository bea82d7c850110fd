import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { select } from '../rollups/select.ts';

interface Column {
  readonly name: string;
  /** Type of the column as a query parameter. Enumerations are compared as text. */
  readonly type: string;
}

/** A table whose rows are carried along when the product moves to another ClickHouse. */
export interface CarriedTable {
  readonly name: string;
  /** Rows with the same key count as one. The table may still contain several of them. */
  readonly isSet: boolean;
  /** Rows are read one value of this column at a time. */
  readonly slice?: Column;
  /** Identifies a row within its slice. The columns are in the sort order of the table. */
  readonly key: readonly Column[];
  /** Retention of rows with a TTL: the column it depends on and how long a row is stored. */
  readonly retention?: { readonly column: string; readonly type: string; readonly lasts: string };
}

const UUID = 'UUID';
const UINT64 = 'UInt64';
const TEXT = 'String';
const DAY: Column = { name: 'day', type: 'Date' };
const PAGE: Column = { name: 'page_uid', type: UUID };
const TENURE: Column = { name: 'tenure', type: 'UInt32' };
const ROLLUP: Column = { name: 'rollup', type: UINT64 };

/** Every table except the list of migrations, which belongs to each database. */
export const CARRIED_TABLES: readonly CarriedTable[] = [
  {
    name: 'activities_by_day',
    isSet: true,
    slice: DAY,
    key: [PAGE, { name: 'event_id', type: UUID }],
    retention: { column: 'day', type: 'Date', lasts: '25 MONTH' },
  },
  {
    name: 'page_days',
    isSet: false,
    slice: ROLLUP,
    key: [
      PAGE,
      TENURE,
      DAY,
      { name: 'type', type: TEXT },
      { name: 'by_owner', type: 'Bool' },
      { name: 'custom_field', type: TEXT },
    ],
  },
  {
    name: 'page_origins',
    isSet: false,
    slice: ROLLUP,
    key: [
      PAGE,
      { name: 'dimension', type: TEXT },
      { name: 'value', type: TEXT },
      DAY,
      TENURE,
      { name: 'by_owner', type: 'Bool' },
    ],
  },
  { name: 'page_months', isSet: false, slice: ROLLUP, key: [PAGE, TENURE] },
  { name: 'page_totals', isSet: false, slice: ROLLUP, key: [PAGE, TENURE] },
  { name: 'folded_months', isSet: true, key: [{ name: 'month', type: 'UInt32' }] },
  { name: 'totalled_rollups', isSet: false, key: [{ name: 'totals', type: UINT64 }] },
  {
    name: 'fold_tickets',
    isSet: false,
    key: [{ name: 'number', type: UINT64 }],
    retention: { column: 'at', type: 'DateTime', lasts: '1 YEAR' },
  },
  { name: 'erased_pages', isSet: true, key: [PAGE] },
  { name: 'ended_ownerships', isSet: true, key: [PAGE] },
];

/** Names of all tables. */
export async function tablesOf(database: AnalyticsDatabase): Promise<ReadonlySet<string>> {
  const query = 'SELECT name FROM system.tables WHERE database = {database:String}';
  const present = await select<{ name: string }>(database, query, { database: database.database });
  return new Set(present.map(({ name }) => name));
}

/** Names of the tables that have rows. Tables that do not exist yet count as empty. */
export async function tablesWithRows(database: AnalyticsDatabase): Promise<readonly string[]> {
  const names = await tablesOf(database);
  const filled: string[] = [];
  for (const table of CARRIED_TABLES) {
    if (names.has(table.name) && (await countRows(database, table)) > 0) filled.push(table.name);
  }
  return filled;
}

/** Number of rows within their retention. If the table is a set, each key counts once. */
export async function countRows(database: AnalyticsDatabase, table: CarriedTable): Promise<number> {
  const where = table.retention === undefined ? '' : `WHERE ${isRetained(table.retention, table.retention.column)}`;
  const [row] = await select<{ n: string }>(database, `SELECT count() AS n FROM ${sourceOf(database, table)} ${where}`);
  return Number(row?.n ?? 0);
}

/** Returns whether a row with this value is within its retention now. */
export async function isRetainedNow(
  database: AnalyticsDatabase,
  retention: NonNullable<CarriedTable['retention']>,
  value: string,
): Promise<boolean> {
  const query = `SELECT toUInt8(${isRetained(retention, `{value:${retention.type}}`)}) AS retained`;
  const [row] = await select<{ retained: number }>(database, query, { value });
  return Number(row?.retained) === 1;
}

export function isRetained({ type, lasts }: NonNullable<CarriedTable['retention']>, value: string): string {
  return `${value} + INTERVAL ${lasts} > ${type === 'Date' ? 'today()' : 'now()'}`;
}

export function sourceOf({ database }: AnalyticsDatabase, { name, isSet }: CarriedTable): string {
  return `${database}.${name}${isSet ? ' FINAL' : ''}`;
}
