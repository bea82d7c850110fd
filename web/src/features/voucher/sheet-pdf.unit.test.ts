// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, expect, it, vi } from 'vitest';
import { MADE } from '../../testing/good-vouchers.ts';
import { openPdf, render, zxingReads } from '../../testing/printed-codes.ts';
import type { Receipt } from './receipt.ts';
import { receiptSheet } from './receipt-words.ts';
import { sheetPdf, UnwritableText } from './sheet-pdf.ts';
import { type Voucher, ZONES } from './voucher.ts';
import {
  calendarFile,
  confirmation,
  confirmationLinks,
  frenchTime,
  particulars,
  voucherLink,
  voucherSheet,
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

/** The text of a PDF by two programs: PDFium, which is Chrome's, and pdf.js, which is Firefox's. */
const PDF_READERS = {
  async pdfium(bytes: Uint8Array) {
    const document = await openPdf(bytes);
    const text = document.getPage(0).getText();
    document.destroy();
    return text;
  },
  async pdfjs(bytes: Uint8Array) {
    // It takes the bytes away.
    const document = await getDocumentProxy(bytes.slice());
    const { text } = await extractText(document, { mergePages: true });
    await document.loadingTask.destroy();
    return text;
  },
};
const bytesOf = async (...of: Parameters<typeof sheetPdf>) =>
  new Uint8Array(await (await sheetPdf(...of)).arrayBuffer());

/** Which lines do not follow each other in the text. */
function missingIn(text: string, lines: readonly (readonly [string, string])[]): readonly string[] {
  let from = 0;
  return lines.flat().filter((part) => {
    const at = plain(text).indexOf(plain(part), from);
    if (at >= 0) from = at;
    return at < 0;
  });
}

it.each(MADE)('both programs read the seven particulars in order from a PDF of %s', async (_, made) => {
  const bytes = await bytesOf(voucherSheet(made), 'A6', files);
  for (const read of Object.values(PDF_READERS)) expect(missingIn(await read(bytes), particulars(made))).toEqual([]);
});

it.each(['A6', 'A4'] as const)('the code on one page of %s opens the voucher', async (format) => {
  const document = await openPdf(await bytesOf(voucherSheet(voucher), format, files));
  expect(await zxingReads(await render(document.getPage(0)))).toEqual([voucherLink(voucher)]);
  expect(document.getPageCount()).toBe(1);
  document.destroy();
});

const receipt: Receipt = {
  ...voucher,
  ride: voucher.id,
  series: 'AB23',
  number: 12,
  cents: 4_550,
  vat: 'ten',
  payment: 'card',
  replaces: '',
};

it.each([
  ['VAT', {}, ['Total hors taxes : 41,36 €', 'TVA : 10 %, 4,14 €', 'Paiement : Carte bancaire']],
  ['no VAT', { vat: 'none' }, ['Total hors taxes : 45,50 €', 'TVA : TVA non applicable, article 293 B du CGI']],
  ['a correction', { replaces: 'AB23-0011' }, ['Corrige et remplace le reçu n° : AB23-0011']],
  ['a client who objects', { client: '' }, ['25 € toutes taxes comprises', '83-50/A du 3 octobre 1983']],
  ['long texts', { place: 'É'.repeat(40), destination: 'rue '.repeat(49), address: 'quai '.repeat(39) }, ['deux ans']],
] as const)('both programs read from a receipt with %s who issues it and what was paid', async (_, changes, lines) => {
  const sheet = receiptSheet({ ...receipt, ...changes });
  const bytes = await bytesOf(sheet, 'A6', files);
  const head: readonly (readonly [string, string])[] = [
    ['Reçu n° AB23-0012', 'Émis par :'],
    ['Berline Démo', 'SIREN 732 829 320, EVTC069200001'],
    ['vendredi 4 décembre 2026 à 10:30', '45,50 €'],
  ];
  for (const read of Object.values(PDF_READERS)) {
    const text = await read(bytes);
    expect(missingIn(text, [...head, ...lines.map((line) => [line, ''] as const)])).toEqual([]);
    expect(text).not.toMatch(/facture/i);
  }
});

it('a receipt stays above the end of its page', async () => {
  const long = { address: 'quai '.repeat(39), place: 'rue '.repeat(49), destination: 'rue '.repeat(49) };
  const document = await openPdf(await bytesOf(receiptSheet({ ...receipt, ...long }), 'A6', files));
  const { data, width, height } = await render(document.getPage(0));
  // The last millimetres are white.
  expect(data.subarray(4 * width * (height - 40)).every((byte) => byte === 255)).toBe(true);
  document.destroy();
});

it('a PDF is refused for a name that its typeface cannot write', async () => {
  await expect(sheetPdf(voucherSheet({ ...voucher, client: 'زوي' }), 'A6', files)).rejects.toThrow(UnwritableText);
});

it('tells the two hours of an autumn night apart', () => {
  expect(frenchTime('2026-10-25T00:30:00Z', ZONES.paris)).toMatch(/dimanche 25 octobre 2026.+02:30.+UTC\+2/);
  expect(frenchTime('2026-10-25T01:30:00Z', ZONES.paris)).toMatch(/02:30.+UTC\+1/);
  expect(frenchTime('2027-01-01T00:30:00Z', ZONES.guadeloupe)).toMatch(/jeudi 31 décembre 2026.+20:30.+UTC[-−]4/);
  expect(frenchTime('2027-01-01T00:30:00Z', ZONES.reunion)).toMatch(/vendredi 1er janvier 2027.+04:30/);
});

const eventOf = ({ id, pickUpAt, place }: Voucher) => ({ uid: `${id}@volant`, start: pickUpAt, place, alarm: '-PT1H' });

/** What two programs find in a calendar file. */
const ICS_READERS = [
  (text: string) => {
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined);
    const alarm = event.component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString();
    return { uid: event.uid, start: event.startDate.toJSDate().toISOString(), place: event.location, alarm };
  },
  (text: string) => {
    const [event] = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
    const [alarm] = event?.alarms ?? [];
    return {
      uid: event?.uid,
      start: event?.start.toISOString(),
      place: event?.location,
      alarm: String(alarm?.trigger),
    };
  },
] as const;

it.each([
  ['an ordinary ride', {}],
  ['signs and lines', { place: 'Gare; quai A, voie 2\\3', client: 'Zoé\u2028Été' }],
  ['long texts', { place: 'É'.repeat(200), client: 'ł'.repeat(100) }],
])('a calendar file of %s is read by both programs, and rings an hour before', (_, changes) => {
  const ride = { ...voucher, ...changes };
  const text = calendarFile(ride);
  expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(ICS_READERS.map((read) => read(text))).toEqual(Array(2).fill(eventOf(ride)));
});

it.each(MADE)('both programs read the calendar file of %s', (_, made) => {
  expect(ICS_READERS.map((read) => read(calendarFile(made)))).toEqual(Array(2).fill(eventOf(made)));
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
