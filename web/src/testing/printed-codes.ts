import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Reads print files back as a printer and a phone would: rendered by PDFium at 300 dpi, decoded by two libraries. */

// By default it would be fetched from the internet.
const { resolve } = createRequire(import.meta.url);
const wasm = new Uint8Array(readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export const openPdf = async (bytes: Uint8Array) => (await PDFiumLibrary.init()).loadDocument(bytes);

/** @param left, top, width and height in millimetres; by default the whole page */
export async function render(page: PDFiumPage, part?: readonly [number, number, number, number]): Promise<Picture> {
  const { data, width, height } = await page.render({ scale: 300 / 72, render: 'bitmap', colorSpace: 'BGRA' });
  if (part === undefined) return { width, height, data: new Uint8ClampedArray(data) };
  const [left, top, w, h] = part.map((mm) => Math.round((mm / 25.4) * 300)) as [number, number, number, number];
  const cropped = new Uint8ClampedArray(w * h * 4);
  for (let y = 0; y < h; y += 1) {
    const from = ((top + y) * width + left) * 4;
    cropped.set(data.subarray(from, from + w * 4), y * w * 4);
  }
  return { width: w, height: h, data: cropped };
}

/** All codes that ZXing finds, from top left to bottom right. */
export async function zxingReads(picture: Picture): Promise<readonly string[]> {
  const found = await readBarcodes(picture as unknown as ImageData, { formats: ['QRCode'], tryHarder: true });
  const place = ({ position: { topLeft } }: (typeof found)[number]) => Math.round(topLeft.y / 100) * 1e6 + topLeft.x;
  return found.toSorted((a, b) => place(a) - place(b)).map(({ text }) => text);
}

/** A picture file of any format, as a program for pictures draws it. */
export async function drawn(file: Uint8Array): Promise<Picture> {
  const picture = sharp(file).resize({ width: 600 }).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

/** The code in a PNG file, which ZXing opens itself. */
export const pngReads = async (file: Uint8Array) =>
  (await readBarcodes(file, { formats: ['QRCode'], tryHarder: true }))[0]?.text;

/** Like a scanner that reads no inverted codes. */
export const jsqrReads = ({ data, width, height }: Picture) =>
  jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data;

/** Place of the code on the back of a card with its bleed, in millimetres. */
export const CODE = [6.5, 6, 43, 43] as const;

/** Whether one of the decoders reads a picture of a code with 4 % of its area scratched; the same for the same seed. */
export async function readsScratched(picture: Picture, seed: number, [link]: readonly string[]): Promise<boolean> {
  const scratched = scratch(picture, 0.04, seed);
  return jsqrReads(scratched) === link || (await zxingReads(scratched)).includes(link ?? '');
}

/** Light scratches of 0.6 mm over a share of the picture. */
function scratch({ width, height, data }: Picture, share: number, seed: number): Picture {
  const scratched = new Uint8ClampedArray(data);
  let state = seed * 7919 + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const touched = new Set<number>();
  while (touched.size < share * width * height) {
    const [x0, y0, angle] = [random() * width, random() * height, random() * Math.PI];
    const length = (0.1 + 0.4 * random()) * width;
    for (let along = 0; along < length; along += 1) {
      for (let across = -3; across <= 3; across += 1) {
        const x = Math.round(x0 + along * Math.cos(angle) - across * Math.sin(angle));
        const y = Math.round(y0 + along * Math.sin(angle) + across * Math.cos(angle));
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        touched.add(y * width + x);
        scratched.fill(235, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
  }
  return { width, height, data: scratched };
}

interface Boxes {
  readonly media: readonly number[];
  readonly bleed: readonly number[];
  readonly trim: readonly number[];
}

type PdfiumModule = {
  readonly [Name in 'Media' | 'Bleed' | 'Trim' as `_FPDFPage_Get${Name}Box`]: (...args: number[]) => number;
} & { readonly wasmExports: { malloc(size: number): number }; readonly HEAPU8: Uint8Array };

/** Left, bottom, right and top of the boxes of a page as PDFium reads them, in millimetres. */
export function boxesOf(page: PDFiumPage): Boxes {
  // The wrapper has no call for them.
  const { module, pageIdx } = page as unknown as { readonly module: PdfiumModule; readonly pageIdx: number };
  const box = (name: 'Media' | 'Bleed' | 'Trim') => {
    const at = module.wasmExports.malloc(16);
    if (module[`_FPDFPage_Get${name}Box`](pageIdx, at, at + 4, at + 8, at + 12) === 0) return [];
    return [...new Float32Array(module.HEAPU8.buffer, at, 4)].map((points) => +((points / 72) * 25.4).toFixed(2));
  };
  return { media: box('Media'), bleed: box('Bleed'), trim: box('Trim') };
}

/** Dictionaries and contents of the streams of a file, read without the library that wrote it. */
export function partsOf(pdf: Uint8Array) {
  const file = Buffer.from(pdf).toString('latin1');
  const parts = [...file.matchAll(/<<((?:(?!>>\s*stream)[\s\S])*?)>>\s*stream\r?\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length;
    return { head, body: pdf.subarray(start, file.indexOf('endstream', start)) };
  });
  const inflated = (objects: boolean) =>
    parts
      .filter(({ head }) => !head.includes('/XRef') && head.includes('/ObjStm') === objects)
      .map(({ body }) => inflateSync(body).toString('latin1'));
  return { dictionaries: [...parts.map(({ head }) => head), ...inflated(true)].join('\n'), contents: inflated(false) };
}
