import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAME_HEADER_BYTES, type Frame, frameEnd, framesIn } from '../../../files/frames.ts';
import { type Block, blockOf } from './block.ts';

/** A file with the records of a topic from one offset on, named after it. */
export interface Segment {
  readonly first: number;
  readonly file: string;
}

export interface FoundBlock extends Block {
  readonly payload: Buffer;
  readonly at: number;
  /** Where it begins and ends in the file. */
  readonly start: number;
  readonly end: number;
}

const NAME = /^(\d{16})\.log$/;
/** Read at once, and handled without a pause. */
const CHUNK_BYTES = 128 * 1024;

export function segmentOf(directory: string, first: number): Segment {
  return { first, file: join(directory, `${String(first).padStart(16, '0')}.log`) };
}

/** In the order of their offsets. */
export async function segmentsIn(directory: string): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  return names.map((name) => segmentOf(directory, Number.parseInt(name, 10)));
}

/**
 * The blocks of a segment that are whole, some at a time, from a place in its file on where one begins. The file may be
 * replaced or removed meanwhile: what was opened is read to its end.
 * @returns where the last of them ends, and whether the file ends there, too
 */
export async function* blocksOf(
  { file }: Segment,
  from = 0,
): AsyncGenerator<readonly FoundBlock[], { readonly end: number; readonly whole: boolean }> {
  const handle = await open(file, 'r');
  try {
    let position = from;
    let wanted = CHUNK_BYTES;
    for (;;) {
      const chunk = Buffer.allocUnsafe(wanted);
      const { bytesRead } = await handle.read(chunk, 0, wanted, position);
      const bytes = chunk.subarray(0, bytesRead);
      const { frames, unread } = framesIn(bytes);
      if (frames.length > 0) yield frames.map((frame) => blockAt(frame, position));
      position += frames.at(-1)?.end ?? 0;
      if (unread === 'damaged') return { end: position, whole: false };
      if (bytesRead < wanted) return { end: position, whole: unread === 'nothing' };
      wanted = CHUNK_BYTES;
      if (frames.length === 0) {
        wanted = frameEnd(bytes, 0) ?? FRAME_HEADER_BYTES;
        // A length that no file is long enough for is no length.
        if (wanted > (await handle.stat()).size - position) return { end: position, whole: false };
      }
    }
  } finally {
    await handle.close();
  }
}

function blockAt({ payload, at, start, end }: Frame, position: number): FoundBlock {
  return { ...blockOf(payload), payload, at, start: position + start, end: position + end };
}
