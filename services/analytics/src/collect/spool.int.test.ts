import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@volant/infra/process/observability/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSpool, type Spool } from './spool.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const clock = () => new Date();
const MODULE = new URL('./spool.ts', import.meta.url).href;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-spool-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (maxBytes?: number) => openSpool({ directory, ...(maxBytes ? { maxBytes } : {}) }, clock, log);
const record = (text: string) => new Uint8Array(Buffer.from(text));

async function emptied(spool: Spool): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let found = await spool.oldest(); found !== undefined; found = await spool.oldest()) {
    texts.push(...found.records.map((one) => Buffer.from(one).toString()));
    await found.remove();
  }
  return texts;
}

it('returns records in write order across restarts, and is empty afterwards', async () => {
  const first = await open();
  await first.append([record('a'), record('b')]);
  await first.append([record('')]);
  await first.close();
  const second = await open();
  expect(second.oldestAt()).toBeLessThanOrEqual(Date.now());
  await second.append([record('c')]);
  expect(await emptied(second)).toEqual(['a', 'b', '', 'c']);
  expect(second.bytes()).toBe(0);
  expect(second.oldestAt()).toBeUndefined();
  await second.append([record('d')]);
  await second.close();
  expect(await emptied(await open())).toEqual(['d']);
  expect(await readdir(directory)).toEqual([]);
});

it('keeps records that are added while the oldest are being read', async () => {
  const spool = await open();
  await spool.append([record('a')]);
  const found = await spool.oldest();
  await spool.append([record('b')]);
  await found?.remove();
  expect(await emptied(spool)).toEqual(['b']);
});

it('splits records into files of a few megabytes', async () => {
  const spool = await open();
  const big = new Uint8Array(1_500_000);
  for (let n = 0; n < 8; n += 1) await spool.append([big]);
  expect((await readdir(directory)).length).toBeGreaterThan(1);
  expect((await emptied(spool)).length).toBe(8);
});

it('refuses records beyond its maximum size and accepts them again once there is room', async () => {
  const spool = await open(100);
  await spool.append([record('x'.repeat(50))]);
  await expect(spool.append([record('y'.repeat(50))])).rejects.toThrow('the spool is full');
  expect(await emptied(spool)).toHaveLength(1);
  await spool.append([record('z')]);
  expect(await emptied(spool)).toEqual(['z']);
});

it.each([1, 15, 16, 20])('ignores a last record that lacks %i bytes', async (lacking) => {
  const spool = await open();
  await spool.append([record('whole')]);
  await spool.append([record('cut short')]);
  await spool.close();
  const [name = ''] = await readdir(directory);
  const file = path.join(directory, name);
  await truncate(file, (await readFile(file)).length - lacking);
  expect(await emptied(await open())).toEqual(['whole']);
  expect(await readdir(directory)).toEqual([]);
});

it('ignores a last record that has its full length but was not written completely', async () => {
  const spool = await open();
  await spool.append([record('whole')]);
  await spool.append([record('zeroes')]);
  await spool.close();
  const [name = ''] = await readdir(directory);
  const file = path.join(directory, name);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, bytes.length - 3));
  expect(await emptied(await open())).toEqual(['whole']);
});

it('returns the records around a corrupt one and keeps the file for inspection', async () => {
  const spool = await open();
  await spool.append([record('first'), record('second'), record('third')]);
  await spool.close();
  const [name = ''] = await readdir(directory);
  const file = path.join(directory, name);
  const bytes = await readFile(file);
  bytes[bytes.indexOf('second')] = 0;
  await writeFile(file, bytes);
  await appendFile(file, '');
  expect(await emptied(await open())).toEqual(['first', 'third']);
  expect(await readdir(directory)).toEqual([`${name}.damaged`]);
});

it('names the setting if the directory is unusable', async () => {
  const file = path.join(directory, 'file');
  await writeFile(file, '');
  await expect(openSpool({ directory: file }, clock, log)).rejects.toMatchObject({
    name: 'SettingError',
    setting: 'VOLANT_SPOOL_DIR',
  });
});

it('loses no acknowledged record when its process is killed, ten times in a row', async () => {
  const script = `
    import { openSpool } from ${JSON.stringify(MODULE)};
    const quiet = { warn() {}, error() {} };
    const spool = await openSpool({ directory: ${JSON.stringify(directory)} }, () => new Date(), quiet);
    for (let n = 0; ; n += 1) {
      const name = process.argv[1] + '-' + n;
      await spool.append([new Uint8Array(Buffer.from(name + 'x'.repeat(n % 3000)))]);
      process.stdout.write(name + '\\n');
    }`;
  const answered = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script, `r${round}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.split('\n').length > 20 + round * 5) child.kill('SIGKILL');
      });
      child.on('close', () => resolve());
    });
    for (const name of output.split('\n').slice(0, -1)) answered.add(name);
  }
  expect(answered.size).toBeGreaterThan(200);
  const found = new Set((await emptied(await open())).map((text) => text.replace(/x*$/, '')));
  expect([...answered].filter((name) => !found.has(name))).toEqual([]);
});
