import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDirectory } from './make-directory.ts';

let directory: string;
const at = (name: string) => path.join(directory, name);

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-made-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('creates a directory with its parents and returns the first that was missing', async () => {
  expect(await makeDirectory(at('one/two/three'), 0o700)).toBe(at('one'));
  expect(await makeDirectory(at('one/two/four'))).toBe(at('one/two/four'));
  expect(await makeDirectory(at('one/two'))).toBeUndefined();
  for (const name of ['one', 'one/two', 'one/two/three']) expect((await stat(at(name))).mode & 0o777).toBe(0o700);
});

it('is created once by several callers', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => makeDirectory(at('a/b/c'))));
  expect(made).toContain(at('a'));
  expect((await stat(at('a/b/c'))).isDirectory()).toBe(true);
});

it('rejects where there is a file', async () => {
  await writeFile(at('file'), '');
  await expect(makeDirectory(at('file'))).rejects.toThrow('EEXIST');
  await expect(makeDirectory(at('file/below'))).rejects.toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux').each(['/proc/volant', '/proc/volant/a/b', '/dev/null/volant'])(
  'rejects at %s, where no directory can be',
  async (place) => {
    await expect(makeDirectory(place)).rejects.toThrow(/^E(NOENT|NOTDIR|ACCES)/);
  },
);
