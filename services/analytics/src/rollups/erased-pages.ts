import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { isUuid } from '../collect/event-id.ts';
import { select } from './select.ts';

/** Every table that holds rows of pages. */
const TABLES_OF_PAGES = ['activities_by_day', 'page_days', 'page_origins', 'page_months', 'page_totals'] as const;
/** Those that a fold writes. */
const ROLLUPS = ['page_days', 'page_origins', 'page_months', 'page_totals'] as const;
/** Deleting rewrites parts of tables, so one deletion takes many pages along. */
const PAGES_AT_ONCE = 1_000;

/**
 * Erases pages for good: notes first that they are erased, then takes their rows
 * out of every table and looks that they are gone. Killed on the way, it is run
 * again from the start; run twice, it finds nothing to do.
 *
 * Whoever writes rows of pages asks `erasedAmong` after writing. So one of the
 * two always sees the other: rows that were written before the note stood are
 * found here, those written after it are found there.
 * @throws Error when rows are still there
 */
export async function erasePages(database: AnalyticsDatabase, pageUids: readonly string[]): Promise<void> {
  const uids = [...new Set(pageUids.filter(isUuid))];
  for (let start = 0; start < uids.length; start += PAGES_AT_ONCE) {
    const some = uids.slice(start, start + PAGES_AT_ONCE);
    await database.client.insert({
      table: `${database.database}.erased_pages`,
      values: some.map((page_uid) => ({ page_uid })),
      columns: ['page_uid'],
      format: 'JSONEachRow',
    });
    await deleteRows(database, some);
  }
}

/** Which of these pages are erased. */
export async function erasedAmong(
  database: AnalyticsDatabase,
  pageUids: readonly string[],
): Promise<readonly string[]> {
  const rows = await select<{ uid: string }>(
    database,
    `SELECT DISTINCT toString(page_uid) AS uid FROM ${database.database}.erased_pages
     WHERE page_uid IN {uids:Array(UUID)}`,
    { uids: pageUids },
  );
  return rows.map(({ uid }) => uid);
}

/**
 * Takes rows of pages that were erased meanwhile out of rollups that were just written; see `erasePages`. Each table was
 * written from what had been read before, so that rows may be in one of them and in no other.
 */
export async function takeOutErased(database: AnalyticsDatabase, rollups: readonly number[]): Promise<void> {
  const tables = ROLLUPS.map(
    (table) => `SELECT page_uid FROM ${database.database}.${table} WHERE rollup IN {rollups:Array(UInt64)}
      AND page_uid IN (SELECT page_uid FROM ${database.database}.erased_pages)`,
  );
  const rows = await select<{ uid: string }>(
    database,
    `SELECT DISTINCT toString(page_uid) AS uid FROM (${tables.join(' UNION ALL ')})`,
    { rollups },
  );
  if (rows.length > 0)
    await deleteRows(
      database,
      rows.map(({ uid }) => uid),
    );
}

/**
 * Takes out what came back all the same: a replica that did not know yet, a
 * process that was killed between writing and asking.
 */
export async function sweepErasedPages(database: AnalyticsDatabase): Promise<void> {
  for (const table of TABLES_OF_PAGES) {
    const rows = await select<{ uid: string }>(
      database,
      `SELECT DISTINCT toString(page_uid) AS uid FROM ${database.database}.${table}
       WHERE page_uid IN (SELECT page_uid FROM ${database.database}.erased_pages)`,
    );
    if (rows.length > 0)
      await deleteRows(
        database,
        rows.map(({ uid }) => uid),
      );
  }
}

/** Deletes the rows of pages in every table, wherever their parts lie, and looks that none is left. */
export async function deleteRows(database: AnalyticsDatabase, pageUids: readonly string[]): Promise<void> {
  for (const table of TABLES_OF_PAGES) {
    if ((await countRows(database, table, pageUids)) === 0) continue;
    // Not a parameter: the statement is kept with the table until every part is rewritten.
    const list = pageUids.filter(isUuid).map((uid) => `'${uid}'`);
    await database.client.command({
      query: `ALTER TABLE ${database.database}.${table} DELETE WHERE page_uid IN (${list.join(', ')})`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    const left = await countRows(database, table, pageUids);
    if (left > 0) throw new Error(`${left} rows of erased pages are still in ${table}`);
  }
}

async function countRows(database: AnalyticsDatabase, table: string, uids: readonly string[]): Promise<number> {
  const [row] = await select<{ n: string }>(
    database,
    `SELECT count() AS n FROM ${database.database}.${table} WHERE page_uid IN {uids:Array(UUID)}`,
    { uids },
  );
  return Number(row?.n ?? 0);
}
