import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { type BaseManifest, readBase } from './base.ts';
import { BASES, type BaseName, basesIn, headKey, type IncrementName, incrementIn, incrementsOf } from './names.ts';
import { head } from './shipper.ts';
import type { Vault } from './vault.ts';

/** What a moment is restored from. */
export interface RestorePoint {
  readonly base: BaseName;
  readonly manifest: BaseManifest;
  readonly increments: readonly IncrementName[];
  /** Everything that the machine accepted until then is in it. */
  readonly holdsUntil: Date;
}

/**
 * The newest base before the moment, and its increments until then.
 * @param at the last moment by default
 * @throws OperatorError if there is no base, or an increment is missing
 */
export async function findPoint(vault: Vault, at: Date | undefined): Promise<RestorePoint> {
  const { base, manifest } = await baseBefore(vault, at);
  // Read before the list, because a machine may send meanwhile.
  const there = await headOf(vault, base.lineage);
  const sent = (await vault.list(incrementsOf(base.lineage))).flatMap((key) => incrementIn(key) ?? []);
  const after = sent.filter(({ seq }) => seq >= manifest.firstSeq);
  const isAtCut = at !== undefined && at.toISOString() === manifest.cutAt;
  if (!isAtCut && nextOf(after, there?.seq) > manifest.firstSeq) {
    throw new OperatorError(
      `The increments after ${manifest.cutAt} are gone: they have expired or were deleted. Restore that moment with --at ${manifest.cutAt}.`,
    );
  }
  const increments = contiguous(after, manifest.firstSeq, at);
  const last = increments.at(-1);
  const sign = new Date(there?.at ?? manifest.cutAt);
  if ((at === undefined || at >= sign) && last !== undefined && last.seq < (there?.seq ?? 0)) {
    throw new OperatorError(
      `The last increments of the backup are missing: restore the moment ${last.at.toISOString()} with --at.`,
    );
  }
  // An increment that was sent just before the machine could say so.
  const lastSign = last !== undefined && last.at > sign ? last.at : sign;
  return { base, manifest, increments, holdsUntil: at === undefined || at > lastSign ? lastSign : at };
}

/** Undefined once all increments of the lineage have expired. */
async function headOf(vault: Vault, lineage: string) {
  const key = headKey(lineage);
  if (!(await vault.list(key)).includes(key)) return undefined;
  return head.parse(jsonOf((await vault.get(key)).toString()));
}

/** Number of the first increment that is left, or of the next one that will be sent. */
function nextOf(after: readonly IncrementName[], lastSeq: number | undefined): number {
  return after.length > 0 ? Math.min(...after.map(({ seq }) => seq)) : (lastSeq ?? Number.POSITIVE_INFINITY) + 1;
}

/** A base shows the moment of its cut, which is later than its beginning. */
async function baseBefore(vault: Vault, at: Date | undefined) {
  const bases = basesIn(await vault.list(BASES));
  for (const base of [...bases].reverse()) {
    if (at !== undefined && base.at > at) continue;
    const manifest = await readBase(vault, base);
    if (at === undefined || new Date(manifest.cutAt) <= at) return { base, manifest };
  }
  const [first] = bases;
  const range =
    first === undefined ? 'there is none yet' : `the earliest is of ${(await readBase(vault, first)).cutAt}`;
  throw new OperatorError(`No whole backup is that old: ${range}.`);
}

/** An increment that was sent again after a crash has its number twice; the later one holds both. */
function contiguous(after: readonly IncrementName[], firstSeq: number, at: Date | undefined) {
  const bySeq = new Map<number, IncrementName>();
  for (const increment of after) {
    if (at === undefined || increment.at <= at) bySeq.set(increment.seq, increment);
  }
  const increments = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  for (const [place, { seq, at: time }] of increments.entries()) {
    if (seq === firstSeq + place) continue;
    throw new OperatorError(
      `An increment of the backup is missing before ${time.toISOString()}: restore an earlier moment with --at.`,
    );
  }
  return increments;
}
