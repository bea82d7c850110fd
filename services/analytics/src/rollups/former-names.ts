import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { isUuid } from '../collect/event-id.ts';
import { refoldDays } from './fold-days.ts';
import { foldedMonthsQuery } from './folded-months.ts';
import { insertRows, select } from './select.ts';

/** The last ownership of a page that has ended. */
export interface EndedOwnership {
  readonly pageUid: string;
  readonly tenure: number;
}

/** A mutation rewrites parts of the table, so one mutation covers many pages. */
const PAGES_AT_ONCE = 1_000;

/**
 * Removes the item names given by former owners from every table, and keeps the events. First records that the
 * ownerships have ended, as `erasePages` does; writers of rows check afterwards. After a crash it is run again; a
 * second run has no effect.
 * @throws Error when names are still there
 */
export async function forgetFormerNames(
  database: AnalyticsDatabase,
  ended: readonly EndedOwnership[],
): Promise<readonly string[]> {
  const last = new Map<string, number>();
  for (const { pageUid, tenure } of ended) {
    if (isUuid(pageUid)) last.set(pageUid.toLowerCase(), Math.max(tenure, last.get(pageUid.toLowerCase()) ?? 0));
  }
  const uids = [...last.keys()];
  const forgotten: string[] = [];
  for (let start = 0; start < uids.length; start += PAGES_AT_ONCE) {
    const some = uids.slice(start, start + PAGES_AT_ONCE);
    const noted = new Map((await endedAmong(database, some)).map(({ uid, tenure }) => [uid, Number(tenure)]));
    const values = some.flatMap((page_uid) => {
      const tenure = last.get(page_uid) ?? 0;
      return tenure > (noted.get(page_uid) ?? 0) ? [{ page_uid, tenure }] : [];
    });
    if (values.length > 0) await insertRows(database, 'ended_ownerships', values);
    forgotten.push(...(await takeOutFormerNames(database, some)));
  }
  return forgotten;
}

interface EndedRow {
  readonly uid: string;
  readonly tenure: string | number;
}

function endedAmong(database: AnalyticsDatabase, pageUids: readonly string[]): Promise<readonly EndedRow[]> {
  return select<EndedRow>(
    database,
    `SELECT toString(page_uid) AS uid, max(tenure) AS tenure FROM ${database.database}.ended_ownerships
     WHERE page_uid IN {uids:Array(UUID)} GROUP BY uid`,
    { uids: pageUids },
  );
}

/**
 * Removes names that came back: with a late event, a replay of the log, or a fold that had read earlier. Default: all
 * pages.
 * @returns the pages from which names were removed
 */
export async function takeOutFormerNames(
  database: AnalyticsDatabase,
  pageUids?: readonly string[],
): Promise<readonly string[]> {
  const { database: name, client } = database;
  // The cheap query first: most pages have never changed hands.
  if (pageUids !== undefined && (await endedAmong(database, pageUids)).length === 0) return [];
  const raw = await named(database, 'activities_by_day', '', pageUids);
  if (raw.length > 0) {
    // The values are inlined because ClickHouse stores the statement with the table until every part is rewritten.
    const ended = (await endedAmong(database, [...new Set(raw.map(({ uid }) => uid))])).map(
      ({ uid, tenure }) => `(page_uid = '${uid}' AND tenure <= ${Number(tenure)})`,
    );
    await client.command({
      query: `ALTER TABLE ${name}.activities_by_day UPDATE custom_field = ''
              WHERE custom_field != '' AND (${ended.join(' OR ')})`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    const left = await named(database, 'activities_by_day', '', pageUids);
    if (left.length > 0) throw new Error(`names of former owners are still there on ${left.length} days`);
  }
  const current = `rollup IN (SELECT rollup FROM (${foldedMonthsQuery(name)})) AND`;
  const folded = await named(database, 'page_days', current, pageUids);
  // The former rollups are dropped once they are unread.
  await refoldDays(database, [...new Set(folded.map(({ day }) => day))]);
  return [...new Set([...raw, ...folded].map(({ uid }) => uid))];
}

/** Rows in a table that still contain names of ended ownerships. */
function named(
  { database: name, ...rest }: AnalyticsDatabase,
  table: 'activities_by_day' | 'page_days',
  condition: string,
  pageUids: readonly string[] | undefined,
): Promise<readonly { readonly uid: string; readonly day: string }[]> {
  return select(
    { database: name, ...rest },
    `SELECT DISTINCT toString(page_uid) AS uid, toString(day) AS day FROM ${name}.${table} AS rows
     INNER JOIN (
       SELECT page_uid, max(tenure) AS ended FROM ${name}.ended_ownerships
       ${pageUids === undefined ? '' : 'WHERE page_uid IN {uids:Array(UUID)}'} GROUP BY page_uid
     ) AS over USING page_uid
     WHERE ${condition} custom_field != '' AND rows.tenure <= over.ended AND page_uid IN
       ${pageUids === undefined ? `(SELECT page_uid FROM ${name}.ended_ownerships)` : '{uids:Array(UUID)}'}`,
    pageUids === undefined ? {} : { uids: pageUids },
  );
}
