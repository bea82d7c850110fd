import { instantOfZoneTime, zoneTime } from '../../i18n/zone-time.ts';

const DAY_MS = 24 * 3_600_000;

export interface AnswerPromise {
  /** ISO 8601. */
  readonly deadline: string;
  readonly urgency: 'early' | 'soon' | 'late';
}

/**
 * When a sender who began to wait then is promised an answer, and how near that is. The contact form and the receipt
 * promise 24 to 48 hours without weekends.
 */
export function answerPromise(waitingSince: string, now: number): AnswerPromise {
  // By the clock of Paris, as if it were UTC, so that days have 24 hours.
  const began = Date.parse(`${zoneTime(waitingSince)}Z`);
  const since = isWeekend(began) ? onWorkday(began - (began % DAY_MS)) : began;
  const soon = onWorkday(since + DAY_MS);
  const deadline = instantOf(onWorkday(soon + DAY_MS));
  const isSoon = now >= Date.parse(instantOf(soon));
  return { deadline, urgency: now >= Date.parse(deadline) ? 'late' : isSoon ? 'soon' : 'early' };
}

function onWorkday(clock: number): number {
  return isWeekend(clock) ? onWorkday(clock + DAY_MS) : clock;
}

function isWeekend(clock: number): boolean {
  return new Date(clock).getUTCDay() % 6 === 0;
}

function instantOf(clock: number): string {
  return instantOfZoneTime(new Date(clock).toISOString().slice(0, 16));
}
