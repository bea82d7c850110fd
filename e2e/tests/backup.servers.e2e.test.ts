import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, createPage, eventually, type Person, readReport, signUp } from '../src/api.ts';
import { type EventLoad, expectedReport, startEventLoad } from '../src/event-load.ts';
import { type Processes, type RunningProcess, serverSettings, startProcesses } from '../src/processes.ts';
import { type Settings, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { expectCountedOnce, readMetric, storedEvents } from '../src/stored-events.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PER_SECOND = 200;

let directory: TemporaryDirectory;
let source: Settings;
let product: Processes;
let restored: Processes;
let driver: Person;
let pages: string[];

beforeAll(async () => {
  directory = await temporaryDirectory();
  source = serverSettings(inject('servers'));
  product = await startProcesses(inject('servers'), source);
  driver = await signUp(product.origin);
  pages = await Promise.all(['One', 'Two'].map((name) => createPage(product.origin, driver.token, name)));
});
afterAll(async () => {
  if (restored !== undefined) expect(await restored.stop()).toBe(0);
  if (product !== undefined) expect(await product.stop()).toBe(0);
  await directory.remove();
});

/** Runs a command of the product as an operator would. */
async function command(name: string, settings: Settings): Promise<{ code: number | null; said: string }> {
  const child = spawn('npm', ['run', '--silent', name, '--', path.join(directory.path, 'backup')], {
    cwd: ROOT,
    env: { ...process.env, VOLANT_DATA_DIR: path.join(directory.path, 'none'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said: stderr + stdout };
}

const caughtUp = (ingest: RunningProcess) =>
  eventually(
    () => readMetric(ingest, 'ingest_lag_records'),
    (records) => records === 0,
  );

/** Resolves when this many more events have been answered 202. */
async function more(load: EventLoad, count: number): Promise<void> {
  const expected = load.acknowledged.size + count;
  await eventually(
    async () => load.acknowledged.size,
    (size) => size >= expected,
  );
}

/** Renames a page, and signs in now and then, until the work has ended or the limits of both are near. */
async function using(page: string, work: Promise<unknown>) {
  const { email, password, token } = driver;
  const statuses = new Set<number>();
  let saved = 0;
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver && saved < 100) {
    const change = { displayName: `Save ${saved + 1}` };
    statuses.add((await call(product.origin, 'PATCH', `/api/pages/${page}`, change, { token })).status);
    saved += 1;
    if (saved % 25 !== 1) continue;
    statuses.add((await call(product.origin, 'POST', '/api/auth/login', { email, password })).status);
  }
  return { saved, statuses };
}

test('a backup during scans, edits and sign-ins contains each completely or not at all, and restores', async () => {
  const collect = product.start('analytics', {
    ROLES: 'collect',
    VOLANT_SPOOL_DIR: path.join(directory.path, 'spool'),
  });
  await collect.ready;
  const origin = collect.origin();
  const load = startEventLoad({ origin: () => origin, pages, perSecond: PER_SECOND });
  await more(load, PER_SECOND);
  const before = [...load.acknowledged.keys()];

  const asExport = await command('export', source);
  expect(asExport).toEqual({ code: 1, said: expect.stringContaining('Stop every process first.') });
  const backingUp = command('backup', source);
  const used = await using(pages[0] ?? '', backingUp);
  const backup = await backingUp;
  expect(backup).toMatchObject({ code: 0 });
  expect(used.statuses).toEqual(new Set([200]));
  await more(load, PER_SECOND);
  for (const page of pages) expect((await fetch(`${product.origin}/d/${page}`)).status).toBe(200);
  expect([...load.refusals.keys()]).toEqual([]);

  await load.stop();
  await caughtUp(product.running.analytics);
  const { clickhouse } = inject('servers');
  const database = source.VOLANT_CLICKHOUSE_DATABASE ?? '';
  await expectCountedOnce({ load, origin: product.origin, owner: driver, pages, clickhouse, database });

  const target = serverSettings(inject('servers'));
  const restore = await command('import', target);
  expect(restore).toMatchObject({ code: 0 });
  restored = await startProcesses(inject('servers'), target);
  await caughtUp(restored.running.analytics);
  const { email, password } = driver;
  const signIn = () => call(restored.origin, 'POST', '/api/auth/login', { email, password });
  const { token } = (await eventually(signIn, ({ status }) => status === 200)).body;
  const held = await storedEvents(clickhouse, target.VOLANT_CLICKHOUSE_DATABASE ?? '');
  expect(before.filter((id) => !held.has(id))).toEqual([]);
  expect([...held.keys()].filter((id) => !load.acknowledged.has(id))).toEqual([]);
  expect(held.size).toBeLessThan(load.acknowledged.size);
  const events = [...load.acknowledged].flatMap(([id, event]) => (held.has(id) ? [event] : []));
  const restoredPage = await call(restored.origin, 'GET', `/api/pages/${pages[0]}`, undefined, { token });
  const names = ['One', ...Array.from({ length: used.saved }, (_, index) => `Save ${index + 1}`)];
  expect(names).toContain(restoredPage.body.page.displayName);
  for (const page of pages) {
    const report = await eventually(
      () => readReport(restored.origin, token, page),
      ({ summary }) => summary !== undefined,
    );
    expect(report.summary).toMatchObject(expectedReport(events, page).summary);
  }
  const minutes = [backup, restore].map(({ said }) => /after (\d+ min \d+ s)/.exec(said)?.[1]);
  expect(minutes).not.toContain(undefined);
  process.stdout.write(`Backed up in ${minutes[0]}, restored in ${minutes[1]}: ${held.size} events\n`);
});
