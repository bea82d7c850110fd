import { strToU8, type Zippable, zip, zlibSync } from 'fflate';
import { type QrRuns, QUICK_MASK, qrRuns, qrSvg } from '../../../ui/qr-path.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { inTurns, type OnProgress } from './in-turns.ts';

/** Enough for a code of 8 cm at 300 dpi. */
const PIXELS = 1_000;

/** The code of each page as SVG and as PNG, named after its id, and the list of links. */
export async function codeZip(
  pages: readonly CardPage[],
  csv: string,
  origin: string,
  onProgress: OnProgress,
): Promise<Blob> {
  const files: Zippable = { 'links.csv': strToU8(csv) };
  const add = ({ id }: CardPage) => {
    const link = cardLink(id, 'qr', origin);
    files[`${id}.svg`] = strToU8(qrSvg(link, { mask: QUICK_MASK }));
    // Compressed already.
    files[`${id}.png`] = [codePng(qrRuns(link, QUICK_MASK)), { level: 0 }];
  };
  await inTurns(pages, add, onProgress);
  const bytes = await new Promise<Uint8Array>((resolve, reject) =>
    zip(files, { level: 1 }, (error, data) => (error === null ? resolve(data) : reject(error))),
  );
  return new Blob([new Uint8Array(bytes)], { type: 'application/zip' });
}

/** A picture of one bit per pixel, with a whole number of pixels per module. */
function codePng({ size, runs }: QrRuns): Uint8Array {
  const scale = Math.ceil(PIXELS / size);
  const side = size * scale;
  const stride = 1 + Math.ceil(side / 8);
  const rows = new Uint8Array(stride * side).fill(0xff);
  for (let y = 0; y < side; y += 1) rows[y * stride] = 0;
  for (const [left, top, length] of runs) {
    for (let y = top * scale; y < (top + 1) * scale; y += 1) {
      for (let x = left * scale; x < (left + length) * scale; x += 1) {
        const place = y * stride + 1 + (x >> 3);
        rows[place] = (rows[place] ?? 0) & ~(0x80 >> (x & 7));
      }
    }
  }
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, side);
  new DataView(head.buffer).setUint32(4, side);
  head[8] = 1;
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', zlibSync(rows, { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(strToU8(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
