import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { describeHostileImages } from '../testing/describe-hostile-images.ts';
import { type ReencodedImage, reencodeImage } from './reencode.ts';

async function* sent(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const reencode = (bytes: Uint8Array) => reencodeImage(sent(bytes));

/** A coarse picture that shows its orientation: red left, blue right. */
async function redLeftBlueRight(orientation: number): Promise<Buffer> {
  const half = { width: 150, height: 200, channels: 3 as const };
  return sharp({ create: { ...half, width: 300, background: '#00f' } })
    .composite([{ input: { create: { ...half, background: '#f00' } }, left: 0, top: 0 }])
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

async function pixelAt(image: ReencodedImage, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(image.body)).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + info.channels)];
}

/** High in detail, so that files reach the size a test needs. */
function noise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += 1) data[at] = (at * 2_654_435_761) >>> 24;
  return sharp(data, { raw: { width, height, channels } });
}

describe('reencodeImage', () => {
  it('makes a picture upright and small, and removes the camera’s metadata', async () => {
    const photo = await noise(3000, 2000)
      .jpeg()
      .withExif({ IFD0: { Make: 'SECRET-CAMERA' } })
      .toBuffer();
    const image = await reencode(photo);
    expect(image).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg' });
    const metadata = await sharp(Buffer.from(image.body)).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 768, height: 512, space: 'srgb' });
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]).toEqual(Array(4).fill(undefined));
  });

  it('rotates a picture by its orientation tag', async () => {
    const image = await reencode(await redLeftBlueRight(6));
    const top = await pixelAt(image, 100, 20);
    const bottom = await pixelAt(image, 100, 280);
    expect([top[0] ?? 0, bottom[2] ?? 0].every((strength) => strength > 200)).toBe(true);
  });

  it('keeps transparency as PNG, and encodes an opaque picture as JPEG', async () => {
    const logo = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#f000' } })
      .png()
      .toBuffer();
    const seeThrough = await reencode(logo);
    expect(seeThrough).toMatchObject({ contentType: 'image/png', extension: 'png' });
    expect(await pixelAt(seeThrough, 5, 5)).toHaveLength(4);
    const opaque = await sharp({ create: { width: 30, height: 30, channels: 4, background: '#f00' } })
      .png()
      .toBuffer();
    expect(await reencode(opaque)).toMatchObject({ contentType: 'image/jpeg' });
  });

  it.each([
    ['a photograph', () => noise(1200, 1200).jpeg({ quality: 95 })],
    ['a picture with transparency', () => noise(900, 900, 4).png()],
  ])('limits the encoded size to what a page on a mobile network can carry: %s', async (_, make) => {
    const image = await reencode(await make().toBuffer());
    expect(image.body.byteLength).toBeLessThanOrEqual(45_000);
  });

  it('accepts exactly 5 MB, and refuses one byte more without reading on', async () => {
    const photo = await noise(500, 500).jpeg().toBuffer();
    const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
    expect(await reencode(padded(MOST_PICTURE_BYTES))).toMatchObject({ contentType: 'image/jpeg' });

    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield padded(MOST_PICTURE_BYTES);
      for (;;) {
        read += 1;
        yield new Uint8Array(1);
      }
    }
    await expect(reencodeImage(endless())).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
    expect(read).toBe(1);
  });

  it.each([
    ['a JPEG', () => noise(60, 40).jpeg()],
    ['a progressive JPEG', () => noise(60, 40).jpeg({ progressive: true })],
  ])('accepts %s without its end marker, and refuses one without some of its pixels', async (_, make) => {
    const photo = await make().toBuffer();
    expect(await reencode(photo.subarray(0, -2))).toMatchObject({ contentType: 'image/jpeg' });
    for (const missing of [3, 40, Math.floor(photo.length / 2)]) {
      await expect(reencode(photo.subarray(0, -missing))).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    }
  });

  it('refuses a wrong format by its first bytes, before the rest is read', async () => {
    let read = 0;
    async function* svg(): AsyncGenerator<Uint8Array> {
      for (;;) {
        read += 1;
        yield Buffer.from('<svg>');
      }
    }
    await expect(reencodeImage(svg())).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    expect(read).toBe(2);
  });

  it('recognizes the format if bytes arrive one at a time', async () => {
    const photo = await noise(20, 20).png().toBuffer();
    expect(await reencodeImage(sent(photo, 1))).toMatchObject({ contentType: 'image/jpeg' });
  });

  it('reserves no place for a picture that is still arriving', async () => {
    const slow = Array.from({ length: 40 }, () => slowly(Buffer.from('<svg></svg>')));
    const photo = await noise(20, 20).png().toBuffer();
    expect(await reencode(photo)).toMatchObject({ contentType: 'image/jpeg' });
    for (const { release } of slow) release();
    await Promise.all(slow.map(({ done }) => done));
  });

  it('asks clients to retry later if too many pictures are queued or too many bytes are in memory', async () => {
    const refused = { code: 'UNAVAILABLE', retryAfterSeconds: 5 };
    const small = await noise(30, 30).png().toBuffer();
    const crowd = await Promise.all(
      Array.from({ length: 40 }, () =>
        reencode(small).then(
          () => 'taken',
          (error: unknown) => error,
        ),
      ),
    );
    expect(crowd.filter((answer) => answer === 'taken')).toHaveLength(24);
    expect(crowd.filter((answer) => answer !== 'taken')).toEqual(Array(16).fill(expect.objectContaining(refused)));

    const five = Buffer.concat([small.subarray(0, 8), Buffer.alloc(5 * 1024 * 1024 - 8)]);
    const stuck = Array.from({ length: 36 }, () => slowly(five, five.length));
    await expect(reencode(small)).rejects.toMatchObject(refused);
    for (const { release } of stuck) release();
    await Promise.all(stuck.map(({ done }) => done));
    await expect(reencode(Buffer.from('x'))).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
  });
});

/** Uploads a picture whose first bytes arrive at once and the rest after `release`. */
function slowly(bytes: Buffer, first = 0) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* body(): AsyncGenerator<Uint8Array> {
    if (first > 0) yield bytes.subarray(0, first);
    await held;
    if (first < bytes.length) yield bytes.subarray(first);
  }
  return { done: reencodeImage(body()).catch((error: unknown) => error), release };
}

// More of them are in hostile-images.all.int.test.ts.
describeHostileImages(15);
