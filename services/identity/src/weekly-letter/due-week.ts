const DAY_MS = 24 * 60 * 60 * 1000;
/** In Paris, like all days of the product. */
const FIRST_HOUR = 7;

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/**
 * The Monday (YYYY-MM-DD) whose letters are due: from Monday at 7 until Tuesday at midnight, so that they are sent after
 * an outage of a day, too. Undefined at other times.
 */
export function dueWeek(now: Date): string | undefined {
  const found = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  const today = `${found.year}-${found.month}-${found.day}`;
  const weekday = new Date(today).getUTCDay();
  if (weekday === 1) return Number(found.hour) >= FIRST_HOUR ? today : undefined;
  return weekday === 2 ? dayBefore(today, 1) : undefined;
}

export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
