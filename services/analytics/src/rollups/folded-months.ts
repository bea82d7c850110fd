import { addDays } from '@volant/infra/time/paris-day';

/** The folded days of one month under one number. */
export interface FoldedMonth {
  /** YYYYMM */
  readonly month: number;
  /** Ticket of the fold that named it. */
  readonly number: number;
  readonly rollup: number;
  /** First day that is not in it. */
  readonly until: string;
}

/** The rollups that a reader uses; days from `until` on are counted from the activities. */
export interface Folded {
  readonly until: string;
  readonly months: readonly FoldedMonth[];
  /** The rollup of `page_totals` that covers exactly these months; absent if there is none. */
  readonly totals?: number | undefined;
}

export const FIRST_DAY = '1970-01-01';

export function foldedMonthsQuery(database: string): string {
  return `SELECT m.month AS month, max(m.number) AS number, argMax(m.rollup, m.number) AS rollup, toString(argMax(m.until, m.number)) AS until
          FROM ${database}.folded_months AS m GROUP BY m.month ORDER BY month`;
}

export interface FoldedMonthRow {
  readonly month: number;
  readonly number: string | number;
  readonly rollup: string | number;
  readonly until: string;
}

/**
 * The leading months without a gap. Months after an incomplete one are ignored, so that each day is counted in exactly
 * one place for any set of rows.
 */
export function foldedOf(rows: readonly FoldedMonthRow[]): Folded {
  const months: FoldedMonth[] = [];
  let until = FIRST_DAY;
  for (const row of rows) {
    const month = Number(row.month);
    const first = firstDayOf(month);
    // The month has no folded day, or there is a gap before it.
    if (row.until === first || (months.length > 0 && until !== first)) break;
    until = row.until;
    months.push({ month, number: Number(row.number), rollup: Number(row.rollup), until });
  }
  return { until, months };
}

export function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));
}

export function firstDayOf(month: number): string {
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`;
}

export function nextMonth(month: number): number {
  return month % 100 === 12 ? month + 89 : month + 1;
}

/** Months from that of `first` to that of the day before `until`. */
export function monthsBetween(first: string, until: string): readonly number[] {
  const months: number[] = [];
  const last = monthOf(addDays(until, -1));
  for (let month = monthOf(first); month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/** Days from `first` to the one before `until`. */
export function daysBetween(first: string, until: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}
