import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More hours than the time window of late events. */
const REMEMBERED_HOURS = 512;

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const dayOfHour = new LRUCache<number, string>({ max: REMEMBERED_HOURS });
let lastHour = Number.NaN;
let lastDay = '';

/**
 * Day in Europe/Paris of an instant, as YYYY-MM-DD.
 *
 * The offset of Paris from UTC is a whole number of hours and changes on a whole hour of UTC, so no UTC hour spans two
 * Paris days. The slow time zone lookup is therefore needed once per UTC hour.
 */
export function parisDay(epochMs: number): string {
  const hour = Math.floor(epochMs / HOUR_MS);
  if (hour === lastHour) return lastDay;
  let day = dayOfHour.get(hour);
  if (day === undefined) {
    day = askTimeZone(hour * HOUR_MS);
    dayOfHour.set(hour, day);
  }
  lastHour = hour;
  lastDay = day;
  return day;
}

function askTimeZone(epochMs: number): string {
  const [day, month, year] = format.format(epochMs).split('/');
  return `${year}-${month}-${day}`;
}

/** The day `days` after (or, negative, before) a day given as YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Milliseconds from an instant to the next midnight in Paris; between 0 (excluded) and 25 hours. */
export function untilParisMidnight(epochMs: number): number {
  const today = parisDay(epochMs);
  let next = (Math.floor(epochMs / HOUR_MS) + 1) * HOUR_MS;
  while (parisDay(next) === today) next += HOUR_MS;
  return next - epochMs;
}

/** Whether a text is a valid calendar date that the tables can store. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '2000-01-01' || text > '2148-12-31') return false;
  const at = Date.parse(text);
  // The round trip rejects 30 February, which Date would silently turn into March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
