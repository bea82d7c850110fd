import { constants } from 'node:fs';
import { access, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { AppendFile } from '@volant/infra/files/append-file';
import { type Frame, frameEnd, frameOf, framesIn, nextFrame, type Unread } from '@volant/infra/files/frames';
import { makeDirectory } from '@volant/infra/files/make-directory';
import type { Logger } from '@volant/infra/process/observability/log';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import { closeToOthers } from '@volant/infra/process/shell/close-to-others';
import pLimit from 'p-limit';

export interface SpoolSettings {
  /** Used by this process alone. Its content outlives the process. */
  readonly directory: string;
  /** Default: 1 GiB. */
  readonly maxBytes?: number;
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
 * A queue of records in files of a few megabytes, append-only, synced before a write is acknowledged. If the process is
 * killed during a write, the last record has a wrong checksum; it was never acknowledged.
 */
export async function openSpool(
  { directory, maxBytes = DEFAULT_MAX_BYTES }: SpoolSettings,
  clock: () => Date,
  log: Logger,
) {
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
          // Stays for manual inspection.
          if (unread === 'damaged') await rename(segment.file, `${segment.file}.damaged`);
          else await unlink(segment.file);
          segments.splice(segments.indexOf(segment), 1);
        }),
    };
  }

  return {
    /**
     * Resolves once all records are on the disk.
     * @throws SpoolFull, or the disk's error; then no record is stored
     */
    append: (records: readonly Uint8Array[]) => inTurn(() => append(records)),
    /** The oldest records; undefined if the spool is empty. They stay until they are removed. */
    oldest: () => inTurn(oldest),
    bytes: total,
    /** Arrival time of the oldest record, in epoch milliseconds. */
    oldestAt: () => segments[0]?.startedAt,
    close: () => inTurn(seal),
  };
}

/** Records waiting for the message log, in write order. */
export type Spool = Awaited<ReturnType<typeof openSpool>>;

async function findSegments(directory: string): Promise<Segment[]> {
  await makeDirectory(directory, 0o700);
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

/** Skips damaged bytes. A wrong checksum in the last frame means a crash interrupted its write. */
function framesOf(bytes: Buffer): { readonly frames: readonly Frame[]; readonly unread: Unread } {
  const frames: Frame[] = [];
  for (let rest = bytes; ; ) {
    const { frames: whole, unread } = framesIn(rest);
    for (const frame of whole) frames.push(frame);
    const end = whole.at(-1)?.end ?? 0;
    const next = unread === 'nothing' ? undefined : nextFrame(rest, end + 1);
    if (next !== undefined) {
      rest = rest.subarray(next);
      continue;
    }
    if (rest !== bytes) return { frames, unread: 'damaged' };
    const isLast = frameEnd(rest, end) === rest.length;
    return { frames, unread: unread === 'damaged' && isLast ? 'unfinished' : unread };
  }
}
