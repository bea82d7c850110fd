import { PICTURE_LIST, readBase } from './base.ts';
import {
  BASES,
  type BaseName,
  baseOf,
  basesIn,
  chunkKey,
  headKey,
  INCREMENTS,
  incrementIn,
  PICTURES,
  pictureIn,
  SLICES,
} from './names.ts';
import { sliceKeys } from './slices.ts';
import type { Vault } from './vault.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Kept {
  readonly days: number;
  readonly months: number;
}

/** Bases of the last days, and the first one of each of the last months; the newest always. */
export function basesToKeep(bases: readonly BaseName[], { days, months }: Kept, now: Date): readonly BaseName[] {
  const since = now.getTime() - days * DAY_MS;
  const firstMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() - months;
  const monthsSeen = new Set<number>();
  return bases.filter((base, place) => {
    const month = base.at.getUTCFullYear() * 12 + base.at.getUTCMonth();
    const isFirst = !monthsSeen.has(month);
    monthsSeen.add(month);
    return base.at.getTime() >= since || place === bases.length - 1 || (months > 0 && isFirst && month >= firstMonth);
  });
}

/** Deletes what is older than the retention. So nothing that was erased stays longer in the backup. */
export async function removeExpired(vault: Vault, kept: Kept, now: Date): Promise<void> {
  const objectsOfBases = await vault.list(BASES);
  const bases = basesIn(objectsOfBases);
  const newest = bases.at(-1);
  if (newest === undefined) return;
  const keep = basesToKeep(bases, kept, now);
  await removeBases(vault, objectsOfBases, keep);
  const oldestDay = keep.find(({ at }) => at.getTime() >= now.getTime() - kept.days * DAY_MS) ?? newest;
  await removeIncrements(vault, oldestDay.at, newest.lineage);
  await removePictures(vault, keep, newest);
  await removeSlices(vault, keep);
}

async function removeBases(vault: Vault, keys: readonly string[], keep: readonly BaseName[]): Promise<void> {
  const prefixes = new Set(keep.map(({ prefix }) => prefix));
  const newest = keep.at(-1);
  for (const key of keys) {
    const base = baseOf(key);
    if (base === undefined || newest === undefined || prefixes.has(base.prefix)) continue;
    // Another machine may be sending a newer one.
    if (base.at <= newest.at) await vault.delete(key);
  }
}

async function removeIncrements(vault: Vault, since: Date, present: string): Promise<void> {
  const kept = new Set<string>([present]);
  const ended = new Set<string>();
  for (const key of await vault.list(INCREMENTS)) {
    const increment = incrementIn(key);
    if (increment === undefined) continue;
    (increment.at < since ? ended : kept).add(increment.lineage);
    if (increment.at < since) await vault.delete(key);
  }
  for (const lineage of ended) if (!kept.has(lineage)) await vault.delete(headKey(lineage));
}

/** Deletes pictures that no kept base shows, unless they came after the newest one. */
async function removePictures(vault: Vault, keep: readonly BaseName[], newest: BaseName): Promise<void> {
  const shown = new Set<string>();
  for (const { prefix } of keep) for (const digest of await picturesOf(vault, prefix)) shown.add(digest);
  for (const key of await vault.list(PICTURES)) {
    const picture = pictureIn(key);
    if (picture !== undefined && picture.at < newest.at && !shown.has(picture.digest)) await vault.delete(key);
  }
}

async function removeSlices(vault: Vault, keep: readonly BaseName[]): Promise<void> {
  const needed = new Set<string>();
  for (const base of keep) for (const slice of (await readBase(vault, base)).slices) addAll(needed, sliceKeys(slice));
  for (const key of await vault.list(SLICES)) if (!needed.has(key)) await vault.delete(key);
}

function addAll(set: Set<string>, keys: readonly string[]): void {
  for (const key of keys) set.add(key);
}

export async function picturesOf(vault: Vault, prefix: string): Promise<readonly string[]> {
  const { files } = await readBase(vault, { prefix });
  const chunks = files.find(({ name }) => name === PICTURE_LIST)?.chunks ?? 0;
  const parts: Buffer[] = [];
  for (let chunk = 0; chunk < chunks; chunk += 1) parts.push(await vault.get(chunkKey(prefix, PICTURE_LIST, chunk)));
  return Buffer.concat(parts).toString().split('\n').filter(Boolean);
}
