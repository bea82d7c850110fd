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
  hour: '2-digit',
  hourCycle: 'h23',
});

/** What a clock in Paris shows. */
interface Shown {
  readonly day: string;
  readonly hour: number;
}

const shownInHour = new LRUCache<number, Shown>({ max: REMEMBERED_HOURS });
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
  lastHour = hour;
  lastDay = shownIn(hour).day;
  return lastDay;
}

/** Hour of the day in Europe/Paris of an instant. */
export function parisHour(epochMs: number): number {
  return shownIn(Math.floor(epochMs / HOUR_MS)).hour;
}

function shownIn(utcHour: number): Shown {
  const known = shownInHour.get(utcHour);
  if (known !== undefined) return known;
  const [day, month, year, hour] = format.format(utcHour * HOUR_MS).split(/\D+/);
  const shown = { day: `${year}-${month}-${day}`, hour: Number(hour) };
  shownInHour.set(utcHour, shown);
  return shown;
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
