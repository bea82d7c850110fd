import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeToOthers } from './close-to-others.ts';

let directory: string;
const at = (name: string) => path.join(directory, name);
const modeOf = async (name: string) => ((await stat(at(name))).mode & 0o777).toString(8);

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-closed-'));
  await mkdir(at('data/mail/new'), { recursive: true });
  await writeFile(at('data/mail/new/letter'), '');
  await writeFile(at('outside'), '');
  await symlink(at('outside'), at('data/link'));
  for (const [name, mode] of [
    ['data/mail/new/letter', 0o644],
    ['data/mail/new', 0o755],
    ['data/mail', 0o750],
    ['outside', 0o644],
  ] as const) {
    await chmod(at(name), mode);
  }
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('removes access for others from an open directory and its contents, and follows no link', async () => {
  await chmod(at('data'), 0o755);
  await closeToOthers(at('data'));
  const modes = await Promise.all(
    ['data', 'data/mail', 'data/mail/new', 'data/mail/new/letter', 'outside'].map(modeOf),
  );
  expect(modes).toEqual(['700', '700', '700', '600', '644']);
});

it('does not walk a closed directory', async () => {
  await chmod(at('data'), 0o700);
  await closeToOthers(at('data'));
  expect(await modeOf('data/mail/new/letter')).toBe('644');
});

it('rejects if the user may not change the mode', async () => {
  await expect(closeToOthers('/proc/self/fdinfo/..')).rejects.toThrow(/EPERM|EACCES|EROFS/);
});
