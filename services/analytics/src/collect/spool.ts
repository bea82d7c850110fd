import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
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

/** Before each record: its length, the checksum of all that follows, and when it came. */
const HEADER_BYTES = 16;
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
  let current: { readonly segment: Segment; readonly handle: FileHandle } | undefined;
  const inTurn = pLimit(1);

  const total = () => segments.reduce((sum, { bytes }) => sum + bytes, 0);

  async function openSegment(): Promise<{ readonly segment: Segment; readonly handle: FileHandle }> {
    const number = nextNumber;
    nextNumber += 1;
    const file = path.join(directory, `${String(number).padStart(10, '0')}.spool`);
    const handle = await open(file, 'wx', 0o600);
    await syncDirectory(directory);
    const segment = { number, file, bytes: 0, startedAt: clock().getTime() };
    segments.push(segment);
    return { segment, handle };
  }

  async function seal(): Promise<void> {
    const handle = current?.handle;
    current = undefined;
    await handle?.close();
  }

  async function append(records: readonly Uint8Array[]): Promise<void> {
    const at = clock().getTime();
    const bytes = Buffer.concat(records.flatMap((record) => [headerOf(record, at), record]));
    if (total() + bytes.length > maxBytes) throw new SpoolFull('the spool is full');
    if (current !== undefined && current.segment.bytes >= SEGMENT_BYTES) await seal();
    current ??= await openSegment();
    const { segment, handle } = current;
    try {
      await writeAll(handle, bytes, segment.bytes);
      await handle.datasync();
      segment.bytes += bytes.length;
    } catch (error) {
      // What was written of it must not be taken for the start of the next record.
      await handle.truncate(segment.bytes).catch(() => seal());
      throw error;
    }
  }

  async function oldest(): Promise<Spooled | undefined> {
    const [segment] = segments;
    if (segment === undefined) return undefined;
    if (current?.segment === segment) await seal();
    const { records, unread } = recordsOf(await readFile(segment.file));
    if (unread === 'unfinished') log.warn({ file: segment.file }, 'the spool ends in an unfinished record; left out');
    if (unread === 'damaged') log.error({ file: segment.file }, 'the spool is damaged; what can be read is used');
    return {
      records,
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

function headerOf(record: Uint8Array, at: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(record.length, 0);
  header.writeDoubleLE(at, 8);
  header.writeUInt32LE(crc32(record, crc32(header.subarray(8))), 4);
  return header;
}

interface ReadSegment {
  readonly records: readonly Uint8Array[];
  /** What follows the records: nothing, a last record cut short by a crash, or something that should not be there. */
  readonly unread: 'nothing' | 'unfinished' | 'damaged';
}

function recordsOf(bytes: Buffer): ReadSegment {
  const records: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + HEADER_BYTES;
    const end = start > bytes.length ? start : start + bytes.readUInt32LE(at);
    if (end > bytes.length) return { records, unread: 'unfinished' };
    const record = bytes.subarray(start, end);
    if (crc32(record, crc32(bytes.subarray(at + 8, start))) !== bytes.readUInt32LE(at + 4)) {
      return { records, unread: end === bytes.length ? 'unfinished' : 'damaged' };
    }
    records.push(record);
    at = end;
  }
  return { records, unread: 'nothing' };
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** A new file outlives a power cut once its directory is on the disk too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
