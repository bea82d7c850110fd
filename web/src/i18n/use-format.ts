import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export interface Format {
  readonly number: (value: number) => string;
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

/** Numbers, dates and countries as the chosen language writes them. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return useMemo(() => createFormat(i18n.language === 'en' ? 'en-GB' : 'fr-FR'), [i18n.language]);
}

function createFormat(locale: string): Format {
  const number = new Intl.NumberFormat(locale);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  const change = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return {
    number: (value) => number.format(value),
    date: (iso) => date.format(new Date(iso)),
    age: (iso) => ageOf(relative, (Date.parse(iso) - Date.now()) / 1_000),
    dayAndTime: (iso) => dayAndTime.format(new Date(iso)),
    day: (iso) => day.format(new Date(`${iso}T00:00:00Z`)),
    fullDay: (iso) => fullDay.format(new Date(`${iso}T00:00:00Z`)),
    shortDay: (iso) => shortDay.format(new Date(`${iso}T00:00:00Z`)),
    month: (iso) => month.format(new Date(`${iso}T00:00:00Z`)),
    shortMonth: (iso) => shortMonth.format(new Date(`${iso}T00:00:00Z`)),
    // The sign of a difference is as wide as its plus.
    change: (difference) => change.format(difference).replace('-', '\u2212'),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
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
