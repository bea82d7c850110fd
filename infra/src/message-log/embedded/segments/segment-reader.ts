import { LRUCache } from 'lru-cache';
import type { Logger } from '../../../process/observability/log.ts';
import type { LogRecord } from '../../message-log.ts';
import { decodeRecord } from '../record-codec.ts';
import { recordsOf } from './block.ts';
import { blocksOf, type FoundBlock, type Segment } from './segment.ts';

const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const MAX_PLACES = 100;

export interface Stretch {
  /** First offset to read, and the offset after the last. */
  readonly from: number;
  readonly end: number;
  readonly limit: number;
}

/** Reads records from segments, and remembers where the next sequential read will start. */
export class SegmentReader {
  readonly #topic: string;
  readonly #logger: Logger | undefined;
  /** By next offset: start of the block that contains it, valid while the segment's file is not replaced. */
  readonly #places = new LRUCache<number, { readonly segment: Segment; readonly at: number }>({ max: MAX_PLACES });
  readonly #onDamage: ((sentence: string) => void) | undefined;
  readonly #damaged = new WeakSet<Segment>();

  constructor(topic: string, logger: Logger | undefined, onDamage: ((sentence: string) => void) | undefined) {
    this.#topic = topic;
    this.#logger = logger;
    this.#onDamage = onDamage;
  }

  /**
   * @param settled whether the segment's file will not be replaced during the read
   * @returns an empty list if the segment holds no such records or was removed
   */
  async read(segment: Segment, settled: boolean, stretch: Stretch): Promise<readonly LogRecord[]> {
    const place = settled ? this.#places.get(stretch.from) : undefined;
    const blocks = blocksOf(segment, place?.segment === segment ? place.at : 0, ({ start }) =>
      this.#complain(segment, start),
    );
    const taking = new Taking(this.#topic, stretch);
    try {
      const damagedAt = await takeBlocks(blocks, taking);
      if (damagedAt !== undefined && taking.next < stretch.end) this.#complain(segment, damagedAt);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    } finally {
      await blocks.return({ end: 0, unread: 'nothing' });
    }
    const last = taking.found.at(-1);
    if (settled && last !== undefined) this.#places.set(last.offset + 1, { segment, at: taking.place });
    return taking.found;
  }

  /** Readers skip damaged bytes: stopping there forever would help no reader. */
  #complain(segment: Segment, byte: number): void {
    if (this.#damaged.has(segment)) return;
    this.#damaged.add(segment);
    this.#onDamage?.(`${segment.file} is damaged at byte ${byte}, and events of it are lost`);
    this.#logger?.error(
      { file: segment.file, byte },
      'a segment of the message log is damaged; unreadable records are left out',
    );
  }
}

/** Reads until the batch is full or the segment ends. @returns the byte from which nothing can be read, if there is one */
async function takeBlocks(blocks: ReturnType<typeof blocksOf>, taking: Taking): Promise<number | undefined> {
  while (!taking.isDone) {
    const { value, done } = await blocks.next();
    if (done) return value.unread === 'nothing' ? undefined : value.end;
    for (const block of value) if (!taking.isDone) await taking.take(block);
  }
  return undefined;
}

/** Collects the requested records from blocks. */
class Taking {
  readonly found: LogRecord[] = [];
  readonly #topic: string;
  readonly #stretch: Stretch;
  #bytes = 0;
  /** The first offset not read yet. */
  next: number;
  /** Start of the block that contains it. */
  place = 0;
  isDone = false;

  constructor(topic: string, stretch: Stretch) {
    this.#topic = topic;
    this.#stretch = stretch;
    this.next = stretch.from;
  }

  async take(block: FoundBlock): Promise<void> {
    const { end, limit } = this.#stretch;
    if (block.first >= end) {
      this.isDone = true;
      return;
    }
    const after = block.first + block.count;
    this.place = block.start;
    const records = after <= this.next ? [] : await recordsOf(block.payload);
    for (const [index, record] of records.entries()) {
      const offset = block.first + index;
      if (record === undefined || offset < this.next) continue;
      this.found.push(decodeRecord(record, this.#topic, offset));
      this.next = offset + 1;
      this.#bytes += record.length;
      this.isDone = this.found.length >= limit || this.#bytes >= MAX_BATCH_BYTES || this.next >= end;
      if (this.isDone) break;
    }
    if (this.isDone && this.next < after) return;
    this.next = Math.max(this.next, after);
    this.place = block.end;
  }
}
