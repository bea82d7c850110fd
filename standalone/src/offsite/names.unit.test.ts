import { expect, it } from 'vitest';
import { baseOf, basePrefix, basesIn, chunkKey, incrementIn, incrementKey, pictureIn, pictureKey } from './names.ts';

const AT = new Date('2026-11-30T18:20:31.123Z');
const LINEAGE = '0123456789ab';

it('reads times and numbers back from the keys it writes', () => {
  const prefix = basePrefix(AT, LINEAGE);
  expect(baseOf(chunkKey(prefix, 'keys/signing-key.json', 3))).toEqual({ prefix, at: AT });
  expect(incrementIn(incrementKey(LINEAGE, 42, AT))).toMatchObject({ lineage: LINEAGE, seq: 42, at: AT });
  const digest = 'ab'.repeat(16);
  expect(pictureIn(pictureKey(digest, AT))).toMatchObject({ digest, at: AT });
});

it('takes a base without a manifest for unfinished, and keys of others for nothing', () => {
  const prefix = basePrefix(AT, LINEAGE);
  expect(basesIn([`${prefix}table-00000.bin`])).toEqual([]);
  expect(basesIn([`${prefix}base.bin`])).toEqual([{ prefix, at: AT, lineage: LINEAGE }]);
  expect([incrementIn('increments/notes.txt'), pictureIn('pictures/me.jpg'), baseOf('key.json')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
