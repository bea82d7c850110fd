import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCurrentViews, forgetViews } from './current-views.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'current-views-'));
  directory = path.join(root, 'views');
});
afterEach(() => rm(root, { recursive: true }));

async function areCurrent({ log = 'a log', laterMs = 0 } = {}): Promise<boolean> {
  return createCurrentViews(directory, () => new Date(Date.now() + laterMs)).areCurrent('pages', log);
}

it('continues views of the same log, until they could miss an erasure', async () => {
  expect(await areCurrent()).toBe(false);
  await createCurrentViews(directory).note('pages', 'a log');
  expect(await areCurrent()).toBe(true);
  expect(await areCurrent({ laterMs: 5 * DAY_MS })).toBe(true);
  expect(await areCurrent({ laterMs: 7 * DAY_MS })).toBe(false);
  expect(await areCurrent({ laterMs: -DAY_MS })).toBe(false);
  expect(await areCurrent({ log: 'another log' })).toBe(false);
  await forgetViews(directory);
  expect(await areCurrent()).toBe(false);
});

it('replaces a file of saved views', async () => {
  await createCurrentViews(directory).note('pages', 'a log');
  await writeFile(path.join(directory, 'pages'), 'documents of a former version'.repeat(100));
  expect(await areCurrent()).toBe(false);
  await createCurrentViews(directory).note('pages', 'a log');
  expect(await areCurrent()).toBe(true);
});
