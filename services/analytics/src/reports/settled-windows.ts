import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Scope } from './counted-events.ts';
import { ID_TIME, moment } from './id-time.ts';
import { haveChanged, isCovered, type Part, partOf } from './parts.ts';
import type { ReportsDatabase } from './reports-database.ts';

/** From so many events of open days on, counting all of them at every question shows in a report. */
const BUSY_EVENTS = 100_000;
const WINDOW_MS = 15 * 60_000;
/** A window is left alone until most of its events have come; the others may come whenever they like. */
const SETTLING_MS = 5 * 60_000;
/** Kept at hand, of some hundred bytes each: a million events a day are some 2,000. */
const MAX_ROWS = 300_000;
const KEPT_MS = 24 * 3_600_000;

const WINDOW = `intDiv(toUnixTimestamp64Milli(${ID_TIME}), ${WINDOW_MS})`;

/** Events of a page that agree in all of this. */
export interface WindowCount {
  readonly date: string;
  readonly tenure: number;
  readonly by_owner: boolean;
  readonly type: string;
  readonly name: string;
  readonly total: number;
}

/** Counts of the events whose ids tell a time in a span that is over. */
export interface SettledCounts {
  /** Chooses the activities that are not among them. */
  readonly condition: string;
  readonly params: Readonly<Record<string, number>>;
  /** As they are once the question was asked. */
  readonly rows: Promise<readonly WindowCount[]>;
}

/** Windows of time of busy pages that are over: counted once, and again where rows came to them (ADR 46). */
export interface SettledWindows {
  isBusy(pageUid: string): boolean;
  /** Tells how many events of a page's open days were counted. */
  note(pageUid: string, openEvents: number): void;
  /**
   * The settled part of a scope's open days, if its page is busy.
   * @param openFrom the first day that is not folded
   */
  of(scope: Scope, openFrom: string): SettledCounts | undefined;
}

/** Windows as numbers since 1970: those of a span. */
interface Span {
  readonly openFrom: string;
  readonly from: number;
  readonly until: number;
}

interface BusyPage {
  /** One question at a time changes what is counted. */
  readonly inTurn: LimitFunction;
  span: Span;
  /** Of the windows that are counted, all rows that lie in these parts are. */
  parts: readonly Part[];
  readonly windows: Map<number, readonly WindowCount[]>;
  /** All windows together. */
  readonly sums: Map<string, WindowCount>;
}

/** @param busyEvents from how many events of open days on a page is busy */
export function createSettledWindows(
  reports: ReportsDatabase,
  clock: () => Date,
  busyEvents = BUSY_EVENTS,
): SettledWindows {
  const pages = new LRUCache<string, BusyPage>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ windows }) => [...windows.values()].reduce((sum, rows) => sum + rows.length, 1),
    ttl: KEPT_MS,
  });

  /** Midnight of the first day in Paris is at most two hours before that in UTC. */
  function spanFrom(openFrom: string): Span {
    const from = (Date.parse(openFrom) - 2 * 3_600_000) / WINDOW_MS;
    return { openFrom, from, until: Math.max(from, Math.floor((clock().getTime() - SETTLING_MS) / WINDOW_MS)) };
  }

  async function bringUpToDate(page: BusyPage, pageUid: string, span: Span): Promise<void> {
    // Looked at before anything is counted: what is written from here on is found as a part that is not known.
    const seen = await listParts(span.openFrom);
    if (page.span.from !== span.from || page.span.until > span.until || haveChanged(page.parts, seen)) {
      Object.assign(page, { span: { ...span, until: span.from }, parts: [] });
      page.windows.clear();
      page.sums.clear();
    }
    const known = seen.filter((part) => isCovered(part, page.parts));
    replace(page, await countWindows(pageUid, span, { countedUntil: page.span.until, known }));
    Object.assign(page, { span, parts: seen });
  }

  /** The parts that hold days from this one on. */
  async function listParts(openFrom: string): Promise<readonly Part[]> {
    const rows = await reports.select<{ name: string }>(
      `SELECT name FROM system.parts WHERE active AND database = {database:String} AND table = 'activities_by_day'
       AND max_date >= {openFrom:Date}`,
      { database: reports.name, openFrom },
    );
    return rows.map(({ name }) => partOf(name));
  }

  /** Counts windows that are over by now, and those in which parts that are not known hold rows. */
  async function countWindows(
    pageUid: string,
    { openFrom, from, until }: Span,
    { countedUntil, known }: { readonly countedUntil: number; readonly known: readonly Part[] },
  ) {
    const activities = `${reports.name}.activities_by_day`;
    const ofPage = 'page_uid = {pageUid:UUID} AND day >= {openFrom:Date}';
    const counted = between('from', 'countedUntil');
    const withUnknown = `SELECT ${WINDOW} FROM ${activities} WHERE ${ofPage} AND ${counted} AND _part NOT IN {known:Array(String)}`;
    // ClickHouse finds the few windows by the primary key.
    const rows = await reports.select<
      Omit<WindowCount, 'total'> & Readonly<Record<'window' | 'total', string | number>>
    >(
      `SELECT ${WINDOW} AS window, toString(day) AS date, tenure, by_owner, type, custom_field AS name, count() AS total
       FROM ${activities} FINAL
       WHERE ${ofPage} AND (${between('countedUntil', 'until')} OR (${counted} AND ${WINDOW} IN (${withUnknown})))
       GROUP BY ALL`,
      {
        pageUid,
        openFrom,
        known: known.map(({ name }) => name),
        from: from * WINDOW_MS,
        countedUntil: countedUntil * WINDOW_MS,
        until: until * WINDOW_MS,
      },
    );
    return rows.map(({ window, total, ...row }) => ({ window: Number(window), row: { ...row, total: Number(total) } }));
  }

  return {
    isBusy: (pageUid) => pages.has(pageUid.toLowerCase()),

    note(pageUid, openEvents) {
      const key = pageUid.toLowerCase();
      // What one replica counts says nothing of the parts that another one lists.
      if (reports.isReplicated || openEvents < busyEvents || pages.has(key)) return;
      const span = { openFrom: '', from: 0, until: 0 };
      pages.set(key, { inTurn: pLimit(1), span, parts: [], windows: new Map(), sums: new Map() });
    },

    of({ pageUid, tenure, withoutOwner }, openFrom) {
      const key = pageUid.toLowerCase();
      const page = pages.get(key);
      if (page === undefined) return undefined;
      const span = spanFrom(openFrom);
      const rows = page.inTurn(async () => {
        try {
          await bringUpToDate(page, pageUid, span);
        } catch (error) {
          // What it holds may be half of something.
          pages.delete(key);
          throw error;
        }
        pages.set(key, page);
        const isAsked = (row: WindowCount) =>
          (tenure === 'all' || row.tenure === tenure) && !(withoutOwner && row.by_owner);
        return [...page.sums.values()].filter(isAsked);
      });
      return {
        condition: `(${ID_TIME} < ${moment('settledFrom')} OR ${ID_TIME} >= ${moment('settledUntil')})`,
        params: { settledFrom: span.from * WINDOW_MS, settledUntil: span.until * WINDOW_MS },
        rows,
      };
    },
  };
}

/** Puts what was counted in the place of what was known of these windows. */
function replace(
  { windows, sums }: BusyPage,
  counted: readonly { readonly window: number; readonly row: WindowCount }[],
): void {
  const add = (row: WindowCount, times: 1 | -1) => {
    const key = JSON.stringify([row.date, row.tenure, row.by_owner, row.type, row.name]);
    sums.set(key, { ...row, total: (sums.get(key)?.total ?? 0) + times * row.total });
  };
  for (const window of new Set(counted.map((each) => each.window))) {
    for (const row of windows.get(window) ?? []) add(row, -1);
    windows.set(window, []);
  }
  for (const { window, row } of counted) {
    add(row, 1);
    windows.set(window, [...(windows.get(window) ?? []), row]);
  }
  for (const [key, { total }] of sums) if (total === 0) sums.delete(key);
}

function between(from: string, until: string): string {
  return `${ID_TIME} >= ${moment(from)} AND ${ID_TIME} < ${moment(until)}`;
}
