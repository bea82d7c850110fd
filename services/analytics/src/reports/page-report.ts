import { once } from '@volant/infra/process/waiting/once';
import { addDays } from '@volant/infra/time/paris-day';
import type { DaySpan, Scope } from './counted-events.ts';
import { everyType } from './event-types.ts';
import { countsOf, type DayCount } from './page-counts.ts';
import { readFigures } from './page-figures.ts';
import { daysOf, isWhole, type Period, REPORTED_DAYS } from './periods.ts';
import {
  isEnough,
  latestDaysOf,
  latestOf,
  listDaysUntil,
  listRecentEvents,
  type RecentEvent,
} from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import { summaryOf } from './summary.ts';
import { type VisitorCounts, visitsOf } from './visits.ts';

/** A day of a report; its visitors are counted only if the query selects them. */
export interface ReportedDay extends DayCount {
  visitors(): Promise<number>;
}

/** All days that the tables can store. */
const ALWAYS: DaySpan = { after: '1970-01-01', until: '2149-06-06' };

/** For most visited pages, the last 60 days contain the ten events that their report lists. */
const LOOKED_BACK_DAYS = 60;

/** @param today in Europe/Paris */
export function createPageReport(
  reports: ReportsDatabase,
  clock: () => Date,
  scope: Scope,
  today: string,
  period?: Period,
) {
  const days = daysOf(period, today);
  const span = days?.span ?? ALWAYS;
  /** The days to compare with, if there are any. */
  const before = days !== undefined && isWhole(days.before, scope) ? days.before : undefined;
  const firstAfter = before?.after ?? span.after;
  const [countedAfter = firstAfter] = [addDays(today, -LOOKED_BACK_DAYS), firstAfter].sort();

  async function read(visitsAreWanted: () => boolean) {
    const folded = await reports.folded();
    const withVisits = visitsAreWanted();
    const figureDays = { countedAfter, visits: { after: firstAfter, until: span.until, since: span.after } };
    return { withVisits, figures: await readFigures(reports, folded, scope, figureDays, withVisits) };
  }

  let visitsAreWanted = false;
  /** All fields of a report are resolved in one turn, so that this knows in time whether one needs visits. */
  const known = once(() => read(() => visitsAreWanted));
  const counts = once(async () => countsOf((await known()).figures, span, before));
  const visits = once(async () => {
    visitsAreWanted = true;
    const first = await known();
    const { figures } = first.withVisits ? first : await read(() => true);
    return visitsOf(figures, scope, span, before);
  });

  async function recentEvents(): Promise<readonly RecentEvent[]> {
    const latest = latestOf((await known()).figures, scope.pageUid);
    if (latest !== undefined) return latest;
    const counted = (await counts()).days.map(({ date, views, clicks }) => ({ date, count: views + clicks }));
    const earlier = isEnough(counted) ? [] : await listDaysUntil(reports, scope, countedAfter);
    return listRecentEvents(reports, clock().getTime(), scope, latestDaysOf([...counted, ...earlier]));
  }

  return {
    /** Views and clicks over the period; without one, over all days. */
    summary: async () => summaryOf((await counts()).inPeriod),
    /** The same for an equal number of days before the period; null if nothing is compared. */
    summaryBefore: async () => (before === undefined ? null : summaryOf((await counts()).beforePeriod)),
    /** Events over the period by type: every type, in list order. */
    eventTypes: async () => everyType((await counts()).inPeriod),
    /**
     * The days of the period (default: 30), newest first, with zeroes for days without events. ALL starts at the first
     * event.
     */
    async days(): Promise<readonly ReportedDay[]> {
      const counted = (await counts()).days;
      const length = period === 'ALL' ? lengthSince(counted.at(-1)?.date, today) : (days?.length ?? REPORTED_DAYS);
      const found = new Map(counted.map((day) => [day.date, day]));
      return Array.from({ length }, (_, age) => {
        const date = addDays(today, -age);
        const visitors = async () => (await visits()).visitorsOfDays.get(date) ?? 0;
        return { ...(found.get(date) ?? { date, views: 0, clicks: 0 }), visitors };
      });
    },
    /** Visitors over the period: the sum of its days. */
    visitors: async (): Promise<VisitorCounts> => (await visits()).visitors,
    /** The same for an equal number of days before the period; null if nothing is compared. */
    visitorsBefore: async (): Promise<VisitorCounts | null> =>
      before === undefined ? null : (await visits()).visitorsBefore,
    /** Where the visits of the period came from, and when. */
    visits,
    /** The 10 latest events regardless of the period, newest first. */
    recentEvents,
  };
}

/**
 * Figures of one page, read with one statement, so that daily counts add up to the total while events arrive. Only if
 * there are fewer than ten events on the open days, others look for the latest.
 */
export type PageReport = ReturnType<typeof createPageReport>;

/** At least the length of a report without a period. */
function lengthSince(first: string | undefined, today: string): number {
  if (first === undefined) return REPORTED_DAYS;
  return Math.max(REPORTED_DAYS, (Date.parse(today) - Date.parse(first)) / 86_400_000 + 1);
}
