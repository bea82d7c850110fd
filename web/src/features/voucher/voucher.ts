import { readWholePhone } from '@volant/proto/contact/phone';
import { REGISTERS } from '@volant/proto/profile/registers';
import { cleanLine } from '@volant/proto/text/clean-text';
import * as v from 'valibot';
import { TOO_LONG } from '../../api/failure.ts';
import { parsed } from '../../api/parsed.ts';
import { instantOfZoneTime, zoneTime } from '../../i18n/zone-time.ts';
import { decodeLines, encodeLines, type RideLines } from '../../public-page/script/ride-link.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';

/** Zones of the places where the law on VTC is that of France. */
export const ZONES = {
  paris: 'Europe/Paris',
  guadeloupe: 'America/Guadeloupe',
  martinique: 'America/Martinique',
  guyane: 'America/Cayenne',
  reunion: 'Indian/Reunion',
  mayotte: 'Indian/Mayotte',
} as const;

/** From this day on a voucher carries the SIREN and the number in the register (decree of 6 August 2025). */
const WITH_NUMBERS_FROM = '2025-10-29';

/** Of the texts that are typed as they are. */
const LONGEST = { operator: 200, address: 200, client: 100, place: 200, destination: 200 } as const;

const line = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const instant = v.pipe(v.string(), v.isoTimestamp());

/** The business of the driver, kept on the phone. */
export const businessSchema = v.object({
  operator: line(LONGEST.operator),
  operatorPhone: line(30),
  address: line(LONGEST.address),
  siren: line(20),
  revtc: line(20),
  zone: v.picklist(Object.values(ZONES)),
});
export type Business = v.InferOutput<typeof businessSchema>;

export const NO_BUSINESS: Business = {
  operator: '',
  operatorPhone: '',
  address: '',
  siren: '',
  revtc: '',
  zone: 'Europe/Paris',
};

/** A voucher that was made; it never changes. The order of the fields is that of the lines in its code. */
export const voucherSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{8}-[A-Z2-9]{5}$/)),
  madeAt: instant,
  bookedAt: instant,
  pickUpAt: instant,
  ...businessSchema.entries,
  client: line(LONGEST.client),
  phone: line(30),
  place: line(LONGEST.place),
  destination: line(LONGEST.destination),
  price: line(12),
  /** The voucher that this one corrects, or empty. */
  replaces: line(14),
});
export type Voucher = v.InferOutput<typeof voucherSchema>;
const FIELDS = Object.keys(voucherSchema.entries) as readonly (keyof Voucher)[];
const INSTANTS: readonly string[] = ['madeAt', 'bookedAt', 'pickUpAt'];

export interface VoucherValues extends Omit<Business, 'zone'> {
  zone: string;
  client: string;
  phone: string;
  place: string;
  destination: string;
  day: string;
  time: string;
  bookedDay: string;
  bookedTime: string;
  price: string;
}

const zoneOf = (zone: string) => Object.values(ZONES).find((known) => known === zone) ?? ZONES.paris;
const splitTime = (instantIn: string | number, zone: string) =>
  zoneTime(instantIn, zone).split('T') as [string, string];

/** The form for a booking by telephone, or with what a request says. */
export function startValues(business: Business, now: number, ride?: RideLines): VoucherValues {
  const asked = Number(ride?.at) * 1_000;
  // The clock of the passenger's phone may be ahead.
  const booked = asked > 0 && asked < now ? asked : now;
  const [bookedDay, bookedTime] = splitTime(booked, business.zone);
  const { day = '', time = '', from = '', to = '', name = '' } = ride ?? {};
  const blank = { client: name, phone: '', place: from, destination: to, price: '' };
  return { ...business, ...blank, day: day || bookedDay, time, bookedDay, bookedTime };
}

/** The form for a correction. */
export function valuesOf(voucher: Voucher): VoucherValues {
  const { id, madeAt, bookedAt, pickUpAt, replaces, ...rest } = voucher;
  const [day, time] = splitTime(pickUpAt, voucher.zone);
  const [bookedDay, bookedTime] = splitTime(bookedAt, voucher.zone);
  return { ...rest, day, time, bookedDay, bookedTime };
}

/** Undefined for a time that does not exist, as in the hour that a spring night skips. */
function instantOf(day: string, time: string, zone: string): number | undefined {
  const written = `${day}T${time}`;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(written) || Number.isNaN(Date.parse(`${written}Z`))) return undefined;
  const found = instantOfZoneTime(written, zone);
  return zoneTime(found, zone) === written ? Date.parse(found) : undefined;
}

type Fields = Refusal<VoucherValues>['fields'];

/** Texts that are longer than a voucher has room for. */
export function lengthProblems<Name extends keyof typeof LONGEST>(
  values: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Partial<Record<Name, typeof TOO_LONG>> {
  const tooLong = names.filter((name) => cleanLine(values[name]).length > LONGEST[name]);
  return Object.fromEntries(tooLong.map((name) => [name, TOO_LONG])) as Partial<Record<Name, typeof TOO_LONG>>;
}

/** What a lawful voucher lacks, or what cannot be, at each field; undefined if nothing. */
export function checkVoucher(values: VoucherValues, now: number): Refusal<VoucherValues> | undefined {
  const isEmpty = (field: keyof VoucherValues) => cleanLine(values[field]) === '';
  const fields: Fields = {
    ...numberProblems(values, isEmpty),
    ...peopleProblems(values, isEmpty),
    ...timeProblems(values, now),
    ...lengthProblems(values, ['operator', 'address', 'client', 'place', 'destination']),
  };
  return Object.keys(fields).length === 0 ? undefined : { summary: 'voucher.refused', fields };
}

function numberProblems({ siren, revtc, day }: VoucherValues, isEmpty: (field: 'siren' | 'revtc') => boolean): Fields {
  const needed = !/^\d{4}-\d\d-\d\d$/.test(day) || day >= WITH_NUMBERS_FROM;
  const wrong = (field: 'siren' | 'revtc', text: string) =>
    isEmpty(field) ? needed : REGISTERS[field].read(text) === undefined;
  return {
    ...(wrong('siren', siren) && { siren: isEmpty('siren') ? 'voucher.needed.siren' : 'voucher.wrong.siren' }),
    ...(wrong('revtc', revtc) && { revtc: isEmpty('revtc') ? 'voucher.needed.revtc' : 'voucher.wrong.revtc' }),
  };
}

function peopleProblems(values: VoucherValues, isEmpty: (field: keyof VoucherValues) => boolean): Fields {
  // Numbers of services are shorter.
  const canBeCalled = (field: 'phone' | 'operatorPhone') =>
    (readWholePhone(values[field], '33')?.number.replace(/\D/g, '').length ?? 0) >= 8;
  const wrong = (field: 'phone' | 'operatorPhone') => !isEmpty(field) && !canBeCalled(field);
  return {
    ...(isEmpty('operator') && { operator: 'voucher.needed.operator' }),
    ...(isEmpty('operatorPhone') && { operatorPhone: 'voucher.needed.operatorPhone' }),
    ...(isEmpty('client') && { client: 'voucher.needed.client' }),
    ...(isEmpty('phone') && { phone: 'voucher.needed.phone' }),
    ...(isEmpty('place') && { place: 'voucher.needed.place' }),
    ...(wrong('phone') && { phone: 'voucher.wrong.phone' }),
    ...(wrong('operatorPhone') && { operatorPhone: 'voucher.wrong.phone' }),
    ...(!/^(?:\d{1,6}(?:[.,]\d{1,2})?)?$/.test(values.price.trim()) && { price: 'voucher.wrong.price' }),
  };
}

function timeProblems({ day, time, bookedDay, bookedTime, zone }: VoucherValues, now: number): Fields {
  const booked = instantOf(bookedDay, bookedTime, zoneOf(zone));
  const pickUp = instantOf(day, time, zoneOf(zone));
  const minute = now - (now % 60_000);
  const problems: { -readonly [F in keyof Fields]: Fields[F] } = {};
  if (booked === undefined) problems.bookedTime = 'voucher.needed.booked';
  else if (booked > now) problems.bookedTime = 'voucher.wrong.bookedLater';
  if (pickUp === undefined) problems.time = day === '' || time === '' ? 'voucher.needed.time' : 'voucher.wrong.noHour';
  else if (booked !== undefined && pickUp <= booked) problems.time = 'voucher.wrong.notBefore';
  else if (pickUp < minute) problems.time = 'voucher.wrong.past';
  return problems;
}

/** No letters that look like digits. */
export const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The voucher of checked values. */
export function voucherOf(values: VoucherValues, now: number, replaces = ''): Voucher {
  const zone = zoneOf(values.zone);
  const iso = (day: string, time: string) => new Date(instantOf(day, time, zone) ?? Number.NaN).toISOString();
  const random = crypto.getRandomValues(new Uint8Array(5));
  const clean = (field: keyof VoucherValues) => cleanLine(values[field]);
  const phone = (field: 'phone' | 'operatorPhone') => readWholePhone(values[field], '33')?.text ?? clean(field);
  return v.parse(voucherSchema, {
    id: `${values.day.replaceAll('-', '')}-${[...random].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`,
    madeAt: new Date(now).toISOString(),
    bookedAt: iso(values.bookedDay, values.bookedTime),
    pickUpAt: iso(values.day, values.time),
    operator: clean('operator'),
    operatorPhone: phone('operatorPhone'),
    address: clean('address'),
    siren: REGISTERS.siren.read(values.siren) ?? '',
    revtc: REGISTERS.revtc.read(values.revtc) ?? '',
    zone,
    client: clean('client'),
    phone: phone('phone'),
    place: clean('place'),
    destination: clean('destination'),
    price: clean('price').replace(',', '.'),
    replaces,
  });
}

/** Begins the end of a link with a voucher. */
const VOUCHER = '#b';

/** The end of the link that opens the same voucher on another phone; no server is sent it. */
export function voucherHash(voucher: Voucher): string {
  const lines = FIELDS.map((field) =>
    INSTANTS.includes(field) ? Math.floor(Date.parse(voucher[field]) / 60_000).toString(36) : voucher[field],
  );
  return VOUCHER + encodeLines(lines);
}

/** Undefined for anything but a voucher that was made. */
export function readVoucherHash(hash: string): Voucher | undefined {
  const lines = hash.startsWith(VOUCHER) ? decodeLines(hash.slice(VOUCHER.length)) : undefined;
  if (lines?.length !== FIELDS.length) return undefined;
  const entries = FIELDS.map((field, index) => {
    const text = lines[index] ?? '';
    const minutes = Number.parseInt(text, 36);
    return [
      field,
      INSTANTS.includes(field) && Math.abs(minutes) < 1e8 ? new Date(minutes * 60_000).toISOString() : text,
    ];
  });
  return parsed(voucherSchema, Object.fromEntries(entries));
}
