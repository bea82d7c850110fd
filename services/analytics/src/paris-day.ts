import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More hours than the window of a late event has. */
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
 * Paris lies whole hours from UTC and changes its clocks on a whole hour of
 * UTC, so no UTC hour ever holds parts of two Paris days, and the slow answer
 * of the time zone database is needed once an hour of UTC.
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

/** Time from an instant to the next midnight in Paris; between 0 (excluded) and 25 hours. */
export function untilParisMidnight(epochMs: number): number {
  const today = parisDay(epochMs);
  let next = (Math.floor(epochMs / HOUR_MS) + 1) * HOUR_MS;
  while (parisDay(next) === today) next += HOUR_MS;
  return next - epochMs;
}

/** Whether a text is a day of the calendar that the tables can hold. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '2000-01-01' || text > '2148-12-31') return false;
  const at = Date.parse(text);
  // The round trip refuses 30 February, which Date would silently move into March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
