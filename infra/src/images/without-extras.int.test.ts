import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.ts';
import { chunk, deflatedZeroes, withChunk } from '../testing/hostile-images.ts';
import type { ImageFormat } from './read-image.ts';
import { reencodeImage } from './reencode.ts';
import { withoutExtras } from './without-extras.ts';

const KEYWORD = Buffer.from('Comment\0');

function picture(width = 60, height = 40, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += 1) data[at] = (at * 2_654_435_761) >>> 24;
  return sharp(data, { raw: { width, height, channels } });
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** As many copies of a part as fit into a picture of 5 MB. */
function upTo5MB(part: Buffer, beside: Buffer, before: Buffer = Buffer.alloc(0)): Buffer {
  const count = Math.floor((MOST_PICTURE_BYTES - beside.length - before.length) / part.length);
  return Buffer.concat([before, ...Array<Buffer>(count).fill(part)]);
}

const afterStart = (jpeg: Buffer, extra: Buffer) => Buffer.concat([jpeg.subarray(0, 2), extra, jpeg.subarray(2)]);
const beforeEnd = (jpeg: Buffer, extra: Buffer) => Buffer.concat([jpeg.subarray(0, -2), extra, jpeg.subarray(-2)]);
const lastScan = (jpeg: Buffer) => jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);

let png: Buffer;
let jpeg: Buffer;
let progressive: Buffer;
let unfolding: Buffer;
beforeAll(async () => {
  [png, jpeg] = await Promise.all([picture().png().toBuffer(), picture().jpeg().toBuffer()]);
  progressive = await picture(2_000, 1_900).jpeg({ quality: 1, progressive: true }).toBuffer();
  unfolding = await deflatedZeroes(58_000_000);
});

/** Above what any of these takes, and a tenth of the slowest when decoders saw the whole file. */
const MOST_SECONDS = 1;

async function outcomeOf(bytes: Buffer): Promise<string> {
  async function* sent(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  try {
    await reencodeImage(sent());
    return 'taken';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Inserts a chunk before the end chunk of a PNG, which is 12 bytes long. */
const chunkBeforeEnd = (extra: Buffer) => Buffer.concat([png.subarray(0, -12), extra, png.subarray(-12)]);
const texts = (name: string, between: string) =>
  upTo5MB(chunk(name, Buffer.concat([KEYWORD, Buffer.from(between), unfolding])), png);

const BOMBS: readonly (readonly [name: string, becomes: string, make: () => Buffer])[] = [
  ['zTXt that unfold to 58 MB each', 'taken', () => withChunk(png, texts('zTXt', '\0'))],
  ['zTXt behind the pixels', 'taken', () => chunkBeforeEnd(texts('zTXt', '\0'))],
  ['iTXt that unfold to 58 MB each', 'taken', () => withChunk(png, texts('iTXt', '\x01\0\0\0'))],
  ['iCCP that unfold to 58 MB each', 'taken', () => withChunk(png, texts('iCCP', '\0'))],
  ['empty texts', 'IMAGE_INVALID', () => withChunk(png, upTo5MB(chunk('tEXt'), png))],
  ['empty pieces of pixels', 'IMAGE_INVALID', () => chunkBeforeEnd(upTo5MB(chunk('IDAT'), png))],
  ['frames of an animation', 'taken', () => chunkBeforeEnd(upTo5MB(chunk('fdAT', Buffer.alloc(60_000)), png))],
  ['all of it behind the end of a PNG', 'taken', () => Buffer.concat([png, texts('zTXt', '\0')])],
  [
    'a text longer than the file',
    'IMAGE_INVALID',
    () => withChunk(png, Buffer.from('\x7f\xff\xff\xffzTXtComment\0\0')),
  ],
  ['comments of a JPEG', 'taken', () => afterStart(jpeg, upTo5MB(segment(0xfe, Buffer.alloc(60_000)), jpeg))],
  ['empty comments of a JPEG', 'IMAGE_INVALID', () => afterStart(jpeg, upTo5MB(segment(0xfe, Buffer.alloc(0)), jpeg))],
  ['places of a JPEG', 'taken', () => afterStart(jpeg, upTo5MB(segment(0xe1, exif(Buffer.alloc(60_000))), jpeg))],
  ['profiles of a JPEG', 'taken', () => afterStart(jpeg, upTo5MB(segment(0xe2, Buffer.alloc(60_000)), jpeg))],
  ['passes over a JPEG', 'IMAGE_INVALID', () => beforeEnd(progressive, upTo5MB(lastScan(progressive), progressive))],
  ['pixels of a JPEG that look like markers', 'taken', () => beforeEnd(jpeg, upTo5MB(Buffer.from([0xff, 0]), jpeg))],
  ['a JPEG behind a JPEG', 'taken', () => Buffer.concat([jpeg, upTo5MB(jpeg, jpeg)])],
];
const exif = (data: Buffer) => Buffer.concat([Buffer.from('Exif\0\0'), data]);

describe('a file of 5 MB costs no more than its pixels', () => {
  it.each(BOMBS)('if it is full of %s: %s', async (_, becomes, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
    const before = process.cpuUsage();
    expect(await outcomeOf(bytes)).toBe(becomes);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(MOST_SECONDS);
  });
});

/** The decoded pixels, as displayed. */
const seen = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error' }).autoOrient().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

describe('withoutExtras', () => {
  it.each<readonly [string, ImageFormat, () => Sharp]>([
    ['a JPEG turned by its camera', 'jpeg', () => picture().withMetadata({ orientation: 6 }).jpeg()],
    ['a PNG turned by its camera', 'png', () => picture().withMetadata({ orientation: 8 }).png()],
    ['a JPEG in the colours of a screen', 'jpeg', () => picture().withIccProfile('p3').jpeg()],
    ['a PNG in the colours of a screen', 'png', () => picture().withIccProfile('p3').png()],
    ['a JPEG in the colours of a printer', 'jpeg', () => picture().toColourspace('cmyk').jpeg()],
    ['a JPEG in passes', 'jpeg', () => picture().jpeg({ progressive: true })],
    ['a JPEG in grey', 'jpeg', () => picture().greyscale().jpeg()],
    ['a JPEG of mozjpeg', 'jpeg', () => picture(900, 700).jpeg({ mozjpeg: true })],
    ['a PNG in passes', 'png', () => picture().png({ progressive: true })],
    ['a PNG of few colours, some of them transparent', 'png', () => picture(60, 40, 4).png({ palette: true })],
    ['a PNG of 16 bits', 'png', () => picture(60, 40, 4).toColourspace('rgb16').png()],
    [
      'a PNG with a place',
      'png',
      () =>
        picture()
          .withExif({ IFD0: { Make: 'SECRET' } })
          .png(),
    ],
  ])('keeps the look of %s', async (_, format, make) => {
    const bytes = await make().toBuffer();
    const before = await seen(bytes);
    const after = await seen(withoutExtras({ bytes: Buffer.from(bytes), format }));
    expect(after.info).toEqual(before.info);
    expect(after.data.equals(before.data)).toBe(true);
  });

  it('keeps the picture byte for byte, and drops everything else', async () => {
    const plain = Buffer.from(withoutExtras({ bytes: Buffer.from(png), format: 'png' }));
    expect(withoutExtras({ bytes: withChunk(png, chunk('tEXt', KEYWORD)), format: 'png' }).equals(plain)).toBe(true);
    expect(withoutExtras({ bytes: Buffer.concat([png, KEYWORD]), format: 'png' }).equals(plain)).toBe(true);
    const commented = afterStart(jpeg, segment(0xfe, KEYWORD));
    expect(withoutExtras({ bytes: Buffer.concat([commented, KEYWORD]), format: 'jpeg' }).equals(jpeg)).toBe(true);
  });
});
