// @vitest-environment node
import { expect, it } from 'vitest';
import { zoneTime } from '../../i18n/zone-time.ts';
import { GOOD, good, NOW } from '../../testing/good-vouchers.ts';
import {
  checkVoucher,
  readVoucherHash,
  startValues,
  type VoucherValues,
  voucherHash,
  voucherOf,
  ZONES,
} from './voucher.ts';

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
  ['a client of 101 letters', { client: 'é'.repeat(101) }, 'client', 'form.tooLong'],
  ['a place of 201 letters', { place: 'é'.repeat(201) }, 'place', 'form.tooLong'],
  ['a price in words', { price: 'douze' }, 'price', 'voucher.wrong.price'],
];

it('has 40 bad vouchers at least', () => expect(BAD.length).toBeGreaterThanOrEqual(40));

it.each(BAD)('refuses %s', (_, changes, field, text) => {
  expect(checkVoucher({ ...good, ...changes }, NOW)?.fields[field]).toBe(text);
});

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
