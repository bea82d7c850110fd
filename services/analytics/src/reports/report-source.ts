import type { Folded } from '../rollups/folded-months.ts';
import { inScope, type Scope } from './counted-events.ts';
import { RECENT_COLUMNS, type RecentRow } from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import { VALUES } from './visit-entries.ts';

/** Up to this many, reading activities costs less than the statements that count them. */
const MAX_LISTED = 2_000;

/** An activity of a day that is not folded. */
export interface OpenActivity extends RecentRow {
  readonly date: string;
  readonly visitor: string;
  /** In the order of `ENTRIES`. */
  readonly values: readonly string[];
}

/** What the figures of one report are read from: the same folded days for all its statements. */
export interface ReportSource {
  readonly reports: ReportsDatabase;
  readonly scope: Scope;
  folded(): Promise<Folded>;
  /** Every activity of the days that are not folded, in no order; undefined if there are too many (ADR 85). */
  listed(): Promise<readonly OpenActivity[] | undefined>;
}

export function createReportSource(reports: ReportsDatabase, scope: Scope): ReportSource {
  let folded: Promise<Folded> | undefined;
  let listed: ReturnType<ReportSource['listed']> | undefined;

  async function list(): ReturnType<ReportSource['listed']> {
    const { condition, params } = inScope(scope);
    const rows = await reports.select<OpenActivity>(
      `SELECT ${RECENT_COLUMNS}, toString(day) AS date, toString(visitor) AS visitor, ${VALUES} AS values
       FROM ${reports.name}.activities_by_day FINAL
       WHERE day >= {openFrom:Date} AND ${condition} LIMIT ${MAX_LISTED + 1}`,
      { ...params, openFrom: (await source.folded()).until },
    );
    return rows.length > MAX_LISTED ? undefined : rows;
  }

  const source: ReportSource = {
    reports,
    scope,
    folded() {
      folded ??= reports.folded();
      return folded;
    },
    listed() {
      listed ??= list();
      return listed;
    },
  };
  return source;
}
