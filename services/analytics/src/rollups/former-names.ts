import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { isUuid } from '../collect/event-id.ts';
import { refoldDays } from './fold-days.ts';
import { foldedMonthsQuery } from './folded-months.ts';
import { select } from './select.ts';

/** The last ownership of a page that is over. */
export interface EndedOwnership {
  readonly pageUid: string;
  readonly tenure: number;
}

/** A mutation rewrites parts of the table, so one takes many pages along. */
const PAGES_AT_ONCE = 1_000;

/**
 * Takes the names that former owners gave to the items of their pages out of
 * every table, and leaves the events. Notes first that the ownerships are over,
 * as `erasePages` does: whoever writes rows asks afterwards. Killed on the way,
 * it is run again; run twice, it finds nothing to do.
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
    if (values.length > 0) {
      await database.client.insert({
        table: `${database.database}.ended_ownerships`,
        values,
        columns: ['page_uid', 'tenure'],
        format: 'JSONEachRow',
      });
    }
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
 * Takes out what came back all the same: an event that was late, a replay of
 * the log, a fold that had read before. All pages, unless told which.
 * @returns the pages that names were taken from
 */
export async function takeOutFormerNames(
  database: AnalyticsDatabase,
  pageUids?: readonly string[],
): Promise<readonly string[]> {
  const { database: name, client } = database;
  // The short question first: most pages have never changed hands.
  if (pageUids !== undefined && (await endedAmong(database, pageUids)).length === 0) return [];
  const raw = await named(database, 'activities_by_day', '', pageUids);
  if (raw.length > 0) {
    // Not parameters: the statement is kept with the table until every part is rewritten.
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
  // The rollups of before are dropped when nobody reads them any more.
  await refoldDays(database, [...new Set(folded.map(({ day }) => day))]);
  return [...new Set([...raw, ...folded].map(({ uid }) => uid))];
}

/** Where a table still holds names of ownerships that are over. */
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
