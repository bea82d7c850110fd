import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppendFile } from './append-file.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'append-file-'));
  path = join(directory, 'file');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const content = () => readFile(path, 'utf8');

it('appends at its end, also after reopening', async () => {
  const first = await AppendFile.create(path);
  await first.append([Buffer.from('one '), Buffer.from('two ')]);
  await first.close();
  const again = await AppendFile.open(path, first.length);
  await again.append([Buffer.from('three')]);
  await again.close();
  expect(await content()).toBe('one two three');
  expect(again.length).toBe(13);
});

it('fails to create a file that exists', async () => {
  await (await AppendFile.create(path)).close();
  await expect(AppendFile.create(path)).rejects.toMatchObject({ code: 'EEXIST' });
});

it('cuts off bytes after the given length when it is opened', async () => {
  const file = await AppendFile.create(path);
  await file.append([Buffer.from('whole ')]);
  await file.close();
  await appendFile(path, 'torn, and longer than what comes');
  const again = await AppendFile.open(path, 'whole '.length);
  expect(await content()).toBe('whole ');
  await again.append([Buffer.from('next')]);
  await again.close();
  expect(await content()).toBe('whole next');
});
