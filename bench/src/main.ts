/**
 * `npm run bench -- [rows] [--servers] [--minutes <n>] [--events <n>,<n>]` measures the documented performance claims,
 * most of them against a bare `node:http` server that runs in turn with the product on the same cores.
 *
 * Rows: `scans` and `callers` (the default), `idle`, `strangers`, `lists`, `administration`, `analytics`,
 * `soak` (for `--minutes`, by default 10), `scale` (analytics and the embedded product over 1e6 and 1e7 events, or
 * those of `--events`; 1e8 take 12 GB and half an hour), `pages` (100,000 public pages, once each and by Zipf's law),
 * `cards` (starts and memory of the embedded product with 100,000 cards; with `--servers` also of each process on real
 * servers), `pods` (requirements of a process on Kubernetes), `collectors` (events that one and two collecting
 * processes handle on real servers), `copies` (a gateway without servers, with a million pages). `all` is all rows except
 * the last seven.
 *
 * `--servers` also measures the product on real servers with a process for each service.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { STARTING_ORDER } from '@volant/e2e/processes';
import type { Bench, Measured } from './compare.ts';
import { loadGenerator } from './load.ts';
import { type ProductSet, startEmbedded, startOnServers } from './product-set.ts';
import { administrationRows } from './rows/administration.ts';
import { analyticsRows } from './rows/analytics.ts';
import { callerRows } from './rows/callers.ts';
import { CARDS, cardRows } from './rows/cards.ts';
import { cardsOnServers } from './rows/cards-on-servers.ts';
import { COLLECTORS, collectorRows } from './rows/collectors.ts';
import { COPIES, copyRows } from './rows/copies.ts';
import { GATEWAYS, gatewayRows } from './rows/gateways.ts';
import { idleRows } from './rows/idle.ts';
import { listRows } from './rows/lists.ts';
import { PAGES, pageRows } from './rows/pages.ts';
import { PODS, podRows } from './rows/pods.ts';
import { GROWTH, scaleRows, sizeName } from './rows/scale.ts';
import { scanRows } from './rows/scans.ts';
import { soakRows } from './rows/soak.ts';
import { strangerRows } from './rows/strangers.ts';
import { seed } from './seed.ts';
import { type Row, tableOf } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    servers: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    events: { type: 'string', default: '1e6,1e7' },
  },
});

/** In this order, because thousands of pages would slow down later measurements. */
const ROWS: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  idle: idleRows,
  callers: callerRows,
  scans: scanRows,
  soak: (bench) => soakRows(bench, Number(values.minutes)),
  strangers: strangerRows,
  lists: listRows,
  administration: administrationRows,
};
const MANY_CARDS = 100_000;
const USUAL = ['scans', 'callers'];
const ALL = [...USUAL, 'idle', 'strangers', 'lists', 'administration', 'analytics'];

const wanted = new Set(positionals.length === 0 ? USUAL : positionals.includes('all') ? ALL : positionals);
const WITHOUT_PRODUCT = ['analytics', 'pages', 'cards', 'scale', 'pods', 'collectors', 'copies'];
const unknown = [...wanted].find((name) => !WITHOUT_PRODUCT.includes(name) && !Object.hasOwn(ROWS, name));
if (unknown !== undefined) {
  console.error(
    `There are no rows called ${unknown}; say some of: ${[...ALL, 'soak', 'pages', 'cards', 'scale', 'pods', 'collectors', 'copies', 'all'].join(', ')}.`,
  );
  process.exit(1);
}
const sizes = values.events.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 100_000)) {
  console.error(`--events ${values.events}: say numbers of 100,000 or more, such as 1e6,1e7.`);
  process.exit(1);
}

const load = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');

async function measure(directory: string): Promise<void> {
  const generator = loadGenerator(directory);
  console.log(
    `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model}; Node ${process.version}; load from ${generator.name}; load average ${load()}`,
  );
  const groups = Object.entries(ROWS).filter(([name]) => wanted.has(name));
  const sets: ProductSet[] = [];
  try {
    if (groups.length > 0) {
      sets.push(await startEmbedded(directory));
      if (values.servers) sets.push(await startOnServers());
      const measured: Measured[] = [];
      for (const set of sets) measured.push({ set, seed: await seed(set) });
      for (const [name, rowsOf] of groups) print(name, await rowsOf({ generator, measured }));
    }
  } finally {
    for (const set of sets) await set.stop();
  }
  if (wanted.has('analytics')) print('analytics', await analyticsRows());
  if (wanted.has('pages')) {
    const cards = { data: path.join(directory, 'pages'), count: MANY_CARDS, directory };
    print('pages', await pageRows(generator, cards), PAGES);
    if (values.servers) print('pages on real servers', await gatewayRows(generator, cards), GATEWAYS);
  }
  if (wanted.has('cards')) {
    const cards = { data: path.join(directory, 'cards'), count: MANY_CARDS, directory };
    print('cards', await cardRows(cards.data, MANY_CARDS), [CARDS]);
    if (values.servers) print('cards', await cardsOnServers(cards), STARTING_ORDER);
  }
  if (wanted.has('pods')) print('pods', await podRows(directory), PODS);
  if (wanted.has('collectors')) print('collectors', await collectorRows(generator), COLLECTORS);
  if (wanted.has('copies')) print('copies', await copyRows(directory), [COPIES]);
  if (wanted.has('scale')) print('scale', await scaleRows(directory, sizes), [...sizes.map(sizeName), GROWTH]);
}

const COLUMNS = values.servers ? ['embedded', 'real servers'] : ['embedded'];

/** Prints each row at once: the whole run takes long, and the machine's load may change. */
function print(name: string, rows: readonly Row[], columns: readonly string[] = COLUMNS): void {
  console.log(`\n${name}, load average ${load()}\n${tableOf(rows, columns)}`);
}

const directory = await mkdtemp(path.join(tmpdir(), 'volant-bench-'));
try {
  await measure(directory);
} finally {
  await rm(directory, { recursive: true, force: true });
}
