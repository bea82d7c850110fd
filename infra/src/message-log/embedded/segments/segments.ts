import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppendFile } from '../../../files/append-file.ts';
import { makeDirectory } from '../../../files/make-directory.ts';
import { syncDirectory, syncNewDirectories, writeDurably } from '../../../objects/write-durably.ts';
import type { Logger } from '../../../process/observability/log.ts';
import { isCompressed } from './block.ts';
import { UNFINISHED } from './rewrite-segment.ts';
import { blocksOf, type Segment, type Skipped, segmentOf, segmentsIn } from './segment.ts';

/** Ending of the copy of a damaged segment, until an operator removes it. */
const DAMAGED = '.damaged';

/** Contents of a directory of segments when it is opened. */
export interface FoundSegments {
  readonly segments: Segment[];
  /** The last segment, if more records may be appended to it. */
  readonly current:
    | { readonly file: AppendFile; readonly startedAt: number | undefined; readonly youngest: number }
    | undefined;
  /** Closed segments that are not compressed yet. */
  readonly plain: Segment[];
  /** Offset after the last record. */
  readonly end: number;
}

/**
 * Opens the segments of a topic. Cuts off an incomplete last write of a process that died: it was never acknowledged.
 */
export async function openSegments(
  directory: string,
  logger: Logger | undefined,
  onDamage: (sentence: string) => void = () => {},
): Promise<FoundSegments> {
  const firstMade = await makeDirectory(directory, 0o700);
  if (firstMade !== undefined) await syncNewDirectories(directory, firstMade);
  for (const name of await readdir(directory)) if (name.endsWith(UNFINISHED)) await rm(join(directory, name));
  const segments = await segmentsIn(directory);
  const last = segments.at(-1);
  if (last === undefined) return { segments, current: undefined, plain: [], end: 0 };

  const { end, length, unread, skipped, startedAt, youngest } = await lookThrough(last);
  const isDamaged = unread === 'damaged' || skipped.length > 0;
  // The unreadable bytes are taken out, and may be of use to a person.
  if (isDamaged) await copyFile(last.file, last.file + DAMAGED);
  for (const name of await readdir(directory)) {
    if (name.endsWith(DAMAGED)) onDamage(`${join(directory, name)} is damaged, and events of it are lost`);
  }
  if (isDamaged)
    logger?.error({ file: last.file, length, skipped }, 'the message log is damaged; unreadable records are left out');
  else if (unread === 'unfinished')
    logger?.warn({ file: last.file, length }, 'the message log ends in a write that was cut short; left out');
  const validLength = skipped.length === 0 ? length : await takeOut(last, skipped, length);
  // A rewritten segment is closed.
  const goesOn = !(await startsCompressed(last));
  const current = goesOn ? { file: await AppendFile.open(last.file, validLength), startedAt, youngest } : undefined;
  return { segments, current, plain: await plainOf(goesOn ? segments.slice(0, -1) : segments), end };
}

export async function createSegment(directory: string, first: number): Promise<{ segment: Segment; file: AppendFile }> {
  const segment = segmentOf(directory, first);
  return { segment, file: await AppendFile.create(segment.file) };
}

export async function removeSegment({ file }: Segment, directory: string): Promise<void> {
  await rm(file, { force: true });
  await syncDirectory(directory);
}

/** Write time of its last record; undefined if it has no records. */
export async function youngestIn(segment: Segment): Promise<number | undefined> {
  const { startedAt, youngest } = await lookThrough(segment);
  return startedAt === undefined ? undefined : youngest;
}

/** Rewrites a segment without the skipped bytes. @returns its new length */
async function takeOut({ file }: Segment, skipped: readonly Skipped[], length: number): Promise<number> {
  const bytes = await readFile(file);
  const starts = [0, ...skipped.map(({ end }) => end)];
  const parts = starts.map((start, index) => bytes.subarray(start, skipped[index]?.start ?? length));
  await writeDurably(file, file + UNFINISHED, parts);
  return parts.reduce((sum, part) => sum + part.length, 0);
}

async function lookThrough(segment: Segment) {
  let end = segment.first;
  let startedAt: number | undefined;
  let youngest = 0;
  const skipped: Skipped[] = [];
  const blocks = blocksOf(segment, 0, (damage) => skipped.push(damage));
  for (;;) {
    const { value, done } = await blocks.next();
    if (done) return { end, length: value.end, unread: value.unread, skipped, startedAt, youngest };
    for (const { first, count, at } of value) {
      end = first + count;
      startedAt ??= at;
      youngest = Math.max(youngest, at);
    }
  }
}

/** Segments are compressed in order, so the search can stop at the first compressed one from the end. */
async function plainOf(closed: readonly Segment[]): Promise<Segment[]> {
  const plain: Segment[] = [];
  for (const segment of [...closed].reverse()) {
    if (await startsCompressed(segment)) break;
    plain.unshift(segment);
  }
  return plain;
}

async function startsCompressed(segment: Segment): Promise<boolean> {
  const blocks = blocksOf(segment);
  const { value, done } = await blocks.next();
  await blocks.return({ end: 0, unread: 'nothing' });
  const payload = done ? undefined : value[0]?.payload;
  return payload !== undefined && isCompressed(payload);
}
