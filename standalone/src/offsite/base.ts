import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { EventStore } from '@volant/infra/event-store/event-store';
import type { WriteGate } from '@volant/infra/event-store/write-gate';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.ts';
import { keysOf, PICTURES_PART } from '../transfer/carried-objects.ts';
import { writeKeyFiles } from '../transfer/key-files.ts';
import { OWNERS } from '../transfer/places.ts';
import { writeExport } from '../transfer/write-export.ts';
import { BASE_MANIFEST, BASES, type BaseName, basePrefix, basesIn, chunkKey, pictureDigest } from './names.ts';
import type { Shipper } from './shipper.ts';
import { SLICED_PARTS, type SliceEntry, sendSlices, sliceEntry } from './slices.ts';
import type { Vault } from './vault.ts';

/** Small enough for a slow uplink: S3 has to answer within 15 seconds. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Folder of the private key among the files of a base. */
export const KEYS = 'keys';
/** Digests of the pictures of the base, one a line. */
export const PICTURE_LIST = 'pictures.txt';

function isFileName(name: string): boolean {
  return ['.', KEYS].includes(path.dirname(name)) && !['.', '..'].includes(path.basename(name));
}

const baseManifest = z.object({
  format: z.literal(1),
  lineage: z.string(),
  /** First increment after the cut. */
  firstSeq: z.number().int(),
  /** Moment of the event stores in it. */
  cutAt: z.iso.datetime(),
  slices: z.array(sliceEntry),
  files: z.array(z.object({ name: z.string().refine(isFileName), chunks: z.number().int(), bytes: z.number().int() })),
});

export type BaseManifest = z.infer<typeof baseManifest>;

export interface BaseParts {
  readonly adapters: Adapters;
  readonly data: Pick<DataDirectory, 'below'>;
  readonly vault: Vault;
  readonly shipper: Pick<Shipper, 'lineage' | 'lastSeq'>;
  /** Passed by rounds of increments: the cut lies between two of them. */
  readonly rounds: WriteGate;
  readonly withoutStoring: (work: () => Promise<void>) => Promise<void>;
  readonly clock: () => Date;
  /** Called with each line of progress; may throw to stop. */
  readonly say: (line: string) => void;
}

/** Sends an export of everything but the pictures, which are sent one by one. */
export async function makeBase(parts: BaseParts): Promise<void> {
  const { adapters, data, vault, shipper, withoutStoring, clock, say } = parts;
  const { lineage } = shipper;
  const directory = data.below('offsite-base');
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { mode: 0o700 });
  try {
    const begunAt = clock();
    let slices: readonly SliceEntry[] = [];
    let cut = { at: begunAt, firstSeq: 0 };
    await writeExport(adapters, directory, say, {
      storing: withoutStoring,
      writes: (work) =>
        betweenRounds(parts, async (stores) => {
          cut = { at: clock(), firstSeq: shipper.lastSeq() + 1 };
          return () => work(stores);
        }),
      leaves: ({ file }) => file === PICTURES_PART.file || SLICED_PARTS.some((part) => part.file === file),
      async besides() {
        slices = await sendSlices(await adapters.analyticsDatabase(), vault, await slicesThere(vault), say);
      },
    });
    const pictures = (await keysOf(await adapters.objects())).map(pictureDigest);
    await writeFile(path.join(directory, PICTURE_LIST), pictures.join('\n'));
    await writeKeyFiles(path.join(directory, KEYS), data);
    const prefix = basePrefix(begunAt, lineage);
    const files: BaseManifest['files'] = [];
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(directory, file);
      files.push({ name, ...(await sendFile(vault, { prefix, name, file }, say)) });
    }
    const manifest: BaseManifest = {
      format: 1,
      lineage,
      firstSeq: cut.firstSeq,
      cutAt: cut.at.toISOString(),
      slices: [...slices],
      files,
    };
    await vault.put(prefix + BASE_MANIFEST, Buffer.from(JSON.stringify(manifest)));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Slices of the newest base, of any lineage. */
async function slicesThere(vault: Vault): Promise<readonly SliceEntry[]> {
  const newest = basesIn(await vault.list(BASES)).at(-1);
  return newest === undefined ? [] : (await readBase(vault, newest)).slices;
}

/** @throws OperatorError if it cannot be read */
export async function readBase(vault: Vault, { prefix }: Pick<BaseName, 'prefix'>): Promise<BaseManifest> {
  const read = baseManifest.safeParse(jsonOf((await vault.get(prefix + BASE_MANIFEST)).toString()));
  if (!read.success) throw new OperatorError(`The base ${prefix} is of a later version of Volant.`);
  return read.data;
}

type Stores = { readonly owner: string; readonly store: EventStore }[];

/**
 * Opens the stores at a point between two rounds of increments. The next round need not wait until they are read.
 * @param atCut returns the rest of the work
 */
async function betweenRounds(
  { adapters, rounds }: BaseParts,
  atCut: (stores: Stores) => Promise<() => Promise<void>>,
): Promise<void> {
  let reading: Promise<void> | undefined;
  await rounds.hold(async () => {
    await new Promise<void>((resolve, reject) => {
      reading = adapters.eventStoresAtOnePoint(async (storeOf) => {
        const stores: Stores = [];
        for (const owner of OWNERS) stores.push({ owner, store: await storeOf(owner) });
        const rest = await atCut(stores);
        resolve();
        await rest();
      });
      reading.catch(reject);
    });
  });
  await reading;
}

interface SentFile {
  readonly prefix: string;
  readonly name: string;
  readonly file: string;
}

async function sendFile(vault: Vault, { prefix, name, file }: SentFile, say: (line: string) => void) {
  const { size } = await stat(file);
  const chunks = Math.ceil(size / CHUNK_BYTES);
  const handle = await open(file);
  try {
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      say(`sending ${name}`);
      const content = Buffer.alloc(Math.min(CHUNK_BYTES, size - chunk * CHUNK_BYTES));
      await handle.read(content, 0, content.length, chunk * CHUNK_BYTES);
      await vault.put(chunkKey(prefix, name, chunk), content);
    }
  } finally {
    await handle.close();
  }
  return { chunks, bytes: size };
}
