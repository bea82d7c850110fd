import { addDays, parisDay, parisHour } from '@volant/infra/time/paris-day';

/** In Paris, like all days of the product. */
const FIRST_HOUR = 7;

/**
 * The Monday (YYYY-MM-DD) whose letters are due: from Monday at 7 until Tuesday at midnight, so that they are sent after
 * an outage of a day, too. Undefined at other times.
 */
export function dueWeek(now: Date): string | undefined {
  const today = parisDay(now.getTime());
  const weekday = new Date(today).getUTCDay();
  if (weekday === 1) return parisHour(now.getTime()) >= FIRST_HOUR ? today : undefined;
  return weekday === 2 ? addDays(today, -1) : undefined;
}
