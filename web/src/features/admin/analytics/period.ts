import { instantOfZoneTime, zoneTime } from '../../../i18n/zone-time.ts';

const DAY_MS = 86_400_000;

/** Days of each period, in the order of its choices. */
const LENGTHS = { WEEK: 7, MONTH: 30, QUARTER: 90, YEAR: 365 } as const;

export type Period = keyof typeof LENGTHS;
export const PERIODS = Object.keys(LENGTHS) as Period[];

export function periodIn(params: URLSearchParams): Period {
  return PERIODS.find((one) => one === params.get('period')) ?? 'MONTH';
}

/** Where a period up to today begins, and where as many days before it do: midnights of the zone of all times. */
export function beginningsOf(period: Period, now: number): { readonly from: string; readonly before: string } {
  const today = Date.parse(zoneTime(now).slice(0, 10));
  const midnight = (daysAgo: number) =>
    instantOfZoneTime(`${new Date(today - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00:00`);
  const length = LENGTHS[period];
  return { from: midnight(length - 1), before: midnight(2 * length - 1) };
}
