import { LRUCache } from 'lru-cache';
import { addDays } from '../paris-day.ts';
import { keyOf, type Scope } from './counted-events.ts';
import { type EventTypeCount, everyType } from './event-types.ts';
import { GatheredPages } from './gathered-pages.ts';
import { type AskedCounts, countPages, countWith, type DayCount, type PageCounts } from './page-counts.ts';
import { daysOf, type Period, REPORTED_DAYS } from './periods.ts';
import {
  type AskedRecent,
  type DayOfEvents,
  isEnough,
  type LatestDays,
  latestDaysIfRecent,
  latestDaysOf,
  listRecentEvents,
  RECENT_EVENTS,
  type RecentEvent,
  readWith,
} from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import { createSettledWindows } from './settled-windows.ts';
import { type Summary, summaryOf } from './summary.ts';

/**
 * Figures of one page. Those of its days are counted by one statement, at one moment: while events come in, the days
 * still add up to the total. The events that are listed are read after it, on the days it names; beside it where the
 * page's last report found them on the last two days.
 */
export interface PageReport {
  /** Views and clicks over the period; without one, over all days. */
  summary(): Promise<Summary>;
  /** The same of as many days before the period; null where it has no beginning. */
  summaryBefore(): Promise<Summary | null>;
  /** Events over all days by type: every type, in the order of the list. */
  eventTypes(): Promise<readonly EventTypeCount[]>;
  /** The days of the period, or 30, newest first, with zeroes where nothing happened; of ALL from the first event on. */
  days(): Promise<readonly DayCount[]>;
  /** The 10 latest events, whatever the period, newest first. */
  recentEvents(): Promise<readonly RecentEvent[]>;
}

/** Every day there is. */
const ALWAYS = { after: '1970-01-01', until: '2149-06-06' };

/** Pages of which it is remembered that their latest events were recent, by some hundred bytes each. */
const MAX_LIVELY = 100_000;

/** @param today in Europe/Paris */
export type ReportOfPage = (scope: Scope, today: string, period?: Period) => PageReport;

/** Reports of pages, those of callers who ask at the same time read together. */
export function createPageReports(reports: ReportsDatabase, clock: () => Date): ReportOfPage {
  const pages = new GatheredPages();
  const windows = createSettledWindows(reports, clock);
  const count = pages.kind<AskedCounts, PageCounts>(
    (asked) => countWith(asked, windows),
    (asked) => countPages(reports, windows, asked),
  );
  const list = pages.kind<AskedRecent, readonly RecentEvent[]>(readWith, (asked) =>
    listRecentEvents(reports, clock().getTime(), asked),
  );
  const reads = { count, list, lively: new LRUCache<string, boolean>({ max: MAX_LIVELY }) };
  return (scope, today, period) => createPageReport(reads, scope, today, period);
}

interface Reads {
  readonly count: (asked: AskedCounts) => Promise<PageCounts>;
  readonly list: (asked: AskedRecent) => Promise<readonly RecentEvent[]>;
  /** Whose latest events lay on the last two days: by their keys, whether these were busy. */
  readonly lively: LRUCache<string, boolean>;
}

function createPageReport(reads: Reads, scope: Scope, today: string, period: Period | undefined): PageReport {
  const { count, list } = reads;
  const days = daysOf(period, today);
  let counting: Promise<PageCounts> | undefined;

  function counts(): Promise<PageCounts> {
    counting ??= days === undefined ? countEverything() : count({ scope, span: days.span, before: days.before });
    return counting;
  }

  function countEverything(): Promise<PageCounts> {
    return count({ scope, span: ALWAYS, before: undefined });
  }

  /** Days that the latest events lie on, newest first: of a quiet page they may be before those that were counted. */
  async function latestDays(): Promise<LatestDays> {
    const latest = eventsOf((await counts()).days);
    return latestDaysOf(days === undefined || isEnough(latest) ? latest : eventsOf((await countEverything()).days));
  }

  async function recentEvents(): Promise<readonly RecentEvent[]> {
    const key = keyOf(scope);
    const areBusy = reads.lively.get(key);
    const guessed = areBusy === undefined ? [] : await list({ scope, ...latestDaysIfRecent(today, areBusy) });
    // Ten on the last days are the latest; fewer may have others before them.
    if (guessed.length === RECENT_EVENTS) return guessed;
    const latest = await latestDays();
    const found = await list({ scope, ...latest });
    const areRecent = found.length === RECENT_EVENTS && latest.days.every((day) => day >= addDays(today, -1));
    if (areRecent) reads.lively.set(key, latest.areBusy);
    else reads.lively.delete(key);
    return found;
  }

  return {
    summary: async () => summaryOf((await counts()).inPeriod),
    summaryBefore: async () => (days === undefined ? null : summaryOf((await counts()).beforePeriod)),
    async eventTypes() {
      const { inPeriod } = await (days === undefined ? counts() : countEverything());
      return everyType(inPeriod);
    },
    async days() {
      const counted = (await counts()).days;
      const length = period === 'ALL' ? lengthSince(counted.at(-1)?.date, today) : (days?.length ?? REPORTED_DAYS);
      const found = new Map(counted.map((day) => [day.date, day]));
      return Array.from({ length }, (_, age) => {
        const date = addDays(today, -age);
        return found.get(date) ?? { date, views: 0, clicks: 0 };
      });
    },
    recentEvents,
  };
}

function eventsOf(days: readonly DayCount[]): readonly DayOfEvents[] {
  return days.map(({ date, views, clicks }) => ({ date, count: views + clicks }));
}

/** At least as far back as a report goes otherwise. */
function lengthSince(first: string | undefined, today: string): number {
  if (first === undefined) return REPORTED_DAYS;
  return Math.max(REPORTED_DAYS, (Date.parse(today) - Date.parse(first)) / 86_400_000 + 1);
}
