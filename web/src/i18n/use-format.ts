import { useTranslation } from 'react-i18next';
import { chosenLanguage } from './language.ts';

/** Days of a page's figures are days in this zone, so every date and time on the screens is told in it, too. */
const ZONE = 'Europe/Paris';

export interface Format {
  readonly number: (value: number) => string;
  /** The day that an instant lies in. */
  readonly date: (iso: string) => string;
  readonly dayAndTime: (iso: string) => string;
  /** How long ago, in the largest unit that fits: “3 hours ago”. */
  readonly age: (iso: string) => string;
  /** A calendar day given as `2026-03-01`, whatever the reader's time zone. */
  readonly day: (day: string) => string;
  readonly shortDay: (day: string) => string;
  /** The month that a calendar day lies in. */
  readonly month: (day: string) => string;
  readonly shortMonth: (day: string) => string;
  /** A difference with its sign; none has none. */
  readonly change: (difference: number) => string;
  /** As `day`, with its year and without the weekday. */
  readonly fullDay: (day: string) => string;
  readonly country: (code: string) => string;
}

const formats = new Map<string, Format>();

/** Numbers, dates and countries as the chosen language writes them. The same object for every component. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatIn(i18n.language);
}

/**
 * Has the browser read how the chosen language writes. Its first number, date or country makes it do so, which takes
 * 13 to 22 ms on a desktop computer, any other 3.
 */
export function prepareFormat(): void {
  formatIn(chosenLanguage()).number(0);
}

function formatIn(language: string): Format {
  const locale = language === 'en' ? 'en-GB' : 'fr-FR';
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = createFormat(locale);
  formats.set(locale, made);
  return made;
}

/** A browser takes milliseconds to make a formatter: each is made once it is used. */
function onceUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function createFormat(locale: string): Format {
  const numbers = (options?: Intl.NumberFormatOptions) => onceUsed(() => new Intl.NumberFormat(locale, options));
  const dates = (options: Intl.DateTimeFormatOptions) => onceUsed(() => new Intl.DateTimeFormat(locale, options));
  const number = numbers();
  const change = numbers({ signDisplay: 'exceptZero' });
  const date = dates({ dateStyle: 'long', timeZone: ZONE });
  const dayAndTime = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE });
  const day = dates({ weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const shortDay = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const month = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = dates({ month: 'short', year: '2-digit', timeZone: 'UTC' });
  const fullDay = dates({ dateStyle: 'long', timeZone: 'UTC' });
  const relative = onceUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const regions = onceUsed(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }));
  return {
    number: (value) => number().format(value),
    date: (iso) => date().format(new Date(iso)),
    age: (iso) => ageOf(relative(), (Date.parse(iso) - Date.now()) / 1_000),
    dayAndTime: (iso) => dayAndTime().format(new Date(iso)),
    day: (iso) => day().format(new Date(`${iso}T00:00:00Z`)),
    fullDay: (iso) => fullDay().format(new Date(`${iso}T00:00:00Z`)),
    shortDay: (iso) => shortDay().format(new Date(`${iso}T00:00:00Z`)),
    month: (iso) => month().format(new Date(`${iso}T00:00:00Z`)),
    shortMonth: (iso) => shortMonth().format(new Date(`${iso}T00:00:00Z`)),
    // The sign of a difference is as wide as its plus.
    change: (difference) => change().format(difference).replace('-', '\u2212'),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code),
  };
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** @param seconds from now, negative for what is past */
function ageOf(relative: Intl.RelativeTimeFormat, seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / length), unit);
}
