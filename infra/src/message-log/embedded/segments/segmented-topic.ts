import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { AppendFile } from '../../../files/append-file.ts';
import type { Logger } from '../../../process/observability/log.ts';
import { Batcher } from '../../../process/waiting/batcher.ts';
import { portionsOf } from '../../../process/waiting/portions.ts';
import type { LogRecord, OutgoingRecord, TopicDefinition } from '../../message-log.ts';
import { encodeRecord } from '../record-codec.ts';
import type { Topic } from '../topic.ts';
import { written } from '../written.ts';
import { plainFrames } from './block.ts';
import { DamagedSegment, rewriteSegment } from './rewrite-segment.ts';
import type { Segment } from './segment.ts';
import { SegmentReader } from './segment-reader.ts';
import { createSegment, type FoundSegments, openSegments, removeSegment, youngestIn } from './segments.ts';

export interface SegmentedTopicParts {
  readonly directory: string;
  readonly definition: TopicDefinition;
  readonly clock: () => Date;
  readonly logger: Logger | undefined;
  readonly onDamage?: ((sentence: string) => void) | undefined;
  readonly sizes?: SegmentSizes;
}

export interface SegmentSizes {
  /** A segment is closed once it has this many bytes, or its first record is this old. */
  readonly bytes: number;
  readonly ms: number;
}

const SIZES: SegmentSizes = { bytes: 8 * 1024 * 1024, ms: 60 * 60 * 1000 };
/** Bytes written and synced together. */
const GROUP_BYTES = 4 * 1024 * 1024;
/** Compression rests for this multiple of its working time, to leave the processor to other work. */
const REST_FACTOR = 4;

type Append = readonly Buffer[];

/**
 * Records with a retention time, in append-only files. One sync, off the event loop, covers all records published
 * during the previous sync. A full file is closed and compressed in the background; it is removed once its last record
 * exceeds the retention.
 */
export class SegmentedTopic implements Topic {
  readonly #parts: SegmentedTopicParts;
  readonly #sizes: SegmentSizes;
  readonly #segments: Segment[];
  readonly #plain: Segment[];
  readonly #reader: SegmentReader;
  readonly news = new EventEmitter().setMaxListeners(0);
  /** Serializes changes of the last segment. */
  readonly #inTurn = pLimit(1);
  /** Serializes changes and removals of closed segments. */
  readonly #upkeep = pLimit(1);
  readonly #closing = new AbortController();
  readonly #appends: Batcher<Append, undefined>;
  #definition: TopicDefinition;
  #current: { readonly file: AppendFile; startedAt: number | undefined; youngest: number } | undefined;
  /** The closed segment whose file is being replaced. */
  #rewritten: Segment | undefined;
  #head: number;

  private constructor(parts: SegmentedTopicParts, { segments, current, plain, end }: FoundSegments) {
    this.#parts = parts;
    this.#sizes = parts.sizes ?? SIZES;
    this.#definition = parts.definition;
    this.#segments = segments;
    this.#plain = plain;
    this.#current = current && { ...current };
    this.#head = end;
    this.#reader = new SegmentReader(parts.definition.name, parts.logger, parts.onDamage);
    this.#appends = new Batcher({
      work: (group) =>
        written(
          this.#inTurn(() => this.#write(group)),
          parts.logger,
        ),
      capacity: GROUP_BYTES,
      weigh: (records) => records.reduce((sum, { length }) => sum + length, 0),
    });
  }

  static async open(parts: SegmentedTopicParts): Promise<SegmentedTopic> {
    const { directory, logger, onDamage } = parts;
    const topic = new SegmentedTopic(parts, await openSegments(directory, logger, onDamage));
    void topic.#compress();
    return topic;
  }

  definition = () => this.#definition;
  head = () => this.#head;

  redefine(definition: TopicDefinition): void {
    this.#definition = definition;
  }

  async append(records: readonly OutgoingRecord[]): Promise<void> {
    const at = this.#parts.clock().getTime();
    const groups = portionsOf(
      records.map((record) => encodeRecord(record, at)),
      GROUP_BYTES,
    );
    await Promise.all(groups.map((group) => this.#appends.add(group)));
  }

  async #write(group: readonly Append[]): Promise<readonly undefined[]> {
    const at = this.#parts.clock().getTime();
    const current = await this.#currentAt(at);
    const records = group.flat();
    await current.file.append(plainFrames(this.#head, records, at));
    current.startedAt ??= at;
    current.youngest = Math.max(current.youngest, at);
    this.#head += records.length;
    this.news.emit('appended');
    return [];
  }

  async #currentAt(at: number) {
    const current = this.#current;
    const { startedAt } = current ?? {};
    const isFull = current !== undefined && current.file.length >= this.#sizes.bytes;
    const isOld = startedAt !== undefined && at - startedAt >= this.#sizes.ms;
    return current === undefined || isFull || isOld ? this.#roll() : current;
  }

  /** Closes the last segment, if there is one, and starts another. */
  async #roll() {
    const { segment, file } = await createSegment(this.#parts.directory, this.#head);
    const closed = this.#current === undefined ? undefined : this.#segments.at(-1);
    const before = this.#current?.file;
    this.#segments.push(segment);
    this.#current = { file, startedAt: undefined, youngest: 0 };
    if (closed !== undefined) this.#plain.push(closed);
    await before?.close();
    void this.#compress();
    return this.#current;
  }

  async read(from: number, limit: number): Promise<readonly LogRecord[]> {
    for (let position = from; position < this.#head; ) {
      const at = this.#segments.findLastIndex(({ first }) => first <= position);
      const segment = this.#segments[at];
      const end = this.#segments[at + 1]?.first ?? this.#head;
      if (segment !== undefined) {
        const found = await this.#reader.read(segment, segment !== this.#rewritten, { from: position, end, limit });
        if (found.length > 0) return found;
      }
      position = end;
    }
    return [];
  }

  count(from: number): number {
    return Math.max(0, this.#head - Math.max(from, this.#segments[0]?.first ?? this.#head));
  }

  async purge(now: Date): Promise<void> {
    const { retentionMs } = this.#definition;
    if (retentionMs === undefined) return;
    const before = now.getTime() - retentionMs;
    await this.#upkeep(async () => {
      for (;;) {
        const [oldest, next] = this.#segments;
        if (oldest === undefined || this.#closing.signal.aborted || !(await this.#hasOutlived(oldest, before))) return;
        // The name of the last segment stores the next offset, so one must remain.
        if (next === undefined)
          await written(
            this.#inTurn(() => this.#roll()),
            this.#parts.logger,
          );
        this.#segments.shift();
        if (this.#plain[0] === oldest) this.#plain.shift();
        await removeSegment(oldest, this.#parts.directory);
      }
    });
    void this.#compress();
  }

  async #hasOutlived(segment: Segment, before: number): Promise<boolean> {
    const isLast = this.#current !== undefined && segment === this.#segments.at(-1);
    if (isLast) return this.#current?.startedAt !== undefined && this.#current.youngest < before;
    return ((await youngestIn(segment)) ?? 0) < before;
  }

  /** Compresses all closed, uncompressed segments. The next purge retries failures. */
  async #compress(): Promise<void> {
    const { signal } = this.#closing;
    const pause = (workedMs: number) => sleep(REST_FACTOR * workedMs, undefined, { signal });
    await this.#upkeep(async () => {
      while (this.#plain.length > 0 && !signal.aborted) {
        const taken = this.#renew(this.#plain[0] as Segment);
        this.#rewritten = taken;
        try {
          await rewriteSegment(taken, { pause });
          this.#plain.shift();
        } catch (err) {
          if (signal.aborted) return;
          this.#parts.logger?.error({ err, file: taken.file }, 'a segment of the message log cannot be compressed');
          // A damaged segment stays unchanged for inspection.
          if (!(err instanceof DamagedSegment)) return;
          this.#plain.shift();
        } finally {
          this.#rewritten = undefined;
          this.#renew(taken);
        }
      }
    });
  }

  /** Replaces the segment object, which invalidates remembered places in its former file. */
  #renew(segment: Segment): Segment {
    const renewed = { ...segment };
    this.#segments[this.#segments.indexOf(segment)] = renewed;
    if (this.#plain[0] === segment) this.#plain[0] = renewed;
    return renewed;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#appends.idle();
    await this.#upkeep(() => {});
    await this.#current?.file.close();
  }
}
