import { createHash } from 'node:crypto';

/** Keys of the objects. All contain the time, so that a list is in order and retention reads no object. */
const BASE = /^bases\/([\dtz-]{24})-([0-9a-f]{12})\//;
const INCREMENT = /^increments\/([0-9a-f]{12})\/(\d{10})-([\dtz-]{24})\.bin$/;
const PICTURE = /^pictures\/([\dtz-]{24})-([0-9a-f]{32})\.bin$/;
/** A time as in ISO 8601, with the letters that keys may have: `2026-11-30t18-20-00-000z`. */
const STAMP = /^(\d{4}-\d\d-\d\d)t(\d\d)-(\d\d)-(\d\d)-(\d{3})z$/;

export const BASES = 'bases/';
export const INCREMENTS = 'increments/';
export const PICTURES = 'pictures/';
export const SLICES = 'slices/';
export const BASE_MANIFEST = 'base.bin';

export interface BaseName {
  /** Prefix of its objects. */
  readonly prefix: string;
  readonly at: Date;
  readonly lineage: string;
}

export interface IncrementName {
  readonly key: string;
  readonly lineage: string;
  readonly seq: number;
  readonly at: Date;
}

export interface PictureName {
  readonly key: string;
  readonly at: Date;
  readonly digest: string;
}

export function headKey(lineage: string): string {
  return `heads/${lineage}.bin`;
}

export function basePrefix(at: Date, lineage: string): string {
  return `${BASES}${stampOf(at)}-${lineage}/`;
}

export function chunkKey(prefix: string, file: string, chunk: number): string {
  return `${prefix}${file.replace(/[^a-z0-9]/g, '-')}-${String(chunk).padStart(5, '0')}.bin`;
}

export function incrementsOf(lineage: string): string {
  return `${INCREMENTS}${lineage}/`;
}

export function incrementKey(lineage: string, seq: number, at: Date): string {
  return `${incrementsOf(lineage)}${String(seq).padStart(10, '0')}-${stampOf(at)}.bin`;
}

export function pictureKey(digest: string, at: Date): string {
  return `${PICTURES}${stampOf(at)}-${digest}.bin`;
}

export function pictureDigest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

/** Bases that are complete, the oldest first: the manifest is written last. */
export function basesIn(keys: readonly string[]): readonly BaseName[] {
  return keys.flatMap((key) => {
    const [prefix, stamp, lineage] = BASE.exec(key) ?? [];
    if (prefix === undefined || stamp === undefined || lineage === undefined) return [];
    return key === prefix + BASE_MANIFEST ? [{ prefix, at: dateOf(stamp), lineage }] : [];
  });
}

/** Prefix of the base that an object belongs to, and its time. */
export function baseOf(key: string): { readonly prefix: string; readonly at: Date } | undefined {
  const [prefix, stamp] = BASE.exec(key) ?? [];
  return prefix === undefined || stamp === undefined ? undefined : { prefix, at: dateOf(stamp) };
}

export function incrementIn(key: string): IncrementName | undefined {
  const [, lineage, seq, stamp] = INCREMENT.exec(key) ?? [];
  if (lineage === undefined || stamp === undefined) return undefined;
  return { key, lineage, seq: Number(seq), at: dateOf(stamp) };
}

export function pictureIn(key: string): PictureName | undefined {
  const [, stamp, digest] = PICTURE.exec(key) ?? [];
  return stamp === undefined || digest === undefined ? undefined : { key, at: dateOf(stamp), digest };
}

function stampOf(at: Date): string {
  return at.toISOString().toLowerCase().replace(/[:.]/g, '-');
}

/** Invalid for a key that only looks like one of ours. */
function dateOf(stamp: string): Date {
  return new Date(stamp.replace(STAMP, '$1T$2:$3:$4.$5Z'));
}
