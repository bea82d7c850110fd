import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { Objects } from '@volant/infra/objects/objects';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.ts';
import { OWNERS } from '../transfer/places.ts';
import { type Cursor, collect, cursor, type Digests, type Increment, presentCursor } from './increment.ts';
import { headKey, incrementKey, PICTURES, pictureDigest, pictureIn, pictureKey } from './names.ts';
import type { Vault } from './vault.ts';

const LINEAGE_FILE = 'offsite.json';
/** An idle product says this often that its backup is whole. */
const HEARTBEAT_MS = 60_000;
/** Pictures whose bytes arrive after their commit are found in the rounds of this time. */
const PICTURES_FOR_MS = 5 * 60_000;

const lineageFile = z.object({ lineage: z.string().regex(/^[0-9a-f]{12}$/) });
export const head = z.object({ at: z.iso.datetime(), seq: z.number().int(), cursor });

export interface ShipperParts {
  readonly adapters: Adapters;
  readonly data: Pick<DataDirectory, 'below'>;
  readonly vault: Vault;
  readonly clock: () => Date;
}

export type Shipper = Awaited<ReturnType<typeof openShipper>>;

/**
 * Sends increments of one lineage: all of its commits, records and pictures in order. The place says how far it has
 * come, so nothing waits in memory, and a process that dies continues there.
 */
export async function openShipper({ adapters, data, vault, clock }: ShipperParts) {
  const objects = await adapters.objects();
  const continued = await continuedLineage();
  const lineage = continued?.lineage ?? randomBytes(6).toString('hex');
  let seq = continued?.seq ?? 0;
  let at = continued?.cursor ?? (await presentCursor(adapters));
  if (continued === undefined) await writeFile(data.below(LINEAGE_FILE), JSON.stringify({ lineage }), { mode: 0o600 });
  /** Unknown after a start, so that the first increment has all reservations. */
  let digests: Digests = {};
  let saidAt = Number.NEGATIVE_INFINITY;
  let changedAt = clock().getTime();
  const pictures = await picturesThere(vault);

  /** The lineage of the last process, unless this directory is older than what that one sent. */
  async function continuedLineage() {
    const text = await readFile(data.below(LINEAGE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const own = lineageFile.safeParse(text === undefined ? undefined : jsonOf(text));
    if (!own.success) return undefined;
    const key = headKey(own.data.lineage);
    if (!(await vault.list(key)).includes(key)) return undefined;
    const there = head.parse(jsonOf((await vault.get(key)).toString()));
    for (const owner of OWNERS) {
      if ((await (await adapters.eventStore(owner)).head()) < (there.cursor.positions[owner] ?? 0)) return undefined;
    }
    return { lineage: own.data.lineage, ...there };
  }

  async function sendHead(now: Date, next: Cursor): Promise<void> {
    await vault.put(headKey(lineage), Buffer.from(JSON.stringify({ at: now.toISOString(), seq, cursor: next })));
    saidAt = now.getTime();
  }

  /** Sends new pictures, and finds those that were deleted. */
  async function sendPictures(now: Date) {
    let hasNew = false;
    const present = new Set<string>();
    for await (const key of objects.list('')) {
      const digest = pictureDigest(key);
      present.add(digest);
      if (pictures.has(digest)) continue;
      const found = await objects.get(key);
      if (found === undefined) continue;
      await vault.put(pictureKey(digest, now), pictureContent(key, found));
      pictures.add(digest);
      hasNew = true;
    }
    const gone = [...pictures].filter((digest) => !present.has(digest));
    return { hasNew, gone };
  }

  /** @returns whether everything has been sent */
  async function sendNext(): Promise<boolean> {
    const now = clock();
    const { increment, isNew, ...next } = await collect(adapters, at, digests, now);
    if (isNew) changedAt = now.getTime();
    const mayHavePictures = now.getTime() - changedAt < PICTURES_FOR_MS;
    const sent = mayHavePictures ? await sendPictures(now) : { hasNew: false, gone: [] };
    const hasNews = isNew || sent.hasNew || sent.gone.length > 0;
    if (hasNews) {
      const content: Increment = { ...increment, picturesGone: sent.gone };
      await vault.put(incrementKey(lineage, seq + 1, now), Buffer.from(JSON.stringify(content)));
      seq += 1;
      for (const digest of sent.gone) pictures.delete(digest);
    }
    if (hasNews || now.getTime() - saidAt >= HEARTBEAT_MS) await sendHead(now, next.cursor);
    at = next.cursor;
    digests = next.digests;
    return increment.isAll;
  }

  return {
    lineage,
    isNew: continued === undefined,
    /** Number of the last increment that was sent. */
    lastSeq: () => seq,
    /** Sends everything that is new. */
    async ship(signal: AbortSignal): Promise<void> {
      while (!(await sendNext())) signal.throwIfAborted();
    },
  };
}

async function picturesThere(vault: Vault): Promise<Set<string>> {
  const found = (await vault.list(PICTURES)).flatMap((key) => pictureIn(key) ?? []);
  return new Set(found.map(({ digest }) => digest));
}

type StoredPicture = NonNullable<Awaited<ReturnType<Objects['get']>>>;

function pictureContent(key: string, { contentType, body }: StoredPicture): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ key, contentType })}\n`), body]);
}

/** The line of a picture in an export. */
export function pictureLine(content: Buffer): string {
  const end = content.indexOf('\n');
  const { key, contentType } = z
    .object({ key: z.string(), contentType: z.string() })
    .parse(jsonOf(content.subarray(0, end).toString()));
  return `${JSON.stringify({ key, contentType, body: content.subarray(end + 1).toString('base64') })}\n`;
}
