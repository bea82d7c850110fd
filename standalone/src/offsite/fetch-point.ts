import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { PICTURES_PART } from '../transfer/carried-objects.ts';
import { linesOf } from '../transfer/carried-part.ts';
import { MANIFEST, type PartEntry, readManifest, writeManifest } from '../transfer/manifest.ts';
import { checkPart, type RowLines, writePart } from '../transfer/part-file.ts';
import { OWNERS } from '../transfer/places.ts';
import { KEYS } from './base.ts';
import type { Increment } from './increment.ts';
import { addTo, differenceOf, emptyTail, mergePart, type Tails } from './merge.ts';
import { chunkKey, PICTURES, type PictureName, pictureIn } from './names.ts';
import type { RestorePoint } from './restore-point.ts';
import { picturesOf } from './retention.ts';
import { pictureLine } from './shipper.ts';
import { SLICED_PARTS, type SliceEntry, sliceKeys } from './slices.ts';
import type { Vault } from './vault.ts';

/** Objects that are fetched at the same time. */
const TOGETHER = 8;

export interface Fetched {
  /** An export, for `readExport`. */
  readonly directory: string;
  /** Folder of the private key. */
  readonly keys: string;
  /** Sentences that name what differs from what the machine counted; empty if nothing does. */
  readonly differences: readonly string[];
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
  const tails = await fetchTails(fetch, point, into);
  const parts: PartEntry[] = [];
  const differences: string[] = [];
  for (const part of base.parts) {
    const merged = await mergePart(part, { from, directory, tails });
    parts.push(merged);
    differences.push(...differenceOf(merged, tails));
  }
  for (const part of SLICED_PARTS) {
    const slices = point.manifest.slices.filter(({ table }) => table === part.table);
    parts.push(await writePart(directory, part, rowsOfSlices(slices, fetch), () => undefined));
  }
  const pictures = picturesAt(vault, fetch, point, tails.picturesGone);
  parts.push(await writePart(directory, PICTURES_PART, pictures, () => undefined));
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

async function* rowsOfSlices(slices: readonly SliceEntry[], fetch: Fetch): AsyncGenerator<RowLines> {
  for (const entry of slices) {
    let rows = 0;
    for await (const content of inOrder(sliceKeys(entry), fetch)) {
      const text = content.toString();
      const lines = text.split('\n').length - 1;
      rows += lines;
      yield { text, rows: lines };
    }
    if (rows !== entry.rows)
      throw new OperatorError(`${entry.slice} of ${entry.table} has ${rows} rows of ${entry.rows}.`);
  }
}

/** Everything in the increments, on the disk as far as it may be large. */
async function fetchTails(fetch: Fetch, { increments }: RestorePoint, into: string): Promise<Tails> {
  const stores = new Map(OWNERS.map((owner) => [owner as string, emptyTail(into, owner)]));
  const tails: Tails = { stores, records: path.join(into, 'records.ndjson'), picturesGone: new Set() };
  for (const file of [tails.records, ...[...stores.values()].map(({ commits }) => commits)]) await writeFile(file, '');
  const keys = increments.map(({ key }) => key);
  for await (const content of inOrder(keys, fetch)) {
    const increment = jsonOf(content.toString()) as Increment;
    for (const digest of increment.picturesGone) tails.picturesGone.add(digest);
    await appendFile(tails.records, linesOf(increment.records).text);
    for (const [owner, tail] of stores) await addTo(tail, increment.stores[owner]);
  }
  return tails;
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
