import { once } from '@volant/infra/process/waiting/once';
import { addDays } from '@volant/infra/time/paris-day';
import { FIRST_DAY, type Folded } from '../rollups/folded-months.ts';
import type { Scope } from './counted-events.ts';
import type { RecentRow } from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';

/** Up to this many, reading activities costs less than the statements that count them. */
const MAX_LISTED = 2_000;

/** So many days before the open ones are listed too: together they contain the ten latest events of most pages. */
const DAYS_BEFORE_OPEN = 7;

export interface ListedActivity extends RecentRow {
  readonly date: string;
  readonly source: string;
  readonly referrer_host: string;
  readonly visitor: string;
  readonly card: string;
}

/** A row of the table, which may hold several of one activity. */
interface StoredActivity extends ListedActivity {
  readonly tenure: number;
  readonly by_owner: boolean;
  readonly precedence: string | number;
}

/** What the figures of one report are read from: the same folded days for all its statements. */
export interface ReportSource {
  readonly reports: ReportsDatabase;
  readonly scope: Scope;
  folded(): Promise<Folded>;
  /**
   * Every activity of the days that are not folded, and of some days before them, in no order; undefined if there are
   * too many (ADR 85).
   */
  listed(): Promise<readonly ListedActivity[] | undefined>;
  /** Those of the days that are not folded. */
  open(): Promise<readonly ListedActivity[] | undefined>;
}

export function createReportSource(reports: ReportsDatabase, scope: Scope): ReportSource {
  const folded = once(() => reports.folded());

  async function list(): ReturnType<ReportSource['listed']> {
    const { until } = await folded();
    // Plain columns of one table by one thread: ClickHouse spends more on a statement's functions and on FINAL than on
    // the rows of an ordinary page.
    const rows = await reports.select<StoredActivity>(
      `SELECT event_id AS id, page_uid, type, custom_field, country, toUnixTimestamp64Milli(occurred_at) AS at,
         day AS date, source, referrer_host, visitor, card, tenure, by_owner, precedence
       FROM ${reports.name}.activities_by_day
       WHERE day >= {from:Date} AND page_uid = {pageUid:UUID} LIMIT ${MAX_LISTED + 1} SETTINGS max_threads = 1`,
      { pageUid: scope.pageUid, from: until === FIRST_DAY ? until : addDays(until, -DAYS_BEFORE_OPEN) },
    );
    return rows.length > MAX_LISTED ? undefined : final(rows).filter((row) => isIn(scope, row));
  }

  const listed = once(list);
  return {
    reports,
    scope,
    folded,
    listed,
    async open() {
      const [{ until }, all] = await Promise.all([folded(), listed()]);
      return all?.filter(({ date }) => date >= until);
    },
  };
}

/** Of the rows of an activity the one with the highest precedence, as FINAL in SQL. */
function final(rows: readonly StoredActivity[]): readonly StoredActivity[] {
  const kept = new Map<string, StoredActivity>();
  for (const row of rows) {
    const key = `${row.date} ${row.id}`;
    const known = kept.get(key);
    if (known === undefined || Number(row.precedence) > Number(known.precedence)) kept.set(key, row);
  }
  return [...kept.values()];
}

function isIn({ tenure, withoutOwner }: Scope, row: StoredActivity): boolean {
  return (tenure === 'all' || row.tenure === tenure) && !(withoutOwner && row.by_owner);
}
