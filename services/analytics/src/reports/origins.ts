import { domainToASCII, domainToUnicode } from 'node:url';
import { foldedParams } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export const TOP_ORIGINS = 10;

const COLUMNS = { country: 'country', referrer: 'referrer_host' } as const;

/** Decodes a Punycode host name for display. Returns it unchanged if it does not encode back to the same name. */
export function readableHost(host: string): string {
  const read = domainToUnicode(host);
  return domainToASCII(read) === host ? read : host;
}

/** The most frequent origins of a page's events, over all its ownerships; unknown origins are left out. */
export async function countOrigins(reports: ReportsDatabase, pageUid: string, dimension: keyof typeof COLUMNS) {
  const column = COLUMNS[dimension];
  const rows = await reports.select<{ place: string; total: string | number }>(
    // Rows of earlier releases may end in the trailing dot of the DNS root, which would split one site into two.
    `SELECT trim(TRAILING '.' FROM origin) AS place, sum(counted) AS total FROM (
       SELECT toString(value) AS origin, events AS counted FROM ${reports.name}.page_origins
       WHERE rollup IN {rollups:Array(UInt64)} AND page_uid = {pageUid:UUID} AND dimension = '${dimension}'
       UNION ALL
       SELECT toString(${column}) AS origin, count() AS counted FROM ${reports.name}.activities_by_day FINAL
       WHERE day >= {openFrom:Date} AND page_uid = {pageUid:UUID} GROUP BY origin
     ) WHERE place != '' GROUP BY place ORDER BY total DESC, place LIMIT ${TOP_ORIGINS}`,
    { pageUid, ...foldedParams(await reports.folded()) },
  );
  return rows.map(({ place, total }) => ({ value: place, count: Number(total) }));
}
