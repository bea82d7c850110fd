import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAME_HEADER_BYTES, type Frame, frameEnd, framesIn, nextFrame, type Unread } from '../../../files/frames.ts';
import { type Block, blockOf } from './block.ts';

/** A file with consecutive records of a topic, named after its first offset. */
export interface Segment {
  readonly first: number;
  readonly file: string;
}

/** A block and its byte range in the file. */
export type FoundBlock = Block & Frame;

const NAME = /^(\d{16})\.log$/;
/** Bytes read at once and handled without a pause. */
const CHUNK_BYTES = 128 * 1024;

export function segmentOf(directory: string, first: number): Segment {
  return { first, file: join(directory, `${String(first).padStart(16, '0')}.log`) };
}

/** Sorted by offset. */
export async function segmentsIn(directory: string): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  return names.map((name) => segmentOf(directory, Number.parseInt(name, 10)));
}

/** Damaged bytes between two whole blocks. */
export interface Skipped {
  readonly start: number;
  readonly end: number;
}

export interface End {
  /** End of the last whole block. */
  readonly end: number;
  /** What follows it. */
  readonly unread: Unread;
}

/**
 * The whole blocks of a segment in portions, from a byte on at which a block starts. Damaged bytes between blocks are
 * skipped. The file may be replaced or removed meanwhile: the opened one is read to its end.
 */
export async function* blocksOf(
  { file }: Segment,
  from = 0,
  onSkip: (skipped: Skipped) => void = () => {},
): AsyncGenerator<readonly FoundBlock[], End> {
  const handle = await open(file, 'r');
  try {
    for (let position = from; ; ) {
      const { frames, unread, isEnd } = await framesAt(handle, position);
      if (frames.length > 0) yield frames.map((frame) => blockAt(frame, position));
      position += frames.at(-1)?.end ?? 0;
      if (unread === 'damaged' || (unread === 'unfinished' && isEnd)) {
        const next = await blockAfter(handle, position);
        if (next === undefined) return { end: position, unread };
        onSkip({ start: position, end: next });
        position = next;
      } else if (isEnd) return { end: position, unread };
    }
  } finally {
    await handle.close();
  }
}

/** At least one frame from a byte on, if there is a whole one. */
async function framesAt(handle: FileHandle, position: number) {
  for (let size = CHUNK_BYTES; ; ) {
    const chunk = Buffer.allocUnsafe(size);
    const { bytesRead } = await handle.read(chunk, 0, size, position);
    const bytes = chunk.subarray(0, bytesRead);
    const found = framesIn(bytes);
    const isEnd = bytesRead < size;
    if (isEnd || found.frames.length > 0 || found.unread !== 'unfinished') return { ...found, isEnd };
    size = frameEnd(bytes, 0) ?? FRAME_HEADER_BYTES;
    // A length beyond the end of the file is invalid.
    if (size > (await handle.stat()).size - position) return { ...found, isEnd: true };
  }
}

/** Where the next whole block starts after damaged bytes; undefined if none follows. */
async function blockAfter(handle: FileHandle, position: number): Promise<number | undefined> {
  const rest = Buffer.allocUnsafe((await handle.stat()).size - position);
  const { bytesRead } = await handle.read(rest, 0, rest.length, position);
  const next = nextFrame(rest.subarray(0, bytesRead), 1);
  return next === undefined ? undefined : position + next;
}

function blockAt({ payload, at, start, end }: Frame, position: number): FoundBlock {
  return { ...blockOf(payload), payload, at, start: position + start, end: position + end };
}
