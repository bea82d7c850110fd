import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, createPage, eventually, type Person, pageIsKnown, readReport, signUp } from '../src/api.ts';
import { askClickHouse } from '../src/ask-clickhouse.ts';
import { type Processes, serverSettings, startProcesses } from '../src/processes.ts';
import { ROOT, type Settings } from '../src/product.ts';

const COMMAND = path.join(ROOT, 'standalone/dist/replay.js');
const EVENTS = 40;

let settings: Settings;
let product: Processes;
let driver: Person;
let page: string;
beforeAll(async () => {
  settings = serverSettings(inject('servers'));
  product = await startProcesses(inject('servers'), settings);
  driver = await signUp(product.origin);
  page = await createPage(product.origin, driver.token);
  await pageIsKnown(product.origin, page);
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
});

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...settings } });
const views = async () => (await readReport(product.origin, driver.token, page)).summary?.views as number;
const scan = async (count: number) => {
  const events = Array.from({ length: count }, () => ({ id: randomUUID(), pageId: page, type: 'VIEW' }));
  expect((await call(product.origin, 'POST', '/api/public/events', { events })).status).toBe(202);
};

async function loseRows(): Promise<void> {
  const table = `${settings.VOLANT_CLICKHOUSE_DATABASE}.activities_by_day`;
  expect((await askClickHouse(inject('servers').clickhouse, `TRUNCATE TABLE ${table}`)).toString()).toBe('');
}

test('a replay restores rows that ClickHouse lost, without counting any twice', async () => {
  await scan(EVENTS);
  await eventually(views, (seen) => seen === EVENTS);
  await loseRows();
  // A new event makes the service read the figures again.
  await scan(1);
  await eventually(views, (seen) => seen === 1);

  expect((await run('--since', '0')).stdout).toMatch(/^\d+ records? comes? again/);
  await eventually(views, (seen) => seen === EVENTS + 1);
  await run('--since', new Date(Date.now() - 3_600_000).toISOString());
  await scan(1);
  expect(await eventually(views, (seen) => seen >= EVENTS + 2)).toBe(EVENTS + 2);
});

test('refuses an invalid time and replays no event', async () => {
  for (const args of [[], ['--since', 'yesterday'], ['--until', '0']]) {
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run replay'),
    });
  }
});
