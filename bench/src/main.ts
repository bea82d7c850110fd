/**
 * `npm run bench -- [rows] [--servers] [--events <n>,<n>]` measures the documented performance claims, most of them
 * against a bare `node:http` server that runs in turn with the product on the same cores. The rows are described in
 * docs/reference/bench.md.
 *
 * `--servers` also measures `scans`, `callers`, `idle` and `lists` on real servers with a process for each service.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Measured } from './compare.ts';
import { loadGenerator } from './load.ts';
import { type ProductSet, startEmbedded, startOnServers } from './product-set.ts';
import { callerRows } from './rows/callers.ts';
import { CARDS, cardRows } from './rows/cards.ts';
import { idleRows } from './rows/idle.ts';
import { listRows } from './rows/lists.ts';
import { PAGES, pageRows } from './rows/pages.ts';
import { GROWTH, scaleRows, sizeName } from './rows/scale.ts';
import { scanRows } from './rows/scans.ts';
import { seed } from './seed.ts';
import { type Row, tableOf } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { servers: { type: 'boolean', default: false }, events: { type: 'string', default: '1e6,1e7' } },
});

/** Rows that share one running product, in this order, because thousands of pages would slow down later measurements. */
const SHARING: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  idle: idleRows,
  callers: callerRows,
  scans: scanRows,
  lists: listRows,
};
const ALONE = ['pages', 'cards', 'scale'];
const MANY_CARDS = 100_000;

const selected = new Set(positionals.length === 0 ? ['scans', 'callers'] : positionals);
const unknown = [...selected].find((name) => !ALONE.includes(name) && !Object.hasOwn(SHARING, name));
if (unknown !== undefined) {
  console.error(`There are no rows called ${unknown}; say some of: ${[...Object.keys(SHARING), ...ALONE].join(', ')}.`);
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
  const groups = Object.entries(SHARING).filter(([name]) => selected.has(name));
  const sets: ProductSet[] = [];
  try {
    if (groups.length > 0) {
      sets.push(await startEmbedded(directory));
      if (values.servers) sets.push(await startOnServers());
      const measured: Measured[] = [];
      for (const set of sets) measured.push({ set, seed: await seed(set) });
      const columns = sets.map(({ name }) => name);
      for (const [name, rowsOf] of groups) print(name, await rowsOf({ generator, measured }), columns);
    }
  } finally {
    for (const set of sets) await set.stop();
  }
  if (selected.has('pages')) {
    const cards = { data: path.join(directory, 'pages'), count: MANY_CARDS, directory };
    print('pages', await pageRows(generator, cards), PAGES);
  }
  if (selected.has('cards')) print('cards', await cardRows(path.join(directory, 'cards'), MANY_CARDS), [CARDS]);
  if (selected.has('scale')) print('scale', await scaleRows(directory, sizes), [...sizes.map(sizeName), GROWTH]);
}

/** Prints each group at once: the whole run takes long, and the machine's load may change. */
function print(name: string, rows: readonly Row[], columns: readonly string[]): void {
  console.log(`\n${name}, load average ${load()}\n${tableOf(rows, columns)}`);
}

const directory = await mkdtemp(path.join(tmpdir(), 'volant-bench-'));
try {
  await measure(directory);
} finally {
  await rm(directory, { recursive: true, force: true });
}
