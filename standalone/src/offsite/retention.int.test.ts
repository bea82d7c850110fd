import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BaseManifest, PICTURE_LIST } from './base.ts';
import { BASE_MANIFEST, type BaseName, basePrefix, chunkKey, headKey, incrementKey, pictureKey } from './names.ts';
import { findPoint } from './restore-point.ts';
import { basesToKeep, removeExpired } from './retention.ts';
import { sliceKeys } from './slices.ts';
import { openVault, type Vault } from './vault.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-11-30T18:00:00.000Z');
const FORMER = 'aaaaaaaaaaaa';
const PRESENT = 'bbbbbbbbbbbb';
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const digestOf = (letter: string) => letter.repeat(32);

let directory: string;
let vault: Vault;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-retention-'));
  vault = await openVault(await openFileObjects({ path: directory }), 'a passphrase for this test', true);
});
afterEach(() => rm(directory, { recursive: true }));

interface OfBase {
  readonly pictures?: readonly string[];
  readonly slices?: BaseManifest['slices'];
}
const sliceOf = (slice: string) => ({ table: 'page_days', slice, digest: 'ab12', rows: 1, chunks: 2 });

async function putBase(at: Date, lineage: string, firstSeq: number, { pictures = [], slices = [] }: OfBase = {}) {
  const prefix = basePrefix(at, lineage);
  const list = Buffer.from(pictures.join('\n'));
  await vault.put(chunkKey(prefix, PICTURE_LIST, 0), list);
  const files = [{ name: PICTURE_LIST, chunks: 1, bytes: list.length }];
  const manifest: BaseManifest = { format: 1, lineage, firstSeq, cutAt: at.toISOString(), slices, files };
  await vault.put(prefix + BASE_MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return prefix;
}
async function putIncrement(lineage: string, seq: number, at: Date): Promise<string> {
  const key = incrementKey(lineage, seq, at);
  await vault.put(key, Buffer.from('{}'));
  return key;
}
async function putHead(lineage: string, seq: number, at: Date): Promise<void> {
  const head = { at: at.toISOString(), seq, cursor: { positions: {}, offsets: {} } };
  await vault.put(headKey(lineage), Buffer.from(JSON.stringify(head)));
}

describe('retention', () => {
  it('keeps bases of the days, the first one of each month, and the newest one', () => {
    const bases = [100, 61, 60, 32, 30, 2, 1].map(
      (days): BaseName => ({ at: daysAgo(days), prefix: `${days}`, lineage: PRESENT }),
    );
    const kept = (days: number, months: number, now = NOW) =>
      basesToKeep(bases, { days, months }, now).map(({ prefix }) => prefix);
    expect(kept(2, 0)).toEqual(['2', '1']);
    expect(kept(2, 2)).toEqual(['61', '60', '2', '1']);
    expect(kept(31, 0)).toEqual(['30', '2', '1']);
    expect(kept(2, 0, new Date(NOW.getTime() + 90 * DAY_MS))).toEqual(['1']);
  });

  it('deletes what only expired bases need, of every lineage', async () => {
    const expired = await putBase(daysAgo(10), FORMER, 1, {
      ...{ pictures: [digestOf('1'), digestOf('2')], slices: [sliceOf('1'), sliceOf('2')] },
    });
    const kept = await putBase(daysAgo(1), PRESENT, 5, { pictures: [digestOf('2')], slices: [sliceOf('2')] });
    for (const slice of ['1', '2']) {
      for (const key of sliceKeys(sliceOf(slice))) await vault.put(key, Buffer.from('x'));
    }
    const oldIncrement = await putIncrement(FORMER, 1, daysAgo(9));
    await putHead(FORMER, 1, daysAgo(9));
    const newIncrement = await putIncrement(PRESENT, 5, NOW);
    await putHead(PRESENT, 5, NOW);
    const pictures = ['1', '2', '3'].map((letter) => pictureKey(digestOf(letter), daysAgo(letter === '3' ? 0 : 10)));
    for (const key of pictures) await vault.put(key, Buffer.from('x'));
    await removeExpired(vault, { days: 2, months: 0 }, NOW);
    const left = await vault.list('');
    expect(left.filter((key) => key.startsWith(expired))).toEqual([]);
    expect(left.filter((key) => key.startsWith(kept))).toHaveLength(2);
    expect(left).not.toContain(oldIncrement);
    expect(left).not.toContain(headKey(FORMER));
    expect(left).toContain(newIncrement);
    expect(left.filter((key) => key.startsWith('slices/'))).toEqual(sliceKeys(sliceOf('2')));
    expect(left.filter((key) => key.startsWith('pictures/')).sort()).toEqual(pictures.slice(1).sort());
  });
});

describe('the point of a restore', () => {
  it('is the last sign of the machine, and the newest base and its increments', async () => {
    await putBase(daysAgo(2), PRESENT, 1);
    const prefix = await putBase(daysAgo(1), PRESENT, 3);
    for (const seq of [1, 2, 3, 4]) await putIncrement(PRESENT, seq, daysAgo(2 - seq * 0.4));
    await putHead(PRESENT, 4, NOW);
    const point = await findPoint(vault, undefined);
    expect(point.base.prefix).toBe(prefix);
    expect(point.increments.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(point.holdsUntil).toEqual(NOW);
    const earlier = await findPoint(vault, new Date(daysAgo(1).getTime() - 1));
    expect(earlier.increments.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(earlier.holdsUntil).toEqual(new Date(daysAgo(1).getTime() - 1));
    await expect(findPoint(vault, daysAgo(3))).rejects.toThrow('No whole backup is that old: the earliest is of');
  });

  it('takes the later of two increments with one number', async () => {
    await putBase(daysAgo(1), PRESENT, 1);
    await putIncrement(PRESENT, 1, daysAgo(0.5));
    const again = await putIncrement(PRESENT, 1, daysAgo(0.4));
    await putHead(PRESENT, 1, NOW);
    expect((await findPoint(vault, undefined)).increments.map(({ key }) => key)).toEqual([again]);
  });

  it('is refused if an increment is missing, and says until when it would be whole', async () => {
    await putBase(daysAgo(1), PRESENT, 1);
    const keys: string[] = [];
    for (const seq of [1, 2, 3]) keys.push(await putIncrement(PRESENT, seq, daysAgo(1 - seq * 0.1)));
    await putHead(PRESENT, 3, NOW);
    const [first = '', second = '', third = ''] = keys;
    await vault.delete(second);
    await expect(findPoint(vault, undefined)).rejects.toThrow(
      `An increment of the backup is missing before ${daysAgo(0.7).toISOString()}: restore an earlier moment with --at.`,
    );
    await vault.delete(third);
    await expect(findPoint(vault, undefined)).rejects.toThrow(
      `The last increments of the backup are missing: restore the moment ${daysAgo(0.9).toISOString()} with --at.`,
    );
    expect((await findPoint(vault, daysAgo(0.85))).increments.map(({ key }) => key)).toEqual([first]);
  });

  it('is a base alone once its increments have expired, at the moment of its cut only', async () => {
    await putBase(daysAgo(60), FORMER, 1);
    await putBase(daysAgo(50), PRESENT, 7);
    await putIncrement(PRESENT, 90, daysAgo(1));
    await putHead(PRESENT, 90, NOW);
    for (const [days, later] of [
      [60, 55],
      [50, 2],
    ] as const) {
      const cut = daysAgo(days);
      await expect(findPoint(vault, daysAgo(later))).rejects.toThrow(
        `Restore that moment with --at ${cut.toISOString()}.`,
      );
      expect(await findPoint(vault, cut)).toMatchObject({ increments: [], holdsUntil: cut });
    }
  });
});
