import { withFirst } from '@volant/proto/text/first-of-month';
import { LANGUAGES, type Language } from '@volant/proto/text/languages';
import { useTranslation } from 'react-i18next';
import { shownLanguage } from './language.ts';
import { ZONE, zoneTime } from './zone-time.ts';

export type Format = ReturnType<typeof createFormat>;

const formats = new Map<Language, Format>();

/** The texts, formats and language of the screen. */
export function useLocale() {
  const { t, i18n } = useTranslation();
  const language = i18n.language as Language;
  return { t, format: formatIn(language), language };
}

/**
 * Warms up `Intl` in the language of the screen. The first formatted number, date or country loads the locale, which takes
 * 13 to 22 ms on a desktop computer; later formatters take 3 ms.
 */
export function prepareFormat(): void {
  formatIn(shownLanguage()).number(0);
}

/** Formats in a language that may not be the shown one. Each language has one object for all components. */
export function formatIn(language: Language): Format {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = createFormat(LANGUAGES[language].locale);
  formats.set(language, made);
  return made;
}

/** Creating a formatter takes milliseconds, so do it on first use. */
function onceUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function createFormat(locale: string) {
  const numbers = (options?: Intl.NumberFormatOptions) => {
    const made = onceUsed(() => new Intl.NumberFormat(locale, options));
    return (value: number) => made().format(value);
  };
  const times = (options: Intl.DateTimeFormatOptions) => {
    const made = onceUsed(() => new Intl.DateTimeFormat(locale, options));
    return (time: string | number) => withFirst(made().format(new Date(time)), locale);
  };
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = times({ ...options, timeZone: 'UTC' });
    return (day: string) => format(`${day}T00:00:00Z`);
  };
  const weekdays = (weekday: 'long' | 'short') => {
    const format = times({ weekday, timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return (number: number) => format(Date.UTC(2024, 0, number));
  };
  // Spoken hours in English have twelve; the locale's own clock of a day has 24.
  const hourCycle = locale.startsWith('en') ? 'h12' : undefined;
  const clock = onceUsed(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', hourCycle, timeZone: 'UTC' }));
  const hour = (of: number) => clock().format(of * HOUR_MS);
  const number = numbers();
  const change = numbers({ signDisplay: 'exceptZero' });
  const relative = onceUsed(() => new Intl.RelativeTimeFormat(locale));
  const inWords = onceUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const lists = onceUsed(() => new Intl.ListFormat(locale));
  const regions = onceUsed(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }));
  return {
    number,
    /** What a text takes that says how many. */
    counted: (count: number) => ({ count, number: number(count) }),
    /** A signed difference; zero has no sign. The minus sign U+2212 is as wide as the plus. */
    change: (difference: number) => change(difference).replace('-', '\u2212'),
    /** A share from 0 to 1, with two significant digits. */
    percent: numbers({ style: 'percent', maximumSignificantDigits: 2 }),
    /** The day of an instant. */
    date: times({ dateStyle: 'long', timeZone: ZONE }),
    /** The same short and without its year: “29 Nov”. */
    shortDate: times({ day: 'numeric', month: 'short', timeZone: ZONE }),
    dayAndTime: times({ dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE }),
    /** A near day with its time: “Tue 1 Dec, 10:00”. */
    weekdayAndTime: times({ ...SHORT_DAY, hour: 'numeric', minute: '2-digit', timeZone: ZONE }),
    /** Time in the largest unit that fits, by calendar days from a day on: “3 hours ago”, “yesterday”. */
    age(iso: string) {
      const [count, unit] = ageOf(Date.parse(iso), Date.now());
      return (unit === 'day' ? inWords() : relative()).format(count, unit);
    },
    /** A calendar day such as `2026-03-01`, independent of the reader's time zone. */
    day: days({ weekday: 'short', day: 'numeric', month: 'long' }),
    shortDay: days({ day: 'numeric', month: 'short' }),
    /** Like `day`, with the year and without the weekday. */
    fullDay: days({ dateStyle: 'long' }),
    /** The month of a calendar day. */
    month: days({ month: 'long', year: 'numeric' }),
    shortMonth: days({ month: 'short', year: '2-digit' }),
    /** The day of the week; 1 is Monday. */
    weekday: weekdays('long'),
    shortWeekday: weekdays('short'),
    /** An hour of the day from 0 to 24: “7 pm”. */
    hour,
    /** Hours of the day, over midnight if the second is smaller: “7–9 pm”. */
    hours(from: number, to: number) {
      const range = clock().formatRange(from * HOUR_MS, to * HOUR_MS);
      // Over midnight a range names the days, and in French it names no unit.
      const isPlain = from < to && to < 24 && /\p{L}/u.test(range);
      return isPlain ? range : `${hour(from)} – ${hour(to)}`;
    },
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code),
    /** “a, b and c”. */
    list: (parts: readonly string[]) => lists().format(parts),
  };
}

const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function ageOf(time: number, now: number): readonly [number, Intl.RelativeTimeFormatUnit] {
  const seconds = (time - now) / 1_000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  // 47 hours may be one day ago or two.
  return [unit === 'day' ? dayOf(time) - dayOf(now) : Math.trunc(seconds / length), unit];
}

/** Number of a calendar day. */
function dayOf(time: number): number {
  return Date.parse(zoneTime(time).slice(0, 10)) / DAY_MS;
}
