import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './testing/commands.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-commands-'));
});
afterAll(() => rm(directory, { recursive: true }));

const settings = () => ({ VOLANT_DATA_DIR: path.join(directory, 'data') });

test.each([
  ...['dead-letters', 'demo', 'export', 'import', 'keys', 'migrate', 'rebuild', 'replay', 'second-factor'],
  'superadmin',
])('%s answers --help with its usage, and opens nothing', async (name) => {
  const stdout = expect.stringMatching(`^Usage: npm run ${name}`);
  expect(await runCommand(name, ['--help'], settings())).toMatchObject({ code: 0, stdout, stderr: '' });
  expect(await readdir(directory)).toEqual([]);
});

test.each(['keys', 'migrate'])('%s refuses an unknown option with its usage, and opens nothing', async (name) => {
  const stderr = expect.stringMatching(`^Usage: npm run ${name}`);
  expect(await runCommand(name, ['--nonsense'], settings())).toMatchObject({ code: 1, stdout: '', stderr });
  expect(await readdir(directory)).toEqual([]);
});
