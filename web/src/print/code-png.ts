import { encode } from 'fast-png';
import type { CodePicture } from './code-picture.ts';
import { filledRuns } from './filled-runs.ts';

/** Enough for a code of 8 cm at 300 dpi. */
const PIXELS = 1_000;

type Runs = readonly (readonly [left: number, top: number, length: number])[];
/** The pixels of the domain, by the size of the code. */
export type Labels = Map<number, Runs>;

/** A picture of one bit per pixel, with a whole number of pixels per module. */
export function codePng({ code: { size, runs }, height: modules, label }: CodePicture, labels: Labels): Uint8Array {
  const scale = Math.ceil(PIXELS / size);
  const [width, height] = [size * scale, modules * scale];
  const letters = labels.get(size) ?? filledRuns(label, scale);
  labels.set(size, letters);
  const stride = Math.ceil(width / 8);
  const data = new Uint8Array(stride * height).fill(0xff);
  const darken = (left: number, y: number, length: number) => {
    for (let x = left; x < left + length; x += 1) {
      const place = y * stride + (x >> 3);
      data[place] = (data[place] ?? 0) & ~(0x80 >> (x & 7));
    }
  };
  for (const [left, top, length] of runs) darken(left * scale, top * scale, length * scale);
  // All lines of a row of modules are alike.
  for (let y = 0; y < size * scale; y += 1) {
    const drawn = y - (y % scale);
    if (y > drawn) data.copyWithin(y * stride, drawn * stride, (drawn + 1) * stride);
  }
  for (const [left, y, length] of letters) darken(left, y, length);
  return encode({ width, height, data, depth: 1, channels: 1 });
}
