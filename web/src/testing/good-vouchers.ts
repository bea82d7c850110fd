import { type VoucherValues, voucherOf, ZONES } from '../features/voucher/voucher.ts';

/* Vouchers as drivers make them, for tests. */

/** 09:00 in Paris. */
export const NOW = Date.parse('2026-12-04T08:00:20Z');
export const good: VoucherValues = {
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

const LATER = { day: '2026-12-05', time: '06:00' };
/** What is special about each, and the time of its making if it is not `NOW`. */
export const GOOD: readonly (readonly [what: string, changes: Partial<VoucherValues>, at?: string])[] = [
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

/** The good vouchers, made. */
export const MADE = GOOD.map(
  ([what, changes, at]) => [what, voucherOf({ ...good, ...changes }, at === undefined ? NOW : Date.parse(at))] as const,
);
