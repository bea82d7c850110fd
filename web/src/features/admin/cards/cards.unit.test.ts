import { PDFDocument } from '@cantoo/pdf-lib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { qrSvg } from '../../../ui/qr-path.ts';
import { CARD, qrSheet } from './qr-sheet.ts';
import { qrZip } from './qr-zip.ts';

const origin = window.location.origin;
const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `page-${n}`, displayName: `Lyon ${n}` }));
/** jsdom's Blob has no other way to read it. */
const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });

describe('the sheet of QR codes', () => {
  it('has ten cards of 85 × 54 mm on each page of A4', async () => {
    const told: number[] = [];
    const sheet = await PDFDocument.load(
      await bytesOf(await qrSheet(pages(11), 'Volant cards', (done) => told.push(done))),
    );
    expect(sheet.getPageCount()).toBe(2);
    expect(told).toEqual([10]);
    const mm = (points: number) => Math.round((points / 72) * 25.4);
    expect([mm(CARD.width), mm(CARD.height)]).toEqual([85, 54]);
    const { width, height } = sheet.getPage(0).getSize();
    expect([mm(width), mm(height)]).toEqual([210, 297]);
    expect(sheet.getTitle()).toBe('Volant cards');
  });

  it('is created for any names', async () => {
    const names = ['', 'Anne-Sophie de la Rochefoucauld-Montbéliard du Val', 'محمد', '🚕', 'x'.repeat(200), 'Dvořák'];
    const cards = names.map((displayName, n) => ({ id: `${'a'.repeat(63)}${n}`, displayName }));
    expect((await qrSheet(cards, 'x', () => {})).size).toBeGreaterThan(1_000);
  });
});

it('puts one SVG a page into the ZIP, each the code of its link', async () => {
  const files = unzipSync(await bytesOf(await qrZip(pages(2), () => {})));
  expect(Object.keys(files)).toEqual(['page-0.svg', 'page-1.svg']);
  expect(strFromU8(files['page-1.svg'] ?? new Uint8Array())).toBe(qrSvg(`${origin}/d/page-1?s=qr`));
});
