import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import pLimit from 'p-limit';
import type { Metadata, Sharp } from 'sharp';
import { DomainError, unavailable } from '../errors/domain-error.ts';
import { sharp } from './limited-sharp.ts';
import { type ImageFormat, type ReadImage, readImage } from './read-image.ts';
import { withoutExtras } from './without-extras.ts';

export interface ReencodedImage {
  readonly body: Uint8Array;
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly extension: 'jpg' | 'png';
}

/** The largest picture on a page is 208 CSS pixels wide, on screens with up to three device pixels per CSS pixel. */
const SHORT_SIDE = 512;
const LONG_SIDE = 1024;
/** Target size of a picture: the public page has a budget of 60 KB for its first view on a mobile network. */
const TARGET_BYTES = 40_000;

const JPEG_END = Buffer.from([0xff, 0xd9]);

const MAX_SIDE = 16_384;
const MAX_PIXELS = 50_000_000;
/** Progressive and interlaced pictures are held whole while they are decoded, at up to 8 bytes per pixel. */
const MAX_PIXELS_HELD_WHOLE = 20_000_000;
/**
 * Pictures received and waiting or being encoded. A picture still arriving holds no place, as its sender decides how
 * long it takes.
 */
const MAX_UNDER_WAY = 24;
/** Limit of received bytes in memory: one and a half pictures of maximum size for each place. */
const MAX_BYTES_HELD = 36 * MOST_PICTURE_BYTES;
const DECODE_SECONDS = 10;
/** Effort 7 takes 19 s of CPU time instead of 3 for transparent noise, and saves 1 %. */
const PNG_EFFORT = 4;

/** One picture at a time: decoded ones are large, and libuv's threads are also for files, passwords and lookups. */
const inTurn = pLimit(1);
let underWay = 0;
let bytesHeld = 0;

/**
 * Decodes an uploaded picture and encodes its pixels again: upright, small enough for a page, and without the rest of
 * the file (location, camera, colour profile, appended data).
 * @throws DomainError IMAGE_INVALID, IMAGE_DIMENSIONS_TOO_LARGE, IMAGE_TOO_LARGE; UNAVAILABLE if too many arrive at
 * once
 */
export async function reencodeImage(body: AsyncIterable<Uint8Array>): Promise<ReencodedImage> {
  let held = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      if (bytesHeld + chunk.byteLength > MAX_BYTES_HELD) throw unavailable();
      bytesHeld += chunk.byteLength;
      held += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    return await reencodeBytes(await readImage(counted()));
  } finally {
    bytesHeld -= held;
  }
}

async function reencodeBytes(image: ReadImage): Promise<ReencodedImage> {
  if (underWay >= MAX_UNDER_WAY) throw unavailable();
  underWay += 1;
  try {
    const source = withEnd(withoutExtras(image), image.format);
    return await inTurn(() =>
      decoded(async () => {
        const metadata = await open(source).metadata();
        refuseLarge(metadata, image.format);
        return encode(source, metadata);
      }),
    );
  } finally {
    underWay -= 1;
  }
}

interface Source {
  readonly bytes: Buffer;
  /** The least fault for which the decoder refuses the file. */
  readonly failOn: 'error' | 'warning';
}

/** Some programs leave out the end of a JPEG. With one, the decoder only warns if pixels are missing, too. */
function withEnd(bytes: Buffer, format: ImageFormat): Source {
  if (format !== 'jpeg' || bytes.subarray(-2).equals(JPEG_END)) return { bytes, failOn: 'error' };
  return { bytes: Buffer.concat([bytes, JPEG_END]), failOn: 'warning' };
}

function open({ bytes, failOn }: Source): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, pages: 1 });
}

function refuseLarge({ width, height, format, isProgressive }: Metadata, expected: ImageFormat): void {
  if (format !== expected) throw new DomainError('IMAGE_INVALID');
  const pixels = width * height;
  const limit = isProgressive === true ? MAX_PIXELS_HELD_WHOLE : MAX_PIXELS;
  if (pixels > limit || Math.max(width, height) > MAX_SIDE) throw new DomainError('IMAGE_DIMENSIONS_TOO_LARGE');
}

async function encode(source: Source, { width, height, hasAlpha }: Metadata): Promise<ReencodedImage> {
  const scale = Math.min(1, SHORT_SIDE / Math.min(width, height), LONG_SIDE / Math.max(width, height));
  const longSide = Math.max(1, Math.round(Math.max(width, height) * scale));
  const small = open(source)
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient()
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  // Pixels are decoded once; each attempt below encodes these.
  const { data, info } = await small.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixels = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).toColourspace('srgb');
  return hasAlpha && (await isSeeThrough(pixels())) ? asPng(pixels, longSide) : asJpeg(pixels);
}

/** Many PNGs have an alpha channel without using it. */
async function isSeeThrough(pixels: Sharp): Promise<boolean> {
  const { isOpaque } = await pixels.stats();
  return !isOpaque;
}

async function asJpeg(pixels: () => Sharp): Promise<ReencodedImage> {
  let body = new Uint8Array();
  for (const quality of [82, 74, 66, 58, 48]) {
    body = new Uint8Array(await pixels().flatten({ background: '#fff' }).jpeg({ quality, mozjpeg: true }).toBuffer());
    if (body.byteLength <= TARGET_BYTES) break;
  }
  return { body, contentType: 'image/jpeg', extension: 'jpg' };
}

async function asPng(pixels: () => Sharp, longSide: number): Promise<ReencodedImage> {
  let body = new Uint8Array();
  for (const [colours, share] of [[256, 1] as const, [64, 1] as const, [64, 0.6] as const, [32, 0.4] as const]) {
    const side = Math.max(1, Math.round(longSide * share));
    const png = pixels().resize(side, side, { fit: 'inside' }).png({ palette: true, colours, effort: PNG_EFFORT });
    body = new Uint8Array(await png.toBuffer());
    if (body.byteLength <= TARGET_BYTES) break;
  }
  return { body, contentType: 'image/png', extension: 'png' };
}

/** An unreadable file is the sender's fault, not ours; libvips distinguishes the two only by its messages. */
async function decoded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw Object.assign(refusalOf(cause instanceof Error ? cause.message : ''), { cause });
  }
}

function refusalOf(message: string): DomainError {
  if (message.includes('exceeds pixel limit')) return new DomainError('IMAGE_DIMENSIONS_TOO_LARGE');
  // The machine is overloaded: an idle one decodes the largest accepted picture in a fraction of this time.
  if (message.startsWith('timeout')) return unavailable();
  return new DomainError('IMAGE_INVALID');
}
