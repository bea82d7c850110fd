import { randomUUID } from 'node:crypto';
import { writeDurably } from '../../../objects/write-durably.ts';
import { compressedFrame, recordsOf } from './block.ts';
import { blocksOf, type FoundBlock, type Segment } from './segment.ts';

/** Bytes compressed together: enough to find repetitions, small enough for reads from the middle. */
const BLOCK_BYTES = 64 * 1024;
/** Suffix of files that are not complete yet. */
export const UNFINISHED = '.rewriting';

export class DamagedSegment extends Error {
  override readonly name = 'DamagedSegment';
}

export interface Rewriting {
  /** Whether to keep a record; its offset stays reserved either way. Keeps all by default. */
  readonly stays?: (record: Buffer, offset: number) => boolean;
  /** Called between two blocks; throws to stop the rewrite. */
  readonly pause?: (workedMs: number) => Promise<void>;
}

/**
 * Rewrites a closed segment, compressed. A kill at any moment leaves either the old or the new file intact.
 * @throws DamagedSegment if the segment cannot be read to its end; it then stays unchanged
 */
export async function rewriteSegment(segment: Segment, rewriting: Rewriting = {}): Promise<void> {
  const { stays = () => true, pause = async () => {} } = rewriting;
  const parts: Uint8Array[] = [];
  let records: (Buffer | undefined)[] = [];
  let bytes = 0;
  let next = segment.first;
  let at = 0;

  async function finishBlock(): Promise<void> {
    if (records.length === 0) return;
    const startedAt = performance.now();
    parts.push(...(await compressedFrame(next - records.length, records, at)));
    records = [];
    bytes = 0;
    await pause(performance.now() - startedAt);
  }

  async function add(block: FoundBlock): Promise<void> {
    at = block.at;
    for (const record of await recordsOf(block.payload)) {
      const stayed = record !== undefined && stays(record, next) ? record : undefined;
      records.push(stayed);
      bytes += stayed?.length ?? 0;
      next += 1;
      if (bytes >= BLOCK_BYTES) await finishBlock();
    }
  }

  const damaged = (byte: number) => new DamagedSegment(`${segment.file} is damaged at byte ${byte}.`);
  const blocks = blocksOf(segment, 0, ({ start }) => {
    throw damaged(start);
  });
  try {
    for (;;) {
      const { value, done } = await blocks.next();
      if (!done) for (const block of value) await add(block);
      else if (value.unread === 'nothing') break;
      else throw damaged(value.end);
    }
  } finally {
    await blocks.return({ end: 0, unread: 'nothing' });
  }
  await finishBlock();
  await writeDurably(segment.file, `${segment.file}.${randomUUID()}${UNFINISHED}`, parts);
}
