import { crc32 } from 'node:zlib';

/** Header of a frame: payload length, checksum of everything that follows, and write time. */
export const FRAME_HEADER_BYTES = 16;

/** Frames were written between 2001 and 2286. */
const EARLIEST_MS = 1e12;
const LATEST_MS = 1e13;

export interface Frame {
  readonly payload: Buffer;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Byte range of the frame in its source. */
  readonly start: number;
  readonly end: number;
}

/** Bytes after the last whole frame: no bytes, an incomplete frame, or bytes that are not a valid frame. */
export type Unread = 'nothing' | 'unfinished' | 'damaged';

/** The bytes of a frame; its payload is the concatenation of the parts. */
export function frameOf(payload: readonly Uint8Array[], at: number): readonly Uint8Array[] {
  const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
  header.writeUInt32LE(
    payload.reduce((sum, { length }) => sum + length, 0),
    0,
  );
  header.writeDoubleLE(at, 8);
  const checksum = payload.reduce((sum, part) => crc32(part, sum), crc32(header.subarray(8)));
  header.writeUInt32LE(checksum, 4);
  return [header, ...payload];
}

/** End of the frame that starts here; undefined if its header is incomplete. */
export function frameEnd(bytes: Buffer, start: number): number | undefined {
  const payloadAt = start + FRAME_HEADER_BYTES;
  return payloadAt > bytes.length ? undefined : payloadAt + bytes.readUInt32LE(start);
}

/** The whole frames at the start of the bytes. */
export function framesIn(bytes: Buffer): { readonly frames: readonly Frame[]; readonly unread: Unread } {
  const frames: Frame[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = frameEnd(bytes, start);
    if (end === undefined || end > bytes.length) return { frames, unread: 'unfinished' };
    if (!isIntact(bytes, start, end)) return { frames, unread: 'damaged' };
    const payload = bytes.subarray(start + FRAME_HEADER_BYTES, end);
    frames.push({ payload, at: bytes.readDoubleLE(start + 8), start, end });
    start = end;
  }
  return { frames, unread: 'nothing' };
}

/** Where the next whole frame starts after damaged bytes; undefined if none follows. */
export function nextFrame(bytes: Buffer, from: number): number | undefined {
  for (let start = from; start + FRAME_HEADER_BYTES <= bytes.length; start += 1) {
    const at = bytes.readDoubleLE(start + 8);
    // Few other bytes look like a time, so few checksums are computed.
    if (!(at > EARLIEST_MS && at < LATEST_MS)) continue;
    const end = frameEnd(bytes, start) ?? Number.POSITIVE_INFINITY;
    if (end <= bytes.length && isIntact(bytes, start, end)) return start;
  }
  return undefined;
}

function isIntact(bytes: Buffer, start: number, end: number): boolean {
  const payload = bytes.subarray(start + FRAME_HEADER_BYTES, end);
  const checksum = crc32(payload, crc32(bytes.subarray(start + 8, start + FRAME_HEADER_BYTES)));
  return checksum === bytes.readUInt32LE(start + 4);
}
