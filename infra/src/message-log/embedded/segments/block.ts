import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { frameOf } from '../../../files/frames.ts';
import { portionsOf } from '../../../process/waiting/portions.ts';

/**
 * Records in a frame of a segment. Header: compression, number of records, offset of the first record; then each record
 * with its length.
 */
export interface Block {
  readonly first: number;
  readonly count: number;
}

const HEADER_BYTES = 13;
/** Size limit of a frame with several records; a single larger record gets a frame of its own. */
const PLAIN_BYTES = 256 * 1024;
const LENGTH_BYTES = 4;
const PLAIN = 0;
const BROTLI = 1;
/** Placeholder of a removed record, which keeps its offset unused. Real records are never empty. */
const TAKEN_OUT = new Uint8Array();
/**
 * Halves ids in hexadecimal digits. Smaller than deflate's best level, in the time of its middle levels; higher
 * qualities take twice the time without a benefit.
 */
const COMPRESSION = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 },
};

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** In the order of their offsets, without gaps; undefined for a removed record. */
type Records = readonly (Buffer | undefined)[];

export function plainFrames(first: number, records: readonly Buffer[], at: number): readonly Uint8Array[] {
  let next = first;
  return portionsOf(records, PLAIN_BYTES).flatMap((portion) => {
    const payload = [headerOf(PLAIN, next, portion.length), ...bodyOf(portion)];
    next += portion.length;
    return frameOf(payload, at);
  });
}

export async function compressedFrame(first: number, records: Records, at: number): Promise<readonly Uint8Array[]> {
  const body = await compress(Buffer.concat(bodyOf(records)), COMPRESSION);
  return frameOf([headerOf(BROTLI, first, records.length), body], at);
}

/** Reads a block's header. */
export function blockOf(payload: Buffer): Block {
  return { count: payload.readUInt32LE(1), first: payload.readDoubleLE(5) };
}

export function isCompressed(payload: Buffer): boolean {
  return payload.readUInt8(0) === BROTLI;
}

export async function recordsOf(payload: Buffer): Promise<Records> {
  const body = payload.subarray(HEADER_BYTES);
  const bytes = isCompressed(payload) ? await decompress(body) : body;
  const records: (Buffer | undefined)[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + LENGTH_BYTES;
    at = start + bytes.readUInt32LE(at);
    records.push(at === start ? undefined : bytes.subarray(start, at));
  }
  return records;
}

function headerOf(compression: number, first: number, count: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt8(compression, 0);
  header.writeUInt32LE(count, 1);
  header.writeDoubleLE(first, 5);
  return header;
}

function bodyOf(records: Records): Uint8Array[] {
  return records.flatMap((record = TAKEN_OUT as Buffer) => {
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32LE(record.length, 0);
    return [length, record];
  });
}
