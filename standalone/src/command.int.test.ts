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

// Other commands are in command.all.int.test.ts.
test('keys answers --help with its usage, and opens nothing', async () => {
  const stdout = expect.stringMatching('^Usage: npm run keys');
  expect(await runCommand('keys', ['--help'], settings())).toMatchObject({ code: 0, stdout, stderr: '' });
  expect(await readdir(directory)).toEqual([]);
});

test('keys refuses an unknown option with its usage, and opens nothing', async () => {
  const stderr = expect.stringMatching('^Usage: npm run keys');
  expect(await runCommand('keys', ['--nonsense'], settings())).toMatchObject({ code: 1, stdout: '', stderr });
  expect(await readdir(directory)).toEqual([]);
});
