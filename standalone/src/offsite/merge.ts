import { createReadStream } from 'node:fs';
import { appendFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Commit,
  isMarker,
  type StoredCheckpoint,
  type StoredReservation,
} from '@volant/infra/event-store/event-store';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { linesOf } from '../transfer/carried-part.ts';
import { BEGIN_AGAIN, PORTION } from '../transfer/carried-stores.ts';
import type { PartEntry } from '../transfer/manifest.ts';
import { type RowLines, readPart, writePart } from '../transfer/part-file.ts';
import { OWNERS } from '../transfer/places.ts';
import { bucketOf, type Increment, type StoreCounts } from './increment.ts';

/** Parts of a store. */
const KINDS = ['commits', 'reservations', 'checkpoints'];

interface Tail {
  /** Commits after the base, one line each. */
  readonly commits: string;
  /** Position of the marker of each erased stream: its earlier commits are gone. */
  readonly erased: Map<string, number>;
  readonly buckets: Map<number, readonly StoredReservation[]>;
  checkpoints: readonly StoredCheckpoint[] | undefined;
  counts: StoreCounts | undefined;
}

export interface Tails {
  readonly stores: ReadonlyMap<string, Tail>;
  /** File of the records of the activity log. */
  readonly records: string;
  readonly picturesGone: Set<string>;
}

interface Merging {
  readonly from: string;
  readonly directory: string;
  readonly tails: Tails;
}

export async function mergePart(part: PartEntry, { from, directory, tails }: Merging): Promise<PartEntry> {
  if (part.file.startsWith(`topic-${ACTIVITY_TOPIC.name}.ndjson`)) {
    return writePart(directory, part, concat(linesIn(from, part), linesOfFile(tails.records)), () => undefined);
  }
  const tail = tailOf(part, tails);
  if (tail !== undefined) return writePart(directory, part, mergedLines(from, part, tail), () => undefined);
  await rename(path.join(from, part.file), path.join(directory, part.file));
  return part;
}

function tailOf({ file }: PartEntry, { stores }: Tails): Tail | undefined {
  const owner = OWNERS.find((name) => KINDS.some((kind) => file === `${kind}-${name}.ndjson.gz`));
  return owner === undefined ? undefined : stores.get(owner);
}

export function emptyTail(into: string, owner: string): Tail {
  const commits = path.join(into, `commits-${owner}.ndjson`);
  return { commits, erased: new Map(), buckets: new Map(), checkpoints: undefined, counts: undefined };
}

export async function addTo(tail: Tail, part: Increment['stores'][string] | undefined): Promise<void> {
  if (part === undefined) return;
  for (const commit of part.commits) if (isMarker(commit)) tail.erased.set(commit.streamId, commit.position);
  await appendFile(tail.commits, linesOf(part.commits).text);
  if (part.state === undefined) return;
  const { checkpoints, counts, reservations } = part.state;
  tail.checkpoints = checkpoints;
  tail.counts = counts;
  for (const [bucket, rows] of Object.entries(reservations)) tail.buckets.set(Number(bucket), rows);
}

function mergedLines(from: string, part: PartEntry, tail: Tail): AsyncIterable<RowLines> {
  if (part.file.startsWith('commits-')) return mergedCommits(from, part, tail);
  if (part.file.startsWith('reservations-')) return mergedReservations(from, part, tail);
  return tail.checkpoints === undefined ? linesIn(from, part) : checkpointLines(tail.checkpoints);
}

async function* mergedCommits(from: string, part: PartEntry, tail: Tail): AsyncGenerator<RowLines> {
  let last = 0;
  for await (const { text } of concat(linesIn(from, part), linesOfFile(tail.commits))) {
    const commits = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Commit)
      .filter(({ position, streamId }) => {
        // After a crash, an increment was sent twice.
        if (position <= last) return false;
        last = position;
        return position >= (tail.erased.get(streamId) ?? 0);
      });
    yield linesOf(commits);
  }
}

async function* mergedReservations(from: string, part: PartEntry, { buckets }: Tail): AsyncGenerator<RowLines> {
  for await (const { text } of linesIn(from, part)) {
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StoredReservation);
    yield linesOf(rows.filter(({ key }) => !buckets.has(bucketOf(key))));
  }
  for (const rows of buckets.values()) yield linesOf(rows);
}

async function* checkpointLines(checkpoints: readonly StoredCheckpoint[]): AsyncGenerator<RowLines> {
  yield linesOf(checkpoints.filter(({ name, position }) => position > 0 && !BEGIN_AGAIN.has(name)));
}

/** Compares with what the machine counted at the moment of its last increment. */
export function differenceOf(part: PartEntry, tails: Tails): readonly string[] {
  const { name, file, rows } = part;
  const counts = tailOf(part, tails)?.counts;
  if (counts === undefined) return [];
  const kind = /^(commits|reservations)-/.exec(file)?.[1] as keyof StoreCounts | undefined;
  if (kind === undefined || counts[kind] === rows) return [];
  return [`${rows} ${name}, and the machine had ${counts[kind]}`];
}

async function* linesIn(directory: string, part: PartEntry): AsyncGenerator<RowLines> {
  for await (const lines of readPart(directory, part, PORTION, () => undefined)) {
    yield { text: lines.map((line) => `${line}\n`).join(''), rows: lines.length };
  }
}

async function* linesOfFile(file: string): AsyncGenerator<RowLines> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield { text: `${line}\n`, rows: 1 };
}

async function* concat(...sources: readonly AsyncIterable<RowLines>[]): AsyncGenerator<RowLines> {
  for (const source of sources) yield* source;
}
