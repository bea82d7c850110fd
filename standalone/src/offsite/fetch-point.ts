import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Commit,
  isMarker,
  type StoredCheckpoint,
  type StoredReservation,
} from '@volant/infra/event-store/event-store';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { linesOf } from '../transfer/carried-part.ts';
import { BEGIN_AGAIN, PORTION } from '../transfer/carried-stores.ts';
import { MANIFEST, type PartEntry, readManifest, writeManifest } from '../transfer/manifest.ts';
import { checkPart, type RowLines, readPart, writePart } from '../transfer/part-file.ts';
import { OWNERS } from '../transfer/places.ts';
import { KEYS } from './base.ts';
import { bucketOf, type Increment, type StoreCounts } from './increment.ts';
import { chunkKey, PICTURES, type PictureName, pictureIn } from './names.ts';
import type { RestorePoint } from './restore-point.ts';
import { picturesOf } from './retention.ts';
import { pictureLine } from './shipper.ts';
import type { Vault } from './vault.ts';

/** Objects that are fetched at the same time. */
const TOGETHER = 8;
const PICTURES_PART: Pick<PartEntry, 'name' | 'file'> = { name: 'pictures', file: 'objects.ndjson.gz' };

export interface Fetched {
  /** An export, for `readExport`. */
  readonly directory: string;
  /** Folder of the private key. */
  readonly keys: string;
  /** Sentences that name what differs from what the machine counted; empty if nothing does. */
  readonly differences: readonly string[];
}

interface Tail {
  /** Commits after the base, one line each. */
  readonly commits: string;
  /** Position of the marker of each erased stream: its earlier commits are gone. */
  readonly erased: Map<string, number>;
  readonly buckets: Map<number, readonly StoredReservation[]>;
  checkpoints: readonly StoredCheckpoint[] | undefined;
  counts: StoreCounts | undefined;
}

/**
 * Fetches the objects of a moment and makes an export of them.
 * @param mostBytes of all that is fetched; unlimited by default
 */
export async function fetchPoint(
  vault: Vault,
  point: RestorePoint,
  into: string,
  { say, mostBytes = Number.POSITIVE_INFINITY }: { readonly say: (line: string) => void; readonly mostBytes?: number },
): Promise<Fetched> {
  let bytes = 0;
  const fetch = async (key: string): Promise<Buffer> => {
    const content = await vault.get(key);
    bytes += content.length;
    if (bytes > mostBytes) {
      throw new OperatorError(
        `The backup has more than ${Math.floor(mostBytes / 1_000_000)} MB, the most for a drill.`,
      );
    }
    return content;
  };
  const from = path.join(into, 'base');
  const directory = path.join(into, 'export');
  await mkdir(path.join(from, KEYS), { recursive: true, mode: 0o700 });
  await mkdir(directory, { mode: 0o700 });
  await fetchBase(fetch, point, from);
  const base = await readManifest(from);
  for (const part of base.parts) await checkPart(from, part);

  say(`Fetching ${point.increments.length} increments after ${point.manifest.cutAt}.`);
  const tails = new Map(OWNERS.map((owner) => [owner, emptyTail(into, owner)]));
  const records = path.join(into, 'records.ndjson');
  for (const file of [records, ...[...tails.values()].map(({ commits }) => commits)]) await writeFile(file, '');
  const gone = new Set<string>();
  for await (const content of inOrder(
    point.increments.map(({ key }) => key),
    fetch,
  )) {
    const increment = jsonOf(content.toString()) as Increment;
    for (const digest of increment.picturesGone) gone.add(digest);
    await appendFile(records, linesOf(increment.records).text);
    for (const [owner, tail] of tails) await addTo(tail, increment.stores[owner]);
  }

  const parts: PartEntry[] = [];
  const differences: string[] = [];
  for (const part of base.parts) {
    const owner = OWNERS.find((name) => part.file.endsWith(`-${name}.ndjson.gz`));
    const tail = owner === undefined ? undefined : tails.get(owner);
    if (part.file.startsWith('topic-pages.activity.v1.')) {
      const lines = concat(linesIn(from, part), linesOfFile(records));
      parts.push(await writePart(directory, part, lines, () => undefined));
    } else if (tail !== undefined) {
      const merged = await writePart(directory, part, mergedLines(from, part, tail), () => undefined);
      parts.push(merged);
      differences.push(...differenceOf(merged, tail));
    } else {
      await rename(path.join(from, part.file), path.join(directory, part.file));
      parts.push(part);
    }
  }
  parts.push(await writePart(directory, PICTURES_PART, picturesAt(vault, fetch, point, gone), () => undefined));
  await writeManifest(directory, { ...base, madeAt: point.holdsUntil.toISOString(), parts });
  return { directory, keys: path.join(from, KEYS), differences };
}

type Fetch = (key: string) => Promise<Buffer>;

async function fetchBase(fetch: Fetch, { base, manifest }: RestorePoint, into: string): Promise<void> {
  if (!manifest.files.some(({ name }) => name === MANIFEST)) throw new OperatorError('The base has no manifest.');
  for (const { name, chunks } of manifest.files) {
    const keys = Array.from({ length: chunks }, (_, chunk) => chunkKey(base.prefix, name, chunk));
    const target = createWriteStream(path.join(into, name), { mode: 0o600 });
    await pipeline(Readable.from(inOrder(keys, fetch), { highWaterMark: 1 }), target);
  }
}

/** Contents of objects, some of them fetched ahead. */
async function* inOrder(keys: readonly string[], fetch: Fetch): AsyncGenerator<Buffer> {
  for (let start = 0; start < keys.length; start += TOGETHER) {
    yield* await Promise.all(keys.slice(start, start + TOGETHER).map(fetch));
  }
}

function emptyTail(into: string, owner: string): Tail {
  const commits = path.join(into, `commits-${owner}.ndjson`);
  return { commits, erased: new Map(), buckets: new Map(), checkpoints: undefined, counts: undefined };
}

async function addTo(tail: Tail, part: Increment['stores'][string] | undefined): Promise<void> {
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
function differenceOf({ name, file, rows }: PartEntry, { counts }: Tail): readonly string[] {
  if (counts === undefined) return [];
  const kind = /^(commits|reservations)-/.exec(file)?.[1] as keyof StoreCounts | undefined;
  if (kind === undefined || counts[kind] === rows) return [];
  return [`${rows} ${name}, and the machine had ${counts[kind]}`];
}

async function* picturesAt(
  vault: Vault,
  fetch: Fetch,
  { base, holdsUntil }: RestorePoint,
  gone: ReadonlySet<string>,
): AsyncGenerator<RowLines> {
  const inBase = new Set(await picturesOf(vault, base.prefix));
  const wanted = new Map<string, PictureName>();
  for (const key of await vault.list(PICTURES)) {
    const picture = pictureIn(key);
    if (picture === undefined || gone.has(picture.digest)) continue;
    const isLater = picture.at >= base.at && picture.at <= holdsUntil;
    if (inBase.has(picture.digest) || isLater) wanted.set(picture.digest, picture);
  }
  for await (const content of inOrder(
    [...wanted.values()].map(({ key }) => key),
    fetch,
  )) {
    yield { text: pictureLine(content), rows: 1 };
  }
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
