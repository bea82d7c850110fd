import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAME_HEADER_BYTES, type Frame, frameEnd, framesIn } from '../../../files/frames.ts';
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

/**
 * The whole blocks of a segment in portions, from a byte on at which a block starts. The file may be replaced or
 * removed meanwhile: the opened one is read to its end.
 * @returns the end of the last block, whether it is the end of the file, and whether other content follows it than the
 * beginning of a block
 */
export async function* blocksOf(
  { file }: Segment,
  from = 0,
): AsyncGenerator<
  readonly FoundBlock[],
  { readonly end: number; readonly whole: boolean; readonly damaged?: boolean }
> {
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
      if (unread === 'damaged') return { end: position, whole: false, damaged: true };
      if (bytesRead < wanted) return { end: position, whole: unread === 'nothing' };
      wanted = CHUNK_BYTES;
      if (frames.length === 0) {
        wanted = frameEnd(bytes, 0) ?? FRAME_HEADER_BYTES;
        // A length beyond the end of the file is invalid.
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
