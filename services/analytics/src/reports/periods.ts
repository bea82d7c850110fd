import { addDays, parisDay } from '@volant/infra/time/paris-day';
import type { DaySpan, Ownership } from './counted-events.ts';

/** Default number of days in a report. */
export const REPORTED_DAYS = 30;

const LENGTHS = { WEEK: 7, MONTH: REPORTED_DAYS, QUARTER: 90, YEAR: 365 } as const;

export type Period = keyof typeof LENGTHS | 'ALL';

export interface PeriodDays {
  readonly length: number;
  readonly span: DaySpan;
  /** The same number of days right before them. */
  readonly before: DaySpan;
}

/** Whether an ownership has all days of the span: with fewer, a comparison would always show a rise. */
export function isWhole({ after }: DaySpan, { since }: Pick<Ownership, 'since'>): boolean {
  return since === undefined || parisDay(since.getTime()) <= after;
}

/** The number of days of a period up to `today`, and their span; undefined if the period has no beginning. */
export function daysOf(period: keyof typeof LENGTHS, today: string): PeriodDays;
export function daysOf(period: Period | undefined, today: string): PeriodDays | undefined;
export function daysOf(period: Period | undefined, today: string): PeriodDays | undefined {
  if (period === undefined || period === 'ALL') return undefined;
  const length = LENGTHS[period];
  const after = addDays(today, -length);
  return { length, span: { after, until: today }, before: { after: addDays(after, -length), until: after } };
}
