import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diskOf } from './disk.ts';

test('a disk with room passes and keeps nothing of the check; a full one and a missing directory do not', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-disk-'));
  await diskOf(directory).check();
  expect(await readdir(directory)).toEqual([]);
  await expect(diskOf(directory, async () => 3_000_000).check()).rejects.toThrow('only 3 MB are free');
  await rm(directory, { recursive: true });
  await expect(diskOf(directory).check()).rejects.toThrow('ENOENT');
});
