import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { takeOutErased } from './erased-pages.ts';
import { MAX_FOLD_SECONDS, readFolded } from './fold-days.ts';
import { takeTicket } from './fold-tickets.ts';
import type { Folded } from './folded-months.ts';
import { select } from './select.ts';

export interface TotalsRow {
  readonly totals: string | number;
  readonly rollups: readonly (string | number)[];
}

/** The latest totals, if there are any. */
export function totalsQuery(database: string): string {
  return `SELECT totals, rollups FROM ${database}.totalled_rollups ORDER BY totals DESC LIMIT 1`;
}

/** The rollup of `page_totals` that covers exactly these months; undefined if there is none. */
export function totalsOf({ months }: Folded, [row]: readonly TotalsRow[]): number | undefined {
  if (row === undefined || row.rollups.length !== months.length) return undefined;
  return months.every(({ rollup }, place) => rollup === Number(row.rollups[place])) ? Number(row.totals) : undefined;
}

/**
 * Sums up the folded months by page, unless the latest totals already cover them. Like a fold, it takes a ticket,
 * writes under its own number, and names that number last; a process that was suspended for too long names nothing.
 */
export async function totalMonths(database: AnalyticsDatabase): Promise<void> {
  const { client, database: name } = database;
  const folded = await readFolded(database);
  const latest = await select<TotalsRow>(database, totalsQuery(name));
  if (folded.months.length === 0 || totalsOf(folded, latest) !== undefined) return;
  const ticket = await takeTicket(database, []);
  const rollups = folded.months.map(({ rollup }) => rollup);
  await client.command({
    query: `INSERT INTO ${name}.page_totals (rollup, page_uid, tenure, events, view)
      SELECT {totals:UInt64}, page_uid, tenure, sum(events), sum(view)
      FROM ${name}.page_months WHERE rollup IN {rollups:Array(UInt64)} GROUP BY page_uid, tenure`,
    query_params: { totals: ticket.number, rollups },
  });
  await takeOutErased(database, [ticket.number]);
  await client.command({
    query: `INSERT INTO ${name}.totalled_rollups (totals, rollups)
      SELECT {totals:UInt64}, {rollups:Array(UInt64)} WHERE toUInt32(now()) < ${ticket.takenAt + MAX_FOLD_SECONDS}`,
    query_params: { totals: ticket.number, rollups },
  });
}
