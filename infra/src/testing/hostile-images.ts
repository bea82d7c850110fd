import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { randomFrom } from './random-from.ts';

/** A file uploaded as a picture, and its expected outcome. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** `taken`: accepted, but only its pixels may be kept; otherwise the error code of the refusal. */
  readonly becomes: 'taken' | 'IMAGE_INVALID' | 'IMAGE_DIMENSIONS_TOO_LARGE' | 'IMAGE_TOO_LARGE';
}

/** Markers outside the pixels of the files below, which no stored picture may contain. */
export const SMUGGLED = [
  '<script>alert',
  '<?php system',
  'Exif\0\0',
  'eXIf',
  'SECRET-CAMERA',
  'ICC_PROFILE',
  'PK\x03\x04',
];

const SCRIPT = '<html><script>alert(document.domain)</script></html>';

/** Yields `count` hostile files that vary the known kinds of attack; deterministic for a seed. */
export async function* hostileImages(count: number, seed: number): AsyncGenerator<SentFile> {
  const random = randomFrom(seed);
  const bombs = await makeBombs();
  const unfolding = await deflatedZeroes(60_000_000);
  const kinds: readonly ((index: number) => Promise<SentFile> | SentFile)[] = [
    () => ({ name: 'noise', bytes: randomBytes(random, 2_000), becomes: 'IMAGE_INVALID' }),
    () => ({ name: 'nothing', bytes: Buffer.alloc(0), becomes: 'IMAGE_INVALID' }),
    async () => ({
      name: 'truncated jpeg',
      bytes: cut(await photo(random).jpeg().toBuffer(), 0.1 + random() * 0.6),
      becomes: 'IMAGE_INVALID',
    }),
    async () => ({
      name: 'truncated png',
      bytes: cut(await photo(random).png().toBuffer(), 0.1 + random() * 0.6),
      becomes: 'IMAGE_INVALID',
    }),
    async () => ({ name: 'gif', bytes: await photo(random).gif().toBuffer(), becomes: 'IMAGE_INVALID' }),
    async () => ({ name: 'webp', bytes: await photo(random).webp().toBuffer(), becomes: 'IMAGE_INVALID' }),
    async () => ({ name: 'tiff', bytes: await photo(random).tiff().toBuffer(), becomes: 'IMAGE_INVALID' }),
    async () => ({
      name: 'gif that is a script as well',
      bytes: Buffer.concat([
        Buffer.from('GIF89a/*'),
        await photo(random).gif().toBuffer(),
        Buffer.from('*/=1;alert(1)'),
      ]),
      becomes: 'IMAGE_INVALID',
    }),
    (index) => ({
      name: 'svg',
      bytes: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(${index})"><script>alert(1)</script></svg>`,
      ),
      becomes: 'IMAGE_INVALID',
    }),
    () => ({ name: 'html', bytes: Buffer.from(SCRIPT), becomes: 'IMAGE_INVALID' }),
    () => ({
      name: 'signature of a jpeg before html',
      bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(SCRIPT.repeat(20))]),
      becomes: 'IMAGE_INVALID',
    }),
    () => ({
      name: 'signature of a png before noise',
      bytes: Buffer.concat([PNG, randomBytes(random, 3_000)]),
      becomes: 'IMAGE_INVALID',
    }),
    async () => ({
      name: 'jpeg that is html as well',
      bytes: withComment(await photo(random).jpeg().toBuffer(), SCRIPT),
      becomes: 'taken',
    }),
    async () => ({
      name: 'jpeg with an archive appended',
      bytes: Buffer.concat([await photo(random).jpeg().toBuffer(), Buffer.from('PK\x03\x04<?php system($_GET[0]);')]),
      becomes: 'taken',
    }),
    async () => ({
      name: 'png with a script in its text and after its end',
      bytes: Buffer.concat([
        withChunk(await photo(random).png().toBuffer(), chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))),
        Buffer.from(SCRIPT),
      ]),
      becomes: 'taken',
    }),
    async () => ({
      name: 'png with text that unfolds to 60 MB',
      bytes: withChunk(
        await photo(random).png().toBuffer(),
        chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), unfolding])),
      ),
      becomes: 'taken',
    }),
    async () => ({
      name: 'jpeg that says where it was taken',
      bytes: await withPlace(photo(random).jpeg(), random),
      becomes: 'taken',
    }),
    async () => ({
      name: 'png that says where it was taken',
      bytes: await withPlace(photo(random).png(), random),
      becomes: 'taken',
    }),
    (index) => bombs[index % bombs.length] ?? { name: 'none', bytes: Buffer.alloc(0), becomes: 'IMAGE_INVALID' },
    async () => ({
      name: 'jpeg with flipped bytes in its head',
      bytes: withoutTables(await photo(random).jpeg().toBuffer()),
      becomes: 'IMAGE_INVALID',
    }),
  ];
  for (let index = 0; index < count; index += 1) {
    const make = kinds[index % kinds.length];
    if (make !== undefined) yield await make(Math.floor(index / kinds.length));
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Files of a few kilobytes that would decompress to hundreds of megabytes. */
async function makeBombs(): Promise<readonly SentFile[]> {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } });
  return [
    {
      name: '100 megapixels in a jpeg',
      bytes: await blank(10_000, 10_000).jpeg({ quality: 1 }).toBuffer(),
      becomes: 'IMAGE_DIMENSIONS_TOO_LARGE',
    },
    { name: '900 megapixels in a png', bytes: await blackPng(30_000, 30_000), becomes: 'IMAGE_DIMENSIONS_TOO_LARGE' },
    { name: 'png one pixel high', bytes: await blackPng(900_000, 1), becomes: 'IMAGE_DIMENSIONS_TOO_LARGE' },
    {
      name: 'png that says it is larger than can be',
      bytes: pngHead(0x7fff_ffff, 0x7fff_ffff),
      becomes: 'IMAGE_INVALID',
    },
    {
      name: '24 megapixels in passes',
      bytes: await blank(6_000, 4_000).jpeg({ quality: 1, progressive: true }).toBuffer(),
      becomes: 'IMAGE_DIMENSIONS_TOO_LARGE',
    },
    {
      name: 'the largest in passes that is taken',
      bytes: await blank(5_000, 4_000).jpeg({ quality: 1, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      becomes: 'taken',
    },
    {
      name: 'the largest that is taken, lying on its side',
      bytes: await blank(8_000, 6_250).jpeg({ quality: 1 }).withMetadata({ orientation: 6 }).toBuffer(),
      becomes: 'taken',
    },
    {
      name: 'more bytes than are taken',
      bytes: Buffer.concat([PNG, Buffer.alloc(6_000_000)]),
      becomes: 'IMAGE_TOO_LARGE',
    },
  ];
}

function photo(random: () => number): Sharp {
  const width = 40 + Math.floor(random() * 200);
  const height = 40 + Math.floor(random() * 200);
  return sharp(randomBytes(random, width * height * 3), { raw: { width, height, channels: 3 } });
}

async function withPlace(image: Sharp, random: () => number): Promise<Buffer> {
  const latitude = `48/1 ${Math.floor(random() * 60)}/1 0/1`;
  return image
    .withExif({
      IFD0: { Make: 'SECRET-CAMERA' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: latitude, GPSLongitudeRef: 'E', GPSLongitude: '2/1 20/1 0/1' },
    })
    .withIccProfile('p3', { attach: true })
    .toBuffer();
}

function withComment(jpeg: Buffer, text: string): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), size, Buffer.from(text), jpeg.subarray(2)]);
}

function withoutTables(jpeg: Buffer): Buffer {
  const broken = Buffer.from(jpeg);
  // Overwrites the quantisation tables and the frame header.
  broken.fill(0, 20, 200);
  return broken;
}

/** Inserts a chunk after the header of a PNG, which is always 33 bytes long. */
export function withChunk(png: Buffer, extra: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), extra, png.subarray(33)]);
}

async function blackPng(width: number, height: number): Promise<Buffer> {
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([pngHead(width, height), chunk('IDAT', await deflatedZeroes(row * height)), chunk('IEND')]);
}

/** Streams the zeroes, so that making a bomb does not take the memory the bomb would. */
export function deflatedZeroes(size: number): Promise<Buffer> {
  const piece = Buffer.alloc(1_000_000);
  function* pieces(): Generator<Buffer> {
    for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
  }
  return buffer(Readable.from(pieces()).pipe(createDeflate()));
}

/** Header of a black-and-white PNG with one bit per pixel. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  return Buffer.concat([PNG, chunk('IHDR', head)]);
}

export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

function cut(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

function randomBytes(random: () => number, size: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: size }, () => Math.floor(random() * 256)));
}
