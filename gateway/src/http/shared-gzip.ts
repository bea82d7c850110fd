import { constants, crc32, deflateRawSync } from 'node:zlib';
import { remembered } from '@volant/infra/cache/remembered';

/** Style sheets: a handful, each in its own kind of document. */
const KEPT = { max: 20, maxLength: 32 * 1024 };
/** Magic number, deflate, no flags, no time, no hint, Unix (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** To the end of a block and of a byte, where another stream can go on (RFC 1951). */
const UNFINISHED = { finishFlush: constants.Z_SYNC_FLUSH };

const compressedOnce = remembered(KEPT, (text) => {
  const bytes = Buffer.from(text);
  return { bytes, deflated: deflateRawSync(bytes, { ...UNFINISHED, level: 9 }) };
});

/**
 * A gzip file of the body, of which only what it has alone is compressed now (ADR 41).
 * @param shared stands in the body and in many others
 */
export function gzipSharing(body: Buffer, shared: string): Buffer {
  const { bytes, deflated } = compressedOnce(shared);
  const start = body.indexOf(bytes);
  if (start < 0) throw new Error('the body does not contain what it shares');
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(body), 0);
  trailer.writeUInt32LE(body.length, 4);
  const before = deflateRawSync(body.subarray(0, start), UNFINISHED);
  const after = deflateRawSync(body.subarray(start + bytes.length));
  return Buffer.concat([HEADER, before, deflated, after, trailer]);
}
