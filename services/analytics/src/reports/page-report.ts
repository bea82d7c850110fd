import { addDays } from '../paris-day.ts';
import { countedEvents, foldedParams, inScope, type Scope } from './counted-events.ts';
import { type EventTypeCount, everyType } from './event-types.ts';
import { daysOf, type Period, REPORTED_DAYS } from './periods.ts';
import { listRecentEvents, type RecentEvent } from './recent-events.ts';
import type { ReportsDatabase } from './reports-database.ts';
import { type Summary, summaryOf, type TypeRow } from './summary.ts';

export interface DayCount {
  readonly date: string;
  readonly views: number;
  readonly clicks: number;
}

/**
 * Figures of one page. All of them are counted by one statement, at one moment: while events come in,
 * the days still add up to the total. The events that are listed are read after it.
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

interface Counts {
  /** Only days on which something happened, newest first. */
  readonly days: readonly DayCount[];
  readonly inPeriod: readonly TypeRow[];
  readonly beforePeriod: readonly TypeRow[];
  readonly outside: readonly TypeRow[];
}

/** Every day there is. */
const ALWAYS = { after: '1970-01-01', until: '2149-06-06' };
const NEVER = { after: ALWAYS.after, until: ALWAYS.after };

/** @param today in Europe/Paris */
export function createPageReport(reports: ReportsDatabase, scope: Scope, today: string, period?: Period): PageReport {
  const days = daysOf(period, today);
  let counting: Promise<Counts> | undefined;

  function counts(): Promise<Counts> {
    counting ??= countPage(reports, scope, days);
    return counting;
  }

  return {
    summary: async () => summaryOf((await counts()).inPeriod),
    summaryBefore: async () => (days === undefined ? null : summaryOf((await counts()).beforePeriod)),
    async eventTypes() {
      const { inPeriod, beforePeriod, outside } = await counts();
      return everyType([...inPeriod, ...beforePeriod, ...outside]);
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
    recentEvents: async () => listRecentEvents(reports, scope, (await counts()).days),
  };
}

async function countPage(
  reports: ReportsDatabase,
  scope: Scope,
  { span, before }: { readonly span: typeof ALWAYS; readonly before: typeof ALWAYS } = { span: ALWAYS, before: NEVER },
): Promise<Counts> {
  const { condition, params } = inScope(scope);
  const rows = await reports.select<{
    by_day: number;
    date: string;
    views: string | number;
    part: number;
    type: string;
    name: string;
    total: string | number;
  }>(
    `SELECT grouping(type) AS by_day, toString(day) AS date, sumIf(events, type = 'VIEW') AS views,
       multiIf(day > {after:Date} AND day <= {until:Date}, 1, day > {afterBefore:Date} AND day <= {untilBefore:Date}, 2, 0) AS part,
       type, custom_field AS name, sum(events) AS total
     FROM ${countedEvents(reports.name, condition)}
     GROUP BY GROUPING SETS ((day), (part, type, custom_field)) ORDER BY day DESC`,
    {
      ...params,
      ...foldedParams(await reports.folded()),
      ...span,
      afterBefore: before.after,
      untilBefore: before.until,
    },
  );
  const days = rows.filter(({ by_day }) => Number(by_day) === 1);
  const ofPart = (wanted: number) =>
    rows
      .filter(({ by_day, part }) => Number(by_day) === 0 && Number(part) === wanted)
      .map(({ type, name, total }) => ({ type, name, total: Number(total) }));
  return {
    days: days.map(({ date, views, total }) => ({ date, views: Number(views), clicks: Number(total) - Number(views) })),
    inPeriod: ofPart(1),
    beforePeriod: ofPart(2),
    outside: ofPart(0),
  };
}

/** At least as far back as a report goes otherwise. */
function lengthSince(first: string | undefined, today: string): number {
  if (first === undefined) return REPORTED_DAYS;
  return Math.max(REPORTED_DAYS, (Date.parse(today) - Date.parse(first)) / 86_400_000 + 1);
}
