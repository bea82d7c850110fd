import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { isUuid } from '../collect/event-id.ts';
import { insertRows, select } from './select.ts';

/** Every table with rows of pages. */
const TABLES_OF_PAGES = ['activities_by_day', 'page_days', 'page_origins', 'page_months', 'page_totals'] as const;
/** The tables that a fold writes. */
const ROLLUPS = ['page_days', 'page_origins', 'page_months', 'page_totals'] as const;
/** A deletion rewrites parts of tables, so one deletion covers many pages. */
const PAGES_AT_ONCE = 1_000;

/**
 * Erases pages permanently: first records that they are erased, then deletes their rows from every table and verifies
 * the deletion. After a crash it is run again from the start; a second run has no effect.
 *
 * Writers of page rows call `erasedAmong` after writing, so that no row can be missed: rows written before the pages
 * were recorded as erased are found here, later ones are found there.
 * @throws Error when rows are still there
 */
export async function erasePages(database: AnalyticsDatabase, pageUids: readonly string[]): Promise<void> {
  const uids = [...new Set(pageUids.filter(isUuid))];
  for (let start = 0; start < uids.length; start += PAGES_AT_ONCE) {
    const some = uids.slice(start, start + PAGES_AT_ONCE);
    const erased = some.map((page_uid) => ({ page_uid }));
    await insertRows(database, 'erased_pages', erased);
    await deleteRows(database, some);
  }
}

/** Returns those of the pages that are erased. */
export async function erasedAmong(
  database: AnalyticsDatabase,
  pageUids: readonly string[],
): Promise<readonly string[]> {
  return pagesIn(database, `${database.database}.erased_pages WHERE page_uid IN {uids:Array(UUID)}`, {
    uids: pageUids,
  });
}

/**
 * Deletes rows of pages erased meanwhile from rollups that were just written; see `erasePages`. Each table was written
 * from an earlier read, so rows may exist in only one of the tables.
 */
export async function takeOutErased(database: AnalyticsDatabase, rollups: readonly number[]): Promise<void> {
  const tables = ROLLUPS.map(
    (table) => `SELECT page_uid FROM ${database.database}.${table} WHERE rollup IN {rollups:Array(UInt64)}
      AND page_uid IN (SELECT page_uid FROM ${database.database}.erased_pages)`,
  );
  const erased = await pagesIn(database, `(${tables.join(' UNION ALL ')})`, { rollups });
  if (erased.length > 0) await deleteRows(database, erased);
}

/**
 * Deletes rows that came back: written by a replica that did not know of the erasure yet, or by a process that was
 * killed between writing and checking.
 */
export async function sweepErasedPages(database: AnalyticsDatabase): Promise<void> {
  for (const table of TABLES_OF_PAGES) {
    const erased = await pagesIn(
      database,
      `${database.database}.${table} WHERE page_uid IN (SELECT page_uid FROM ${database.database}.erased_pages)`,
    );
    if (erased.length > 0) await deleteRows(database, erased);
  }
}

/** Deletes the rows of pages from every table in all their parts, and verifies that no row is left. */
export async function deleteRows(database: AnalyticsDatabase, pageUids: readonly string[]): Promise<void> {
  for (const table of TABLES_OF_PAGES) {
    if ((await countRows(database, table, pageUids)) === 0) continue;
    // The values are inlined because ClickHouse stores the statement with the table until every part is rewritten.
    const list = pageUids.filter(isUuid).map((uid) => `'${uid}'`);
    await database.client.command({
      query: `ALTER TABLE ${database.database}.${table} DELETE WHERE page_uid IN (${list.join(', ')})`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    const left = await countRows(database, table, pageUids);
    if (left > 0) throw new Error(`${left} rows of erased pages are still in ${table}`);
  }
}

/** The pages of the rows that a FROM clause names. */
async function pagesIn(database: AnalyticsDatabase, from: string, parameters = {}): Promise<readonly string[]> {
  const query = `SELECT DISTINCT toString(page_uid) AS uid FROM ${from}`;
  return (await select<{ uid: string }>(database, query, parameters)).map(({ uid }) => uid);
}

async function countRows(database: AnalyticsDatabase, table: string, uids: readonly string[]): Promise<number> {
  const [row] = await select<{ n: string }>(
    database,
    `SELECT count() AS n FROM ${database.database}.${table} WHERE page_uid IN {uids:Array(UUID)}`,
    { uids },
  );
  return Number(row?.n ?? 0);
}
