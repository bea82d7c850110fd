import { domainToASCII, domainToUnicode } from 'node:url';
import { foldedParams } from './counted-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

export interface OriginCount {
  readonly value: string;
  readonly count: number;
}

export const TOP_ORIGINS = 10;

const COLUMNS = { country: 'country', referrer: 'referrer_host' } as const;

/** A host name in the letters it is read in; as it is stored if it is not the name of these letters. */
export function readableHost(host: string): string {
  const read = domainToUnicode(host);
  return domainToASCII(read) === host ? read : host;
}

/** Where most events of a page came from, over all its ownerships, most first; what is not known is left out. */
export async function countOrigins(
  reports: ReportsDatabase,
  pageUid: string,
  dimension: keyof typeof COLUMNS,
): Promise<readonly OriginCount[]> {
  const column = COLUMNS[dimension];
  const rows = await reports.select<{ place: string; total: string | number }>(
    // Rows of earlier releases may end in the dot of the root, which made two sites of one.
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
