import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import { call, createPage, eventually, type Person, pageIsKnown, readReport, signUp, someAddress } from '../src/api.ts';
import {
  type Processes,
  type ProcessName,
  type RunningProcess,
  STARTING_ORDER,
  startProcesses,
} from '../src/processes.ts';
import { ROOT, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const SERVERS = ['MongoDB', 'Kafka', 'ClickHouse', 'Redis', 'S3', 'SMTP'] as const;
/** The servers of each process, as in docs/reference/processes.md. */
const NEEDS: Readonly<Record<ProcessName, readonly string[]>> = {
  identity: ['Kafka', 'MongoDB', 'Redis', 'S3', 'SMTP'],
  pages: ['Kafka', 'MongoDB', 'Redis', 'S3'],
  support: ['Kafka', 'MongoDB', 'Redis', 'SMTP'],
  analytics: ['ClickHouse', 'Kafka', 'Redis'],
  gateway: ['Kafka', 'S3'],
};
const DOCUMENT = path.join(ROOT, 'docs/how-to/outage.md');
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

let directory: TemporaryDirectory;
let servers: RunningServers;
let product: Processes;
/** Those that were started again. */
const running = new Map<ProcessName, RunningProcess>();
let driver: Person;
let page: string;
/** The address of a picture. */
let picture: string;
/** A page takes 120 saves an hour. */
let drafts: readonly string[];
let edited = 0;

/** What each column of the table promises: the statuses of these requests. */
const COLUMNS: Readonly<Record<string, () => Promise<readonly number[]>>> = {
  'public pages': async () => {
    const paths = [`/d/${page}`, `/api/public/pages/${page}`, `/d/${page}.vcf`, `/d/${page}/qr.svg`];
    return Promise.all(paths.map((target) => statusOf('GET', target)));
  },
  scans: async () => [await statusOf('POST', '/api/public/events', { pageId: page, type: 'VIEW' })],
  'sign-in': async () => [
    await statusOf('POST', '/api/auth/login', { email: driver.email, password: driver.password }),
  ],
  edits: async () => {
    edited = (edited + 1) % drafts.length;
    return [await statusOf('PATCH', `/api/pages/${drafts[edited]}`, { blocksJson: { name: 'Ana' } })];
  },
  messages: async () => {
    const input = { name: 'Jo', email: `${randomUUID()}@example.com`, subject: 'A question', message: 'A message.' };
    return [(await call(product.origin, 'POST', '/api/support/contact', input)).status];
  },
  reports: async () => [await statusOf('GET', `/api/pages/${page}/analytics`)],
  pictures: async () => [await statusOf('GET', picture)],
};

async function statusOf(method: string, target: string, body?: object): Promise<number> {
  const caller = { token: driver.token, address: someAddress() };
  return (await call(product.origin, method, target, body, caller)).status;
}

async function upload(): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' }), 'picture.png');
  const headers = { authorization: `Bearer ${driver.token}` };
  const answer = await fetch(`${product.origin}/api/pages/upload-image`, { method: 'POST', body: form, headers });
  return ((await answer.json()) as { imageUrl: string }).imageUrl;
}

/** The table of the document: what is away, and whether each column still works. */
async function promised() {
  const lines = (await readFile(DOCUMENT, 'utf8')).split('\n');
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const top = lines.findIndex((line) => line.startsWith('| away |'));
  const [, ...columns] = cellsOf(lines[top] ?? '');
  const rows: { away: string; works: Record<string, boolean> }[] = [];
  for (const line of lines.slice(top + 2)) {
    const [away, ...cells] = cellsOf(line);
    if (away === undefined) break;
    rows.push({ away, works: Object.fromEntries(columns.map((name, at) => [name, cells[at] === 'yes'])) });
  }
  return rows;
}

/** Whether every request of a column is answered as usual, or all of them are refused as unavailable. */
async function whatWorks(): Promise<Record<string, boolean | string>> {
  const found: Record<string, boolean | string> = {};
  for (const [name, ask] of Object.entries(COLUMNS)) {
    const statuses = await ask();
    if (statuses.every((status) => status < 300)) found[name] = true;
    else found[name] = statuses.every((status) => status === 503) ? false : statuses.join();
  }
  return found;
}

const ALL = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, true]));
const expectWorks = (promised: Record<string, boolean> | undefined) =>
  eventually(whatWorks, (works) => JSON.stringify(works) === JSON.stringify(promised));
const kindOf = (server: string) => server.toLowerCase() as keyof RunningServers['servers'];
const stopAll = (names: readonly string[]) => Promise.all(names.map((name) => servers.servers[kindOf(name)].stop()));
const startAll = (names: readonly string[]) => Promise.all(names.map((name) => servers.servers[kindOf(name)].start()));

/** Stops every process, and starts it where the others expect it, with its files; one may wait for a server. */
async function restartAll(): Promise<void> {
  for (const name of STARTING_ORDER) {
    const first = product.running[name];
    const [port, operations] = [new URL(first.origin()).port, new URL(first.operations()).port];
    await (running.get(name) ?? first).stop();
    const copy = name === 'gateway' ? { VOLANT_COPY_DIR: path.join(product.secrets, 'copy-4') } : {};
    const own = { ...copy, PORT: port, VOLANT_OPERATIONS_PORT: operations };
    running.set(name, product.start(name, own));
  }
}

/** Waits until /ready of every process names exactly those of its servers that are away. */
async function expectMissing(away: readonly string[]): Promise<void> {
  for (const name of STARTING_ORDER) {
    const ask = async () => {
      const answer = await fetch(`${product.running[name].operations()}/ready`);
      return ((await answer.json()) as { missing: string[] }).missing.sort().join();
    };
    const expected = NEEDS[name].filter((server) => away.includes(server)).join();
    await eventually(ask, (missing) => missing === expected);
  }
}

beforeAll(async () => {
  directory = await temporaryDirectory();
  servers = await startServers({ dataDirectory: directory.path });
  product = await startProcesses(servers.addresses);
  driver = await signUp(product.origin);
  page = await createPage(product.origin, driver.token);
  drafts = await Promise.all(
    Array.from({ length: 8 }, (_, number) => createPage(product.origin, driver.token, `Draft ${number}`)),
  );
  picture = await upload();
  await pageIsKnown(product.origin, page);
  await expectWorks(ALL);
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
  await servers?.stop();
  await directory.remove();
});

describe('what still works is as the table says', () => {
  test.each(SERVERS)('while %s is away, also after a restart of everything', async (server) => {
    const row = (await promised()).find(({ away }) => away === server);
    await stopAll([server]);
    try {
      await expectWorks(row?.works);
      await restartAll();
      await expectMissing([server]);
      await expectWorks(row?.works);
    } finally {
      await startAll([server]);
    }
    await expectWorks(ALL);
  });

  test('while all are away, also after a restart, and no scan answered 202 is lost', async () => {
    const { origin } = product;
    const row = (await promised()).find(({ away }) => away === 'all of them');
    const views = async () => (await readReport(origin, driver.token, page)).summary?.views ?? 0;
    const scans = async () => eventually(COLUMNS.scans ?? (async () => []), ([status]) => status === 202);
    const before = await views();
    await stopAll(SERVERS);
    await scans();
    await restartAll();
    await expectMissing(SERVERS);
    await expectWorks(row?.works);
    await scans();
    await startAll(SERVERS);
    await expectWorks(ALL);
    await eventually(views, (seen) => seen >= before + 2);
  });
});

test('a page that is made while Kafka is away is public once it is back', async () => {
  const { origin } = product;
  await stopAll(['Kafka']);
  const made = await createPage(origin, driver.token, 'Made meanwhile');
  expect((await call(origin, 'GET', `/d/${made}`)).status).toBe(404);
  await startAll(['Kafka']);
  await eventually(
    () => call(origin, 'GET', `/d/${made}`),
    ({ status }) => status === 200,
  );
});

test('a collector that ends while Kafka is away hands its events to another one, and each counts once', async () => {
  const spoolOf = (name: string) => path.join(directory.path, `spool-${name}`);
  const waitingAt = async (name: string) => (await readdir(spoolOf(name))).filter((file) => file.endsWith('.spool'));
  const collect = { ROLES: 'collect', PORT: '0', VOLANT_OPERATIONS_PORT: '0' };
  const stays = product.start('analytics', { ...collect, VOLANT_SPOOL_DIR: spoolOf('stays') });
  await stays.ready;
  const toOther = { VOLANT_SPOOL_DIR: spoolOf('ends'), VOLANT_COLLECT_URL: stays.origin() };
  const ends = product.start('analytics', { ...collect, ...toOther });
  await ends.ready;
  const scanned = await createPage(product.origin, driver.token, 'Scanned');
  const send = async (id: string) => {
    return (await call(ends.origin(), 'POST', '/api/public/events', { id, pageId: scanned, type: 'VIEW' })).status;
  };
  const ids = Array.from({ length: 30 }, () => randomUUID());
  // The page is known by then.
  await eventually(
    () => send(ids[0] ?? ''),
    (status) => status === 202,
  );
  await stopAll(['Kafka']);
  for (const id of ids) expect(await send(id)).toBe(202);
  expect((await waitingAt('ends')).length).toBeGreaterThan(0);

  expect(await ends.stop()).toBe(0);
  expect(await waitingAt('ends')).toEqual([]);
  expect(ends.lines.join()).toContain('the spool is handed over');
  expect((await waitingAt('stays')).length).toBeGreaterThan(0);

  await startAll(['Kafka']);
  await eventually(
    () => waitingAt('stays'),
    (files) => files.length === 0,
  );
  const views = async () => (await readReport(product.origin, driver.token, scanned)).summary?.views;
  await eventually(views, (seen) => seen === ids.length);
});
