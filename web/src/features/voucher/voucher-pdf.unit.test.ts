// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPdf, render, zxingReads } from '../../testing/printed-codes.ts';
import { type Voucher, ZONES } from './voucher.ts';
import { UnwritableText, voucherPdf } from './voucher-pdf.ts';
import {
  calendarFile,
  confirmation,
  confirmationLinks,
  frenchTime,
  particulars,
  voucherLink,
} from './voucher-words.ts';

const { resolve } = createRequire(import.meta.url);
const files = ['latin', 'latin-ext'].map((subset) => {
  const file = readFileSync(
    resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-400-normal.woff`),
  );
  return new Uint8Array(file).buffer;
});

const voucher: Voucher = {
  id: '20261204-7KQ2A',
  madeAt: '2026-12-04T08:00:00.000Z',
  bookedAt: '2026-12-04T07:15:00.000Z',
  pickUpAt: '2026-12-04T09:30:00.000Z',
  operator: 'Berline Démo',
  operatorPhone: '+33 6 39 98 00 01',
  address: '12 rue de la République, 69002 Lyon',
  siren: '732829320',
  revtc: 'EVTC069200001',
  zone: ZONES.paris,
  client: 'Zoé D’Été Łukasz',
  phone: '+33 6 39 98 00 02',
  place: 'Hôtel « Le Bœuf », 12 bis rue du Faubourg Saint-Antoine, escalier C, troisième étage',
  destination: 'Aéroport de Lyon',
  price: '45.50',
  replaces: '',
};

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: { origin: 'https://volant.example' } } });
});

const plain = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ');

it.each(['A6', 'A4'] as const)(
  'a PDF of %s says the seven particulars in order, and its code opens the voucher',
  async (format) => {
    const pdf = await voucherPdf(voucher, format, files);
    const bytes = new Uint8Array(await pdf.arrayBuffer());
    const document = await openPdf(bytes);
    const page = document.getPage(0);
    const text = plain(page.getText());
    let from = 0;
    for (const [label, value] of particulars(voucher)) {
      for (const part of [label, value]) {
        const at = text.indexOf(plain(part), from);
        expect([part, at >= from]).toEqual([part, true]);
        from = at;
      }
    }
    expect(await zxingReads(await render(page))).toEqual([voucherLink(voucher)]);
    expect(document.getPageCount()).toBe(1);
    document.destroy();
  },
);

it('a PDF is refused for a name that its typeface cannot write', async () => {
  await expect(voucherPdf({ ...voucher, client: 'زوي' }, 'A6', files)).rejects.toThrow(UnwritableText);
});

it('tells the two hours of an autumn night apart', () => {
  expect(frenchTime('2026-10-25T00:30:00Z', ZONES.paris)).toMatch(/dimanche 25 octobre 2026.+02:30.+UTC\+2/);
  expect(frenchTime('2026-10-25T01:30:00Z', ZONES.paris)).toMatch(/02:30.+UTC\+1/);
  expect(frenchTime('2027-01-01T00:30:00Z', ZONES.guadeloupe)).toMatch(/jeudi 31 décembre 2026.+20:30.+UTC[-−]4/);
  expect(frenchTime('2027-01-01T00:30:00Z', ZONES.reunion)).toMatch(/vendredi 1er janvier 2027.+04:30/);
});

it.each([
  ['an ordinary ride', {}],
  ['signs and lines', { place: 'Gare; quai A, voie 2\\3', client: 'Zoé\u2028Été' }],
  ['long texts', { place: 'É'.repeat(200), client: 'ł'.repeat(100) }],
])('a calendar file of %s is read by ical.js, and rings an hour before', (_, changes) => {
  const ride = { ...voucher, ...changes };
  const text = calendarFile(ride);
  expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined);
  expect(event.startDate.toJSDate().toISOString()).toBe(ride.pickUpAt);
  expect(event.location).toBe(ride.place);
  expect(event.uid).toBe(`${ride.id}@volant`);
  const alarm = event.component.getFirstSubcomponent('valarm');
  expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT1H');
});

it('confirms a ride by each way, with the link of the voucher', () => {
  const { whatsapp, sms, email } = confirmationLinks(voucher);
  expect(new URL(whatsapp).pathname).toBe('/33639980002');
  expect(new URL(whatsapp).searchParams.get('text')).toBe(confirmation(voucher));
  expect(sms).toMatch(/^sms:\+33639980002\?&body=Bonjour/);
  expect(email).toMatch(/^mailto:\?subject=/);
  expect(confirmation(voucher)).toContain(voucherLink(voucher));
  expect(voucherLink(voucher).length).toBeLessThan(600);
});
