import { once } from '@volant/infra/process/waiting/once';
import { addDays } from '@volant/infra/time/paris-day';
import type { Scope } from './counted-events.ts';
import { everyType } from './event-types.ts';
import { countPage, type DayCount } from './page-counts.ts';
import { daysOf, isWhole, type Period, REPORTED_DAYS } from './periods.ts';
import {
  type DayOfEvents,
  isEnough,
  latestDaysOf,
  latestOf,
  listRecentEvents,
  type RecentEvent,
} from './recent-events.ts';
import { createReportSource } from './report-source.ts';
import type { ReportsDatabase } from './reports-database.ts';
import { summaryOf } from './summary.ts';
import { countVisits, type VisitorCounts } from './visits.ts';

/** A day of a report; its visitors are counted only if they are asked for. */
export interface ReportedDay extends DayCount {
  visitors(): Promise<number>;
}

/** All days that the tables can store. */
const ALWAYS = { after: '1970-01-01', until: '2149-06-06' };

/** @param today in Europe/Paris */
export function createPageReport(
  reports: ReportsDatabase,
  clock: () => Date,
  scope: Scope,
  today: string,
  period?: Period,
) {
  const source = createReportSource(reports, scope);
  const days = daysOf(period, today);
  /** The days to compare with, if there are any. */
  const before = days !== undefined && isWhole(days.before, scope) ? days.before : undefined;
  const countEverything = once(() => countPage(source, ALWAYS, undefined));
  const counts = once(() => (days === undefined ? countEverything() : countPage(source, days.span, before)));
  const visits = once(() => countVisits(source, days?.span ?? ALWAYS, before));

  /** Days that contain the latest events, which may be older than the counted ones: each month that is read costs. */
  async function latestCounts(): Promise<readonly DayOfEvents[]> {
    const counted = eventsOf((await counts()).days);
    if (days === undefined || isEnough(counted)) return counted;
    const lastYear = daysOf('YEAR', today).span;
    const ofYear = period === 'YEAR' ? counted : eventsOf((await countPage(source, lastYear, undefined)).days);
    return isEnough(ofYear) ? ofYear : eventsOf((await countEverything()).days);
  }

  async function recentEvents(): Promise<readonly RecentEvent[]> {
    const latest = latestOf((await source.listed()) ?? []);
    if (latest !== undefined) return latest;
    return listRecentEvents(reports, clock().getTime(), scope, latestDaysOf(await latestCounts()));
  }

  return {
    /** Views and clicks over the period; without one, over all days. */
    summary: async () => summaryOf((await counts()).inPeriod),
    /** The same for an equal number of days before the period; null if nothing is compared. */
    summaryBefore: async () => (before === undefined ? null : summaryOf((await counts()).beforePeriod)),
    /** Events over all days by type: every type, in list order. */
    async eventTypes() {
      return everyType((await countEverything()).inPeriod);
    },
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
 * Figures of one page. Open days are read once, so that daily counts add up to the total while events arrive. The latest
 * events need a second read only if too few were listed.
 */
export type PageReport = ReturnType<typeof createPageReport>;

function eventsOf(days: readonly DayCount[]): readonly DayOfEvents[] {
  return days.map(({ date, views, clicks }) => ({ date, count: views + clicks }));
}

/** At least the length of a report without a period. */
function lengthSince(first: string | undefined, today: string): number {
  if (first === undefined) return REPORTED_DAYS;
  return Math.max(REPORTED_DAYS, (Date.parse(today) - Date.parse(first)) / 86_400_000 + 1);
}
