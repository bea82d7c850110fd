import { crc32 } from 'node:zlib';

/** Before each frame: its length, the checksum of all that follows, and when it was written. */
export const FRAME_HEADER_BYTES = 16;

export interface Frame {
  readonly payload: Buffer;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Where the frame begins and ends in the bytes it was read from. */
  readonly start: number;
  readonly end: number;
}

/** What follows the whole frames: nothing, a frame whose rest is not there, or something that is no frame. */
export type Unread = 'nothing' | 'unfinished' | 'damaged';

/** The bytes of a frame whose payload is these parts, one behind the other. */
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

/** Where the frame that begins here ends, as far as its header is there. */
export function frameEnd(bytes: Buffer, start: number): number | undefined {
  const payloadAt = start + FRAME_HEADER_BYTES;
  return payloadAt > bytes.length ? undefined : payloadAt + bytes.readUInt32LE(start);
}

/** The whole frames at the beginning of these bytes. */
export function framesIn(bytes: Buffer): { readonly frames: readonly Frame[]; readonly unread: Unread } {
  const frames: Frame[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = frameEnd(bytes, start);
    if (end === undefined || end > bytes.length) return { frames, unread: 'unfinished' };
    const payload = bytes.subarray(start + FRAME_HEADER_BYTES, end);
    const checksum = crc32(payload, crc32(bytes.subarray(start + 8, start + FRAME_HEADER_BYTES)));
    if (checksum !== bytes.readUInt32LE(start + 4)) return { frames, unread: 'damaged' };
    frames.push({ payload, at: bytes.readDoubleLE(start + 8), start, end });
    start = end;
  }
  return { frames, unread: 'nothing' };
}
