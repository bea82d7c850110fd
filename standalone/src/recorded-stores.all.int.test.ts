import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataDirectory } from './data-directory.ts';
import { runCommand, startProduct } from './testing/commands.ts';
import { freePort } from './testing/free-port.ts';

const LOGIN = { email: 'anna@example.com', password: 'a long enough password' };
const VIEWS = 30;

let directory: string;
let pageId: string;
const at = (name: string) => path.join(directory, name);
const settings = (name: string) => ({
  VOLANT_DATA_DIR: at(name),
  VOLANT_DEMO: 'off',
  VOLANT_EVENTS_PER_MINUTE: '1000',
});

async function call(origin: string, place: string, body?: object, token = '') {
  const answer = await fetch(`${origin}${place}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  });
  return { status: answer.status, body: await answer.json() };
}

async function views(origin: string): Promise<number> {
  const { token } = (await call(origin, '/api/auth/login', LOGIN)).body;
  return (await call(origin, `/api/pages/${pageId}/analytics`, undefined, token)).body.summary?.views;
}

/** A copy of the directory after `lose` has taken something out. */
async function copyWithout(name: string, ...lost: readonly string[]): Promise<string> {
  await cp(at('used'), at(name), { recursive: true, verbatimSymlinks: true });
  for (const each of lost) await rm(path.join(at(name), each), { recursive: true });
  return name;
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-lost-'));
  const { origin, stop } = await startProduct(settings('used'));
  const { token } = (await call(origin, '/api/auth/signup', { ...LOGIN, username: 'anna' })).body;
  pageId = (await call(origin, '/api/pages', { displayName: 'Anna', blocksJson: { name: 'Anna' } }, token)).body.page
    .id;
  for (let view = 0; view < VIEWS; view += 1) {
    expect((await call(origin, '/api/public/events', { pageId, type: 'VIEW' })).status).toBe(202);
  }
  // Until the hook's own timeout: expect.poll works in tests only.
  while ((await views(origin)) !== VIEWS) await sleep(50);
  expect(await stop()).toBe(0);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test.each([
  ['volant.db'],
  ['log'],
  ['log/topics'],
  ['objects'],
  ['clickhouse'],
  ['clickhouse/store'],
  ['clickhouse/metadata/volant.sql'],
])('a used directory without %s ends the start with a sentence that names the remedy', async (lost) => {
  const name = await copyWithout(`without-${lost.replaceAll('/', '-')}`, lost);
  const before = await readdir(at(name));
  const { code, stdout, stderr } = await runCommand('main', [], { ...settings(name), PORT: '0' });
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toMatch(/^The data directory \S+ cannot be used: it was used and now lacks .*\n$/);
  expect(stderr).toContain(lost === 'clickhouse/store' ? 'clickhouse/metadata/volant' : lost);
  expect(stderr).toContain('npm run import -- <backup>');
  expect(stderr.includes('npm run replay -- --since 0')).toBe(lost.startsWith('clickhouse'));
  expect(await readdir(at(name))).toEqual(before);
  const backup = await runCommand('export', [at(`export-${name}`)], settings(name));
  expect([backup.code, backup.stderr]).toEqual([1, stderr]);
});

test.each(['clickhouse', 'clickhouse/store', 'clickhouse/metadata/volant.sql'])(
  'figures that were lost with %s and that the log still has are counted again by a replay',
  async (lost) => {
    const name = await copyWithout(`replayed-${lost.replaceAll('/', '-')}`, lost);
    expect(await runCommand('replay', ['--since', '0'], settings(name))).toMatchObject({ code: 0, stderr: '' });
    const { origin, stop } = await startProduct(settings(name));
    await expect.poll(() => views(origin)).toBe(VIEWS);
    await stop();
  },
);

test('the product warns of figures that the log has and ClickHouse lacks', async () => {
  const name = await copyWithout('emptied');
  const database = await openChdb({ path: path.join(at(name), 'clickhouse'), database: 'volant' });
  await database.client.command({ query: 'TRUNCATE TABLE volant.activities_by_day' });
  await database.close();
  const operations = await freePort();
  const { stop } = await startProduct({ ...settings(name), VOLANT_OPERATIONS_PORT: String(operations) });
  const warnings = async () => (await (await fetch(`http://127.0.0.1:${operations}/ready`)).json()).warnings;
  const sentence = `figures are lost: of ${VIEWS} events picked from the log, ClickHouse lacks ${VIEWS}`;
  await expect.poll(warnings).toContainEqual(expect.stringContaining(sentence));
  await stop();
});

test('real servers hold their stores themselves, and an earlier version recorded none', async () => {
  const name = await copyWithout('moved', 'volant.db');
  const servers = { mongodb: {}, kafka: {} } as never;
  await (await openDataDirectory(at(name), { servers })).release();
  await expect(openDataDirectory(at(name))).rejects.toThrow('lacks volant.db');
  await rm(path.join(at(name), 'stores.json'));
  await (await openDataDirectory(at(name))).release();
});

test.each(['identity', 'log'])(
  'a directory of 0.2.0 with %s/data.mdb ends the start with the two commands that carry it over',
  async (store) => {
    const former = at(`former-${store}`);
    await mkdir(path.join(former, store), { recursive: true });
    await writeFile(path.join(former, store, 'data.mdb'), '');
    const { code, stderr } = await runCommand('main', [], { ...settings(`former-${store}`), PORT: '0' });
    expect(code).toBe(78);
    expect(stderr).toMatch(
      /^The data directory \S+ cannot be used: [^\n]*npm run export -- [^\n]*npm run import -- [^\n]*\n$/,
    );
    expect(await readdir(former)).toEqual([store]);
  },
);
