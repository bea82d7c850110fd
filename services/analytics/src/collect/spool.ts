import { constants } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { AppendFile } from '@volant/infra/files/append-file';
import { type Frame, frameEnd, frameOf, framesIn, type Unread } from '@volant/infra/files/frames';
import { closeToOthers } from '@volant/infra/process/close-to-others';
import type { Logger } from '@volant/infra/process/log';
import { SettingError } from '@volant/infra/process/server-errors';
import pLimit from 'p-limit';

export interface SpoolSettings {
  /** Of this process alone; what it holds outlives the process. */
  readonly directory: string;
  /** 1 GiB if none is given. */
  readonly maxBytes?: number;
}

/** Records that wait for the message log, in the order they came. */
export interface Spool {
  /**
   * Resolves once the records are on the disk, all of them.
   * @throws SpoolFull, or the error of the disk; none of them is kept then
   */
  append(records: readonly Uint8Array[]): Promise<void>;
  /** The oldest records; undefined when none is left. They stay until they are removed. */
  oldest(): Promise<Spooled | undefined>;
  bytes(): number;
  /** When the oldest record came, in epoch milliseconds. */
  oldestAt(): number | undefined;
  close(): Promise<void>;
}

export interface Spooled {
  readonly records: readonly Uint8Array[];
  remove(): Promise<void>;
}

export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

interface Segment {
  readonly number: number;
  readonly file: string;
  bytes: number;
  readonly startedAt: number;
}

const SEGMENT_BYTES = 4 * 1024 * 1024;
const DEFAULT_MAX_BYTES = 1024 * 1024 * 1024;
const NAME = /^(\d{10})\.spool$/;

/**
 * A queue of records in files of a few megabytes, each written behind the other
 * and synced before anybody is told. A process killed in the middle of a write
 * leaves a record whose checksum does not fit: nobody was answered for it.
 */
export async function openSpool(
  { directory, maxBytes = DEFAULT_MAX_BYTES }: SpoolSettings,
  clock: () => Date,
  log: Logger,
): Promise<Spool> {
  const segments = await findSegments(directory).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingError('VOLANT_SPOOL_DIR', `the directory ${directory} cannot be used: ${reason}.`, { cause });
  });
  let nextNumber = (segments.at(-1)?.number ?? 0) + 1;
  /** The segment that is written to, always the last one. */
  let current: { readonly segment: Segment; readonly file: AppendFile } | undefined;
  const inTurn = pLimit(1);

  const total = () => segments.reduce((sum, { bytes }) => sum + bytes, 0);

  async function openSegment(): Promise<{ readonly segment: Segment; readonly file: AppendFile }> {
    const number = nextNumber;
    nextNumber += 1;
    const name = path.join(directory, `${String(number).padStart(10, '0')}.spool`);
    const file = await AppendFile.create(name);
    const segment = { number, file: name, bytes: 0, startedAt: clock().getTime() };
    segments.push(segment);
    return { segment, file };
  }

  async function seal(): Promise<void> {
    const file = current?.file;
    current = undefined;
    await file?.close();
  }

  async function append(records: readonly Uint8Array[]): Promise<void> {
    const at = clock().getTime();
    const parts = records.flatMap((record) => frameOf([record], at));
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (total() + bytes > maxBytes) throw new SpoolFull('the spool is full');
    if (current !== undefined && current.segment.bytes >= SEGMENT_BYTES) await seal();
    current ??= await openSegment();
    await current.file.append(parts);
    current.segment.bytes += bytes;
  }

  async function oldest(): Promise<Spooled | undefined> {
    const [segment] = segments;
    if (segment === undefined) return undefined;
    if (current?.segment === segment) await seal();
    const { frames, unread } = framesOf(await readFile(segment.file));
    if (unread === 'unfinished') log.warn({ file: segment.file }, 'the spool ends in an unfinished record; left out');
    if (unread === 'damaged') log.error({ file: segment.file }, 'the spool is damaged; what can be read is used');
    return {
      records: frames.map(({ payload }) => payload),
      remove: () =>
        inTurn(async () => {
          // Behind a damage there may be more than can be read: kept for a person to look at.
          if (unread === 'damaged') await rename(segment.file, `${segment.file}.damaged`);
          else await unlink(segment.file);
          segments.splice(segments.indexOf(segment), 1);
        }),
    };
  }

  return {
    append: (records) => inTurn(() => append(records)),
    oldest: () => inTurn(oldest),
    bytes: total,
    oldestAt: () => segments[0]?.startedAt,
    close: () => inTurn(seal),
  };
}

async function findSegments(directory: string): Promise<Segment[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  await closeToOthers(directory);
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      const { size, birthtimeMs, mtimeMs } = await stat(file);
      return { number: Number.parseInt(name, 10), file, bytes: size, startedAt: birthtimeMs || mtimeMs };
    }),
  );
}

/** A last frame whose checksum does not fit is one that a crash kept from being written. */
function framesOf(bytes: Buffer): { readonly frames: readonly Frame[]; readonly unread: Unread } {
  const { frames, unread } = framesIn(bytes);
  const isLast = frameEnd(bytes, frames.at(-1)?.end ?? 0) === bytes.length;
  return { frames, unread: unread === 'damaged' && isLast ? 'unfinished' : unread };
}
