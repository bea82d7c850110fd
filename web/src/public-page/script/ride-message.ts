import { withFirst } from '@volant/proto/text/first-of-month';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { messageLink } from '../view/message-link.ts';
import type { RideWay } from '../view/ride.tsx';
import { rideHash } from './ride-link.ts';
import type french from './texts/ride.fr.json';

export type RideTexts = typeof french;

/** Fields of the form with their longest text; the shortest form of all is the browser's. */
export const RIDE_FIELDS = {
  from: 100,
  to: 100,
  day: 10,
  time: 5,
  passengers: 2,
  luggage: 2,
  transport: 20,
  name: 40,
} as const;

export type RideField = keyof typeof RIDE_FIELDS;
export interface Ride extends Readonly<Record<RideField, string>> {
  /** As soon as possible: today, whatever the fields of day and time contain. */
  readonly soon: boolean;
}

export interface Speech {
  readonly language: string;
  readonly texts: RideTexts;
}

/** Longest link: browsers and apps cut or refuse much longer ones. A French message always fits. */
export const LONGEST_LINK = 3_500;

/** A value as written: on one line, and without halves of characters, which no link can contain. */
function written(ride: Ride, field: RideField): string {
  const value = ride[field].slice(0, RIDE_FIELDS[field]).replace(/\p{Cs}/gu, '');
  return value.replace(/\s+/g, ' ').trim();
}

/**
 * Whether nobody can come at this time, by the clock of the passenger: it is over, or a clock change in spring skips it,
 * so that it is read as another one.
 */
export function isImpossible({ day, time }: Pick<Ride, 'day' | 'time'>, now = new Date()): boolean {
  const at = new Date(`${day}T${time}`);
  return time !== '' && (at < now || (at >= now && !`${at}`.includes(` ${time}`)));
}

/** Whether the driver learns where the ride is. */
export function saysWhere(ride: Ride): boolean {
  return written(ride, 'from') !== '' || written(ride, 'to') !== '';
}

/** The message in one language, without empty fields. */
function messageIn({ language, texts }: Speech, ride: Ride): string {
  const shown = (field: RideField) => {
    if (field === 'day') return dayIn(language, ride.soon ? today() : written(ride, field));
    return field === 'time' && ride.soon ? texts.soon : written(ride, field);
  };
  const lines = (Object.keys(RIDE_FIELDS) as RideField[]).flatMap((field) => {
    const value = shown(field);
    return value === '' ? [] : [texts[field] + texts.colon + value];
  });
  return [texts.hello, ...lines].join('\n');
}

/** By the passenger's clock, as the field of a day has it. */
export function today(): string {
  // Swedish dates are those of the field.
  return new Date().toLocaleDateString('sv');
}

function dayIn(language: string, day: string): string {
  const date = new Date(`${day}T00:00Z`);
  if (Number.isNaN(date.getTime())) return '';
  // With the digits of the other fields, also in Arabic.
  const shown = date.toLocaleDateString(`${language}-u-nu-latn`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return withFirst(shown, language);
}

/** The last lines of the message: what fills in the driver's booking voucher. */
function voucherLines(ride: Ride, french: Speech, own: Speech, voucher: string): string {
  const value = (field: RideField) => written(ride, field);
  const hash = rideHash({
    at: `${Math.floor(Date.now() / 1_000)}`,
    day: ride.soon ? '' : value('day'),
    time: ride.soon ? '' : value('time'),
    from: value('from'),
    to: value('to'),
    passengers: value('passengers'),
    luggage: value('luggage'),
    transport: value('transport'),
    name: value('name'),
  });
  const labels = [...new Set([french.texts.voucher, own.texts.voucher])].join(' · ');
  return `\n\n${labels}${french.texts.colon.trimEnd()}\n${voucher}${hash}`;
}

/**
 * The address that opens the message in an app: in French, and in the passenger's language beneath.
 * @param voucher address of the screen for booking vouchers, of a driver who needs them
 */
export function rideLink(way: RideWay, ride: Ride, french: Speech, own: Speech, voucher?: string): string {
  const message = messageIn(french, ride);
  const both = own.language === DEFAULT_LANGUAGE ? message : `${message}\n\n${messageIn(own, ride)}`;
  const end = voucher === undefined ? '' : voucherLines(ride, french, own, voucher);
  const links = [both + end, message + end, both].map((text) => messageLink(way, text, french.texts.title));
  return links.find(({ length }) => length <= LONGEST_LINK) ?? messageLink(way, message, french.texts.title);
}
