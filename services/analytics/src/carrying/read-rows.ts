import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { select } from '../rollups/select.ts';
import { type CarriedTable, isRetained, sourceOf } from './carried-tables.ts';

/** Rows as lines of JSON, each with a line end. */
export interface RowLines {
  readonly text: string;
  readonly rows: number;
}

/** A page of this many rows takes a few megabytes. The embedded engine returns a result only as a whole. */
const PAGE_ROWS = 40_000;
/** Times are exported as numbers because two servers may use different time zones. */
const SETTINGS = "SETTINGS date_time_output_format = 'unix_timestamp'";

/** Reads the rows of a table in key order, one page at a time. The table must not be written to meanwhile. */
export async function* readRows(
  database: AnalyticsDatabase,
  table: CarriedTable,
  pageRows = PAGE_ROWS,
): AsyncGenerator<RowLines> {
  for (const slice of await slicesOf(database, table)) yield* readSlice(database, table, slice, pageRows);
}

/** Rows of one slice of a table. */
export interface SliceDigest {
  /** Value of the slice's column. */
  readonly slice: string;
  readonly rows: number;
  /** Differs if the rows do, whatever their order. */
  readonly digest: string;
}

/** Digests of the slices of a table with slices, in order, made by the database without reading the rows out. */
export async function digestSlices(database: AnalyticsDatabase, table: CarriedTable): Promise<readonly SliceDigest[]> {
  const column = `\`${table.slice?.name ?? ''}\``;
  const where = table.retention === undefined ? '' : `WHERE ${isRetained(table.retention, table.retention.column)}`;
  const query = `SELECT toString(${column}) AS slice, count() AS n,
      lower(concat(hex(groupBitXor(sipHash64(*))), hex(sum(sipHash64(*))))) AS digest
    FROM ${sourceOf(database, table)} ${where} GROUP BY ${column} ORDER BY ${column}`;
  const found = await select<{ slice: string; n: string; digest: string }>(database, query);
  return found.map(({ slice, n, digest }) => ({ slice, rows: Number(n), digest }));
}

async function slicesOf(database: AnalyticsDatabase, { name, slice }: CarriedTable): Promise<readonly string[]> {
  if (slice === undefined) return [''];
  // Quoted because GROUP BY has another meaning for “rollup”.
  const column = `\`${slice.name}\``;
  const query = `SELECT toString(${column}) AS slice FROM ${database.database}.${name}
    GROUP BY ${column} ORDER BY ${column}`;
  return (await select<{ slice: string }>(database, query)).map(({ slice: value }) => value);
}

/** Rows of one slice, a page at a time. */
export async function* readSlice(
  database: AnalyticsDatabase,
  table: CarriedTable,
  slice: string,
  pageRows = PAGE_ROWS,
): AsyncGenerator<RowLines> {
  const order = table.key.map(({ name }) => name).join(', ');
  let last: Readonly<Record<string, unknown>> | undefined;
  for (;;) {
    const where = whereOf(table, last !== undefined);
    const result = await database.client.query({
      query: `SELECT * FROM ${sourceOf(database, table)} ${where} ORDER BY ${order} LIMIT ${pageRows} ${SETTINGS}`,
      query_params: { ...(table.slice === undefined ? {} : { slice }), ...parametersOf(table, last) },
      format: 'JSONEachRow',
      // Makes an error in the middle of the response arrive as an error and not as a line.
      clickhouse_settings: { wait_end_of_query: 1 },
    });
    const text = await result.text();
    if (text === '') return;
    const lines = text.endsWith('\n') ? text : `${text}\n`;
    const rows = countLines(lines);
    yield { text: lines, rows };
    if (rows < pageRows) return;
    last = JSON.parse(lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1)) as Record<string, unknown>;
  }
}

function whereOf(table: CarriedTable, isBehind: boolean): string {
  const conditions = [
    ...(table.slice === undefined ? [] : [`${table.slice.name} = {slice:${table.slice.type}}`]),
    ...(table.retention === undefined ? [] : [isRetained(table.retention, table.retention.column)]),
    ...(isBehind ? [behindLast(table)] : []),
  ];
  return conditions.length === 0 ? '' : `WHERE ${conditions.map((one) => `(${one})`).join(' AND ')}`;
}

/**
 * `a >= {k0} AND (a > {k0} OR (a = {k0} AND (b > {k1} OR …)))`: the first part lets the index skip rows that were
 * already read.
 */
function behindLast({ key }: CarriedTable): string {
  const parameter = (index: number) => `{key${index}:${key[index]?.type ?? ''}}`;
  const behind = key.reduceRight((rest, { name }, index) => {
    const own = `${name} > ${parameter(index)}`;
    return rest === '' ? own : `${own} OR (${name} = ${parameter(index)} AND (${rest}))`;
  }, '');
  return `${key[0]?.name} >= ${parameter(0)} AND (${behind})`;
}

function parametersOf({ key }: CarriedTable, last: Readonly<Record<string, unknown>> | undefined) {
  if (last === undefined) return {};
  return Object.fromEntries(key.map(({ name }, index) => [`key${index}`, last[name]]));
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
