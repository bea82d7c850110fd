import { DomainError } from '../errors/domain-error.ts';
import type { ReadImage } from './read-image.ts';

/** A picture of 5 MB has about 640 chunks of 8 KB, the size libpng writes. */
const MAX_PARTS = 20_000;
/** Encoders make about ten scans; decoding each one passes over the whole picture. */
const MAX_SCANS = 50;
/** A compressed profile expands to at most a thousand times its size. Screen profiles take 3 KB. */
const MAX_PNG_PROFILE = 16 * 1024;
/** Print profiles take up to 1.3 MB, in segments of 64 KB. */
const MAX_JPEG_PROFILE_SEGMENTS = 32;
const MAX_EXIF = 64 * 1024;

/**
 * Reduces a file to its pixels and the parts that define orientation and colour. Decoders would read the other parts
 * too: a PNG text that decompresses a thousandfold costs as much time as its sender likes. Changes the bytes in place.
 * @throws DomainError IMAGE_INVALID if the file has more parts than cameras and programs write
 */
export function withoutExtras({ bytes, format }: ReadImage): Buffer {
  return format === 'png' ? withoutChunks(bytes) : withoutSegments(bytes);
}

/** Moves kept parts to the end of the previous one. */
class Output {
  private end = 0;
  private parts = 0;
  private readonly seen = new Map<string, number>();

  constructor(private readonly bytes: Buffer) {}

  keep(from: number, to: number): void {
    if (from !== this.end) this.bytes.copyWithin(this.end, from, to);
    this.end += Math.min(to, this.bytes.length) - from;
  }

  countPart(): void {
    this.parts += 1;
    if (this.parts > MAX_PARTS) throw new DomainError('IMAGE_INVALID');
  }

  /** Counts an occurrence of this kind; true while there were fewer than `most` before. */
  meets(kind: string, most: number): boolean {
    const before = this.seen.get(kind) ?? 0;
    this.seen.set(kind, before + 1);
    return before < most;
  }

  result(): Buffer {
    return this.bytes.subarray(0, this.end);
  }
}

const PNG_HEADER_BYTES = 8;
/** Bytes of a chunk's length, name and checksum. */
const CHUNK_FRAME = 12;
const CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB']);
/** Copied once each, up to this many bytes. */
const CHUNKS_ONCE = new Map([
  ['iCCP', MAX_PNG_PROFILE],
  ['eXIf', MAX_EXIF],
]);

function withoutChunks(bytes: Buffer): Buffer {
  const output = new Output(bytes);
  output.keep(0, PNG_HEADER_BYTES);
  for (let at = PNG_HEADER_BYTES; at + CHUNK_FRAME <= bytes.length; ) {
    output.countPart();
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const next = at + CHUNK_FRAME + length;
    const once = CHUNKS_ONCE.get(name);
    if (CHUNKS.has(name) || (once !== undefined && length <= once && output.meets(name, 1))) output.keep(at, next);
    if (name === 'IEND') break;
    at = next;
  }
  return output.result();
}

const MARKER = { tem: 0x01, restart: 0xd0, lastRestart: 0xd7, start: 0xd8, end: 0xd9, scan: 0xda } as const;
/** Tables, frame headers and restart intervals. */
const isNeeded = (marker: number) => (marker >= 0xc0 && marker <= 0xcf) || marker === 0xdb || marker === 0xdd;
/** Application segments to keep: marker, prefix and maximum number. */
const SEGMENTS: readonly (readonly [marker: number, start: string, most: number])[] = [
  [0xe0, 'JFIF\0', 1],
  [0xe1, 'Exif\0\0', 1],
  [0xe2, 'ICC_PROFILE\0', MAX_JPEG_PROFILE_SEGMENTS],
  [0xee, 'Adobe', 1],
];

function withoutSegments(bytes: Buffer): Buffer {
  const output = new Output(bytes);
  output.keep(0, 2);
  for (let at = nextMarker(bytes, 2); at < bytes.length; at = nextMarker(bytes, at)) {
    output.countPart();
    const marker = bytes[at + 1] ?? 0;
    if (marker === MARKER.end) {
      output.keep(at, at + 2);
      break;
    }
    const hasBody = marker !== MARKER.tem && marker !== MARKER.start && at + 4 <= bytes.length;
    let next = at + 2 + (hasBody ? bytes.readUInt16BE(at + 2) : 0);
    if (marker === MARKER.scan) {
      if (!output.meets('scan', MAX_SCANS)) throw new DomainError('IMAGE_INVALID');
      next = nextMarker(bytes, next);
      output.keep(at, next);
    } else if (isNeeded(marker) || isNeededSegment(bytes, at, output)) output.keep(at, next);
    at = next;
  }
  return output.result();
}

/** Position of the next marker, ignoring those that are part of a scan's pixels. Reads each byte once. */
function nextMarker(bytes: Buffer, from: number): number {
  let isAfterFill = false;
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === 0xff) isAfterFill = true;
    else if (isAfterFill) {
      if (code !== 0 && (code < MARKER.restart || code > MARKER.lastRestart)) return at - 1;
      isAfterFill = false;
    }
  }
  return bytes.length;
}

function isNeededSegment(bytes: Buffer, at: number, output: Output): boolean {
  const found = SEGMENTS.find(
    ([marker, start]) => marker === bytes[at + 1] && bytes.toString('latin1', at + 4, at + 4 + start.length) === start,
  );
  return found !== undefined && output.meets(found[1], found[2]);
}
