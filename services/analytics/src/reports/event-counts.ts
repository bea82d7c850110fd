import type { EventTotals } from '@volant/infra/process/server/remote-service';
import { foldedPages, foldedParams, type Ownership } from './counted-events.ts';
import { inOrder, inPages, type OwnershipRow } from './listed-ownerships.ts';
import type { ReportsDatabase } from './reports-database.ts';

export interface EventCounts {
  readonly events: number;
  readonly views: number;
}

interface Row extends OwnershipRow {
  readonly total: string | number;
  readonly views: string | number;
}

/** Up to this many pages, reading the rows takes less time than starting more threads. */
const BY_ONE_THREAD = 100;
const NONE: EventCounts = { events: 0, views: 0 };

/** All events and VIEW events of many ownerships, in one query, in the order of the argument. */
export async function countEvents(
  reports: ReportsDatabase,
  ownerships: readonly Ownership[],
): Promise<readonly EventCounts[]> {
  const { pages, condition, params } = inPages(ownerships);
  return inOrder(ownerships, await rowsOf(reports, condition, params, pages), countsOf, NONE);
}

/** All events of every ownership that has some. */
export async function countAllEvents(reports: ReportsDatabase): Promise<Awaited<ReturnType<EventTotals>>> {
  const rows = await rowsOf(reports, 'true', {}, Number.POSITIVE_INFINITY);
  return rows.map(({ page_uid: pageUid, tenure, total }) => ({ pageUid, tenure, events: Number(total) }));
}

async function rowsOf(
  reports: ReportsDatabase,
  condition: string,
  params: Readonly<Record<string, unknown>>,
  pages: number,
): Promise<readonly Row[]> {
  const folded = await reports.folded();
  const openDays = `
    SELECT page_uid, tenure, count() AS total, countIf(type = 'VIEW') AS views
    FROM ${reports.name}.activities_by_day FINAL WHERE day >= {openFrom:Date} AND ${condition}
    GROUP BY page_uid, tenure`;
  // Keep the statement short: it costs ClickHouse more than the rows of a few pages do.
  const counted =
    folded.months.length === 0
      ? openDays
      : `SELECT page_uid, tenure, sum(of_part.total) AS total, sum(of_part.views) AS views
         FROM (
           SELECT page_uid, tenure, events AS total, view AS views
           FROM ${foldedPages(reports.name, folded)} AND ${condition}
           UNION ALL ${openDays}
         ) AS of_part GROUP BY page_uid, tenure`;
  return reports.select<Row>(pages > BY_ONE_THREAD ? counted : `${counted} SETTINGS max_threads = 1`, {
    ...foldedParams(folded),
    ...params,
  });
}

function countsOf({ total, views }: Row): EventCounts {
  return { events: Number(total), views: Number(views) };
}
