// @vitest-environment node
import { expect, it } from 'vitest';
import { zoneTime } from '../../i18n/zone-time.ts';
import {
  checkVoucher,
  readVoucherHash,
  startValues,
  type VoucherValues,
  voucherHash,
  voucherOf,
  ZONES,
} from './voucher.ts';

/** 09:00 in Paris. */
const NOW = Date.parse('2026-12-04T08:00:20Z');
const good: VoucherValues = {
  operator: 'Berline Démo',
  operatorPhone: '06 39 98 00 01',
  address: '12 rue de la République, 69002 Lyon',
  siren: '732 829 320',
  revtc: 'EVTC069200001',
  zone: ZONES.paris,
  client: 'Zoé D’Été',
  phone: '06 39 98 00 02',
  place: 'Gare de Lyon-Part-Dieu',
  destination: 'Aéroport de Lyon, terminal 1',
  day: '2026-12-04',
  time: '10:30',
  bookedDay: '2026-12-04',
  bookedTime: '08:15',
  price: '',
};

type Row = readonly [what: string, changes: Partial<VoucherValues>, field: keyof VoucherValues, text: string];

const BAD: readonly Row[] = [
  ['no operator', { operator: '' }, 'operator', 'voucher.needed.operator'],
  ['an operator of spaces', { operator: ' \u00a0\t' }, 'operator', 'voucher.needed.operator'],
  ['an operator of unseen characters', { operator: '\u200b\u2060' }, 'operator', 'voucher.needed.operator'],
  ['no contact of the operator', { operatorPhone: '' }, 'operatorPhone', 'voucher.needed.operatorPhone'],
  ['a contact that cannot be called', { operatorPhone: 'voir la carte' }, 'operatorPhone', 'voucher.wrong.phone'],
  ['half a number of the operator', { operatorPhone: '06 39 98' }, 'operatorPhone', 'voucher.wrong.phone'],
  ['no client', { client: '' }, 'client', 'voucher.needed.client'],
  ['a client of spaces', { client: '   ' }, 'client', 'voucher.needed.client'],
  ['no telephone of the client', { phone: '' }, 'phone', 'voucher.needed.phone'],
  ['half a telephone', { phone: '06 39' }, 'phone', 'voucher.wrong.phone'],
  ['a name as telephone', { phone: 'Zoé' }, 'phone', 'voucher.wrong.phone'],
  ['a telephone without its last digit', { phone: '06 39 98 00 0' }, 'phone', 'voucher.wrong.phone'],
  ['no place', { place: '' }, 'place', 'voucher.needed.place'],
  ['a destination alone', { place: ' ', destination: 'Orly' }, 'place', 'voucher.needed.place'],
  ['no hour', { time: '' }, 'time', 'voucher.needed.time'],
  ['no day', { day: '' }, 'time', 'voucher.needed.time'],
  ['an hour of 25', { time: '25:00' }, 'time', 'voucher.wrong.noHour'],
  ['a day that does not exist', { day: '2026-02-30', time: '10:00' }, 'time', 'voucher.wrong.noHour'],
  ['the hour that spring skips in Paris', { day: '2027-03-28', time: '02:30' }, 'time', 'voucher.wrong.noHour'],
  ['the last minute that spring skips', { day: '2027-03-28', time: '02:59' }, 'time', 'voucher.wrong.noHour'],
  ['a pick-up at the booking', { time: '08:15' }, 'time', 'voucher.wrong.notBefore'],
  ['a pick-up before the booking', { time: '08:14' }, 'time', 'voucher.wrong.notBefore'],
  ['a pick-up on the day before', { day: '2026-12-03' }, 'time', 'voucher.wrong.notBefore'],
  ['a pick-up a minute ago', { time: '08:59' }, 'time', 'voucher.wrong.past'],
  ['a pick-up half an hour ago', { time: '08:30' }, 'time', 'voucher.wrong.past'],
  ['a pick-up of yesterday', { day: '2026-12-03', bookedDay: '2026-12-02' }, 'time', 'voucher.wrong.past'],
  [
    'a pick-up that is past in Réunion',
    { zone: ZONES.reunion, time: '11:59', bookedTime: '08:15' },
    'time',
    'voucher.wrong.past',
  ],
  ['no hour of the booking', { bookedTime: '' }, 'bookedTime', 'voucher.needed.booked'],
  ['no day of the booking', { bookedDay: '' }, 'bookedTime', 'voucher.needed.booked'],
  ['a booking in an hour', { bookedTime: '10:00' }, 'bookedTime', 'voucher.wrong.bookedLater'],
  [
    'a booking that is still to come in Guadeloupe',
    { zone: ZONES.guadeloupe, bookedTime: '05:00' },
    'bookedTime',
    'voucher.wrong.bookedLater',
  ],
  ['no SIREN', { siren: '' }, 'siren', 'voucher.needed.siren'],
  ['a SIREN with a wrong digit', { siren: '732 829 321' }, 'siren', 'voucher.wrong.siren'],
  ['a SIREN of eight digits', { siren: '73282932' }, 'siren', 'voucher.wrong.siren'],
  ['a SIREN of zeros', { siren: '000000000' }, 'siren', 'voucher.wrong.siren'],
  ['no number in the register', { revtc: '' }, 'revtc', 'voucher.needed.revtc'],
  ['a number in the register of eight digits', { revtc: 'EVTC06920000' }, 'revtc', 'voucher.wrong.revtc'],
  ['a professional card for the register', { revtc: '06920000123' }, 'revtc', 'voucher.wrong.revtc'],
  ['a number in the register of zeros', { revtc: 'EVTC000000000' }, 'revtc', 'voucher.wrong.revtc'],
  [
    'an impossible number before it was compulsory',
    { day: '2025-10-28', revtc: 'EVTC1' },
    'revtc',
    'voucher.wrong.revtc',
  ],
  ['a price in words', { price: 'douze' }, 'price', 'voucher.wrong.price'],
];

it('has 40 bad vouchers at least', () => expect(BAD.length).toBeGreaterThanOrEqual(40));

it.each(BAD)('refuses %s', (_, changes, field, text) => {
  expect(checkVoucher({ ...good, ...changes }, NOW)?.fields[field]).toBe(text);
});

const LATER = { day: '2026-12-05', time: '06:00' };
const GOOD: readonly (readonly [what: string, changes: Partial<VoucherValues>, at?: string])[] = [
  ['an ordinary ride', {}],
  ['a pick-up in this minute', { time: '09:00' }],
  ['a booking in this minute', { bookedTime: '09:00', time: '09:01' }],
  ['a pick-up a minute after the booking', { bookedTime: '08:59', time: '09:00' }],
  ['a pick-up just after midnight', { day: '2026-12-05', time: '00:00' }],
  ['a pick-up next year', { day: '2027-12-04' }],
  ['a booking of last year', { bookedDay: '2025-12-04' }],
  ['a SIRET', { siren: '732 829 320 00074' }],
  ['a VAT number', { siren: 'FR44732829320' }],
  ['a SIREN with dots', { siren: '732.829.320' }],
  ['a number in the register without letters', { revtc: '069 20 0001' }],
  ['a number in the register in small letters', { revtc: 'evtc069200001' }],
  ['a Belgian client', { phone: '+32 470 12 34 56' }],
  ['a Swiss client', { phone: '+41 79 123 45 67' }],
  ['an American client', { phone: '+1 212 555 2368' }],
  ['a client in Guadeloupe', { phone: '+590 690 12 34 56' }],
  ['a landline', { phone: '04 78 00 00 00' }],
  ['a number with dots', { phone: '06.39.98.00.02' }],
  ['a number with 0033', { phone: '0033639980002' }],
  ['a price', { price: '45' }],
  ['a price with cents', { price: '45,50' }],
  ['no destination', { destination: '' }],
  ['no address', { address: '' }],
  ['a long place', { place: `12 bis, ${'rue du Faubourg '.repeat(11)}Lyon` }],
  ['a client with a hyphen and an apostrophe', { client: 'Anne-Lise O’Brien' }],
  ['a client from Poland', { client: 'Łukasz Żółć' }],
  ['a client from Turkey', { client: 'Şule Güneş Iğdır' }],
  ['a client from Czechia', { client: 'Jiří Dvořák' }],
  ['a place with signs', { place: 'Hôtel « Le Bœuf » & Spa, 3/4 (cour n° 2)' }],
  ['Guadeloupe', { zone: ZONES.guadeloupe, bookedTime: '03:30', time: '04:10' }],
  ['Martinique', { zone: ZONES.martinique, bookedTime: '03:30', time: '04:10' }],
  ['Guyane', { zone: ZONES.guyane, bookedTime: '04:30', time: '05:10' }],
  ['Réunion', { zone: ZONES.reunion, bookedTime: '11:30', time: '12:10' }],
  ['Mayotte', { zone: ZONES.mayotte, bookedTime: '10:30', time: '11:10' }],
  ['the hour after the one that spring skips', { day: '2027-03-28', time: '03:00' }],
  ['the hour that autumn repeats', { day: '2027-10-31', time: '02:30' }],
  [
    'that hour where clocks do not change',
    { zone: ZONES.reunion, bookedTime: '11:30', day: '2027-03-28', time: '02:30' },
  ],
  [
    'before the numbers were compulsory',
    { siren: '', revtc: '', day: '2025-10-28', bookedDay: '2025-10-27' },
    '2025-10-27T12:00:00Z',
  ],
  ['from the day on which they are', { day: '2025-10-29', bookedDay: '2025-10-28' }, '2025-10-28T12:00:00Z'],
  ['the first of a month', { day: '2027-01-01', ...{ time: '00:30' } }],
  ['the night of a new year', LATER],
];

it('has 40 good vouchers at least', () => expect(GOOD.length).toBeGreaterThanOrEqual(40));

it.each(GOOD.map(([what, changes, at = '']) => [what, changes, at] as const))(
  'accepts %s, and reads it back from its link',
  (_, changes, at) => {
    const now = at === '' ? NOW : Date.parse(at);
    const values = { ...good, ...changes };
    expect(checkVoucher(values, now)).toBeUndefined();
    const voucher = voucherOf(values, now);
    // The link has minutes.
    expect(readVoucherHash(voucherHash(voucher))).toEqual({
      ...voucher,
      madeAt: `${voucher.madeAt.slice(0, 16)}:00.000Z`,
    });
    expect(zoneTime(voucher.pickUpAt, voucher.zone)).toBe(`${values.day}T${values.time}`);
  },
);

it('refuses a booking after the day on which numbers became compulsory without them', () => {
  const values = { ...good, siren: '', revtc: '', day: '2025-10-29', bookedDay: '2025-10-27' };
  expect(checkVoucher(values, Date.parse('2025-10-27T12:00:00Z'))?.fields).toEqual({
    siren: 'voucher.needed.siren',
    revtc: 'voucher.needed.revtc',
  });
});

it('reads only links of vouchers', () => {
  const [whole, cut] = [voucherHash(voucherOf(good, NOW)), voucherHash(voucherOf(good, NOW)).slice(0, -9)];
  for (const hash of ['', '#b', '#b!!', '#dAAAA', cut, whole.replace('#b', '#d'), `#b${'A'.repeat(5_000)}`]) {
    expect(readVoucherHash(hash)).toBeUndefined();
  }
});

it('fills the form from a request, whose clock may be ahead', () => {
  const business = { operator: 'B', operatorPhone: '', address: '', siren: '', revtc: '', zone: ZONES.paris };
  const ride = {
    day: '2026-12-04',
    time: '10:30',
    from: 'Gare',
    to: 'Orly',
    passengers: '1',
    luggage: '',
    transport: '',
    name: 'Ann',
  };
  const at = (seconds: number) => ({ ...ride, at: `${NOW / 1_000 + seconds}` });
  expect(startValues(business, NOW, at(-3_600))).toMatchObject({
    client: 'Ann',
    place: 'Gare',
    time: '10:30',
    bookedTime: '08:00',
  });
  expect(startValues(business, NOW, at(3_600))).toMatchObject({ bookedDay: '2026-12-04', bookedTime: '09:00' });
  expect(startValues(business, NOW)).toMatchObject({ client: '', day: '2026-12-04', time: '', bookedTime: '09:00' });
});

it('gives vouchers numbers of their own', () => {
  const ids = new Set(Array.from({ length: 200 }, () => voucherOf(good, NOW).id));
  expect(ids.size).toBe(200);
});
