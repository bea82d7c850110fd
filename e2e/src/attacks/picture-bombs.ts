import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Less than the limit of 5 MB: uploading six pictures of that size would take as long as the attack may. */
const MOST_BYTES = 2 * 1024 * 1024;
const UNFOLDED = 58_000_000;
const END_BYTES = 12;

/** Pictures that are expensive to decode, by the reason. */
export async function pictureBombs(): Promise<ReadonlyMap<string, Buffer>> {
  const grey = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#888' } });
  const png = await grey(600, 400).png().toBuffer();
  const unfolding = deflateSync(Buffer.alloc(UNFOLDED));
  const side = 400;
  return new Map([
    ['texts that unfold', withMany(png, chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), unfolding])))],
    [
      'texts in two languages that unfold',
      withMany(png, chunk('iTXt', Buffer.concat([Buffer.from('C\0\x01\0\0\0'), unfolding]))),
    ],
    ['empty texts', withMany(png, chunk('tEXt', Buffer.alloc(0)))],
    ['passes', await grey(5_000, 4_000).jpeg({ quality: 1, progressive: true }).toBuffer()],
    ['pixels', await grey(8_000, 6_250).jpeg({ quality: 1 }).toBuffer()],
    [
      'transparent noise',
      await sharp(randomBytes(side * side * 4), { raw: { width: side, height: side, channels: 4 } })
        .png()
        .toBuffer(),
    ],
  ]);
}

/** Inserts the chunk as many times as the size allows. */
function withMany(png: Buffer, extra: Buffer): Buffer {
  const count = Math.floor((MOST_BYTES - png.length) / extra.length);
  // Insert after the header, because chunks before the pixels are read first.
  return Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(count).fill(extra), png.subarray(33)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(END_BYTES + data.length);
  framed.writeUInt32BE(data.length);
  framed.write(name, 4, 'latin1');
  data.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), 8 + data.length);
  return framed;
}
