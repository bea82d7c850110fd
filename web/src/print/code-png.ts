import { strToU8, zlibSync } from 'fflate';
import type { CodePicture } from './code-picture.ts';
import { filledRuns } from './filled-runs.ts';

/** Enough for a code of 8 cm at 300 dpi. */
const PIXELS = 1_000;
/** Filter “Up” of PNG: a line of zeros repeats the one above, so that a row of modules is drawn and compressed once. */
const AS_ABOVE = 2;

type Runs = readonly (readonly [left: number, top: number, length: number])[];
/** The pixels of the domain, by the size of the code. */
export type Labels = Map<number, Runs>;

/** A picture of one bit per pixel, with a whole number of pixels per module. */
export function codePng({ code: { size, runs }, height, label }: CodePicture, labels: Labels): Uint8Array {
  const scale = Math.ceil(PIXELS / size);
  const [width, lines] = [size * scale, height * scale];
  const stride = 1 + Math.ceil(width / 8);
  const letters = labels.get(size) ?? filledRuns(label, scale);
  labels.set(size, letters);
  const [[, lettersFrom] = [0, lines]] = letters;
  // Each line begins with its filter, 0 for none.
  const rows = new Uint8Array(stride * lines);
  for (let y = 0; y < lines; y += 1) {
    if (y % scale !== 0 && y < lettersFrom) rows[y * stride] = AS_ABOVE;
    else rows.fill(0xff, y * stride + 1, (y + 1) * stride);
  }
  const darken = (left: number, y: number, length: number) => {
    for (let x = left; x < left + length; x += 1) {
      const place = y * stride + 1 + (x >> 3);
      rows[place] = (rows[place] ?? 0) & ~(0x80 >> (x & 7));
    }
  };
  for (const [left, top, length] of runs) darken(left * scale, top * scale, length * scale);
  for (const [left, y, length] of letters) darken(left, y, length);
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, width);
  new DataView(head.buffer).setUint32(4, lines);
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
