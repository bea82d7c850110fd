import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';

/** Which days are counted anew, as a condition with its parameters. */
interface Days {
  readonly condition: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const FIRST_DAY = '1970-01-01';
const STAGING_PREFIX = 'daily_counts_staging_';

/** The first day that is not folded into plain counts yet. */
export async function foldedUntil(database: AnalyticsDatabase): Promise<string> {
  const [row] = await select<{ until: string }>(
    database,
    `SELECT toString(max(day)) AS until FROM ${database.database}.folded_until`,
  );
  return row?.until ?? FIRST_DAY;
}

/**
 * Folds every day before `closedUntil` that is not folded yet. The months are
 * replaced first and the mark moves last, so that a report at any moment, and
 * a process killed at any moment, finds either the old state or the new one.
 * The caller sees to it that nobody else folds meanwhile.
 */
export async function foldDays(database: AnalyticsDatabase, closedUntil: string): Promise<void> {
  const from = await foldedUntil(database);
  if (closedUntil <= from) return;
  const condition = 'day >= {from:Date} AND day < {until:Date}';
  await replaceMonths(database, { condition, params: { from, until: closedUntil } });
  await database.client.command({
    query: `INSERT INTO ${database.database}.folded_until (day) VALUES ('${closedUntil}')`,
  });
}

/** Folds days anew that were folded before an event reached them after all. */
export async function refoldDays(database: AnalyticsDatabase, days: readonly string[]): Promise<void> {
  const until = await foldedUntil(database);
  const folded = [...new Set(days)].filter((day) => day < until);
  if (folded.length === 0) return;
  await replaceMonths(database, { condition: 'has({days:Array(Date)}, day)', params: { days: folded } });
}

async function replaceMonths(database: AnalyticsDatabase, days: Days): Promise<void> {
  const months = await select<{ month: number }>(
    database,
    `SELECT DISTINCT toYYYYMM(day) AS month FROM ${database.database}.activities
     WHERE ${days.condition} ORDER BY month`,
    days.params,
  );
  for (const { month } of months) await replaceMonth(database, Number(month), days);
}

/** The month's other folded days are copied, the given ones are counted anew. */
async function replaceMonth({ client, database }: AnalyticsDatabase, month: number, days: Days): Promise<void> {
  const counts = `${database}.daily_counts`;
  const staging = `${database}.${STAGING_PREFIX}${month}`;
  await client.command({ query: `DROP TABLE IF EXISTS ${staging} SYNC` });
  await client.command({ query: `CREATE TABLE ${staging} AS ${counts}` });
  await client.command({
    query: `INSERT INTO ${staging}
      SELECT * FROM ${counts} WHERE toYYYYMM(day) = {month:UInt32} AND NOT (${days.condition})
      UNION ALL
      SELECT page_uid, tenure, day, type, custom_field, by_owner, count() AS events
      FROM ${database}.activities FINAL
      WHERE toYYYYMM(day) = {month:UInt32} AND ${days.condition}
      GROUP BY ALL`,
    query_params: { month, ...days.params },
  });
  await client.command({ query: `ALTER TABLE ${counts} REPLACE PARTITION ${month} FROM ${staging}` });
  await client.command({ query: `DROP TABLE ${staging} SYNC` });
}

async function select<Row>({ client }: AnalyticsDatabase, query: string, params: object = {}): Promise<readonly Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow', query_params: { ...params } });
  return result.json<Row>();
}
