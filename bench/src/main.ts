/**
 * `npm run bench`: every figure as a ratio to a bare `node:http` server, taken
 * in turn with it on the same cores within one run.
 * `-- --soak 10` adds ten minutes of 200 events/s, watching the memory.
 * `-- --analytics` measures global analytics over ten million events, and nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { measureFreshness } from './freshness.ts';
import { measureGlobalAnalytics } from './global-analytics.ts';
import { type LoadGenerator, loadGenerator } from './load.ts';
import { type RunningServer, startBare, startProduct } from './servers.ts';
import { soak } from './soak.ts';

const ROUNDS = 3;
const SECONDS = 5;
/** Many, as in life: writes that wait for the disk together share one commit. */
const CONNECTIONS = 256;
const PAGE = 'demo-berline';

interface Row {
  readonly name: string;
  readonly figure: string;
  readonly goal: string;
  readonly met: boolean;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

interface Compared {
  readonly product: number;
  readonly bare: number;
  readonly ratio: number;
}

/** Product and bare server in turn; the medians, and the median of the ratios taken pair by pair. */
async function compare(
  generator: LoadGenerator,
  product: RunningServer,
  bare: RunningServer,
  target: string,
  events?: number,
): Promise<Compared> {
  const options = {
    seconds: SECONDS,
    connections: CONNECTIONS,
    ...(events ? { pageId: PAGE, eventsPerRequest: events } : {}),
  };
  const pairs: { product: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await generator.run({ url: bare.origin + target, ...options });
    const measured = await generator.run({ url: product.origin + target, ...options });
    if (measured.failures > 0) throw new Error(`${target}: ${measured.failures} requests failed`);
    pairs.push({ product: measured.requestsPerSecond, bare: reference.requestsPerSecond });
  }
  return {
    product: median(pairs.map((pair) => pair.product)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.product / pair.bare)),
  };
}

function ratioRow(name: string, compared: Compared, goal: number): Row {
  const rates = `${compared.product.toFixed(0)} / ${compared.bare.toFixed(0)} req/s`;
  return {
    name,
    figure: `${compared.ratio.toFixed(2)} (${rates})`,
    goal: `≥ ${goal.toFixed(2)}`,
    met: compared.ratio >= goal,
  };
}

async function compareGet(generator: LoadGenerator, product: RunningServer, target: string): Promise<Compared> {
  const size = (await (await fetch(product.origin + target)).arrayBuffer()).byteLength;
  const bare = await startBare(size);
  try {
    return await compare(generator, product, bare, target);
  } finally {
    await bare.stop();
  }
}

function print(rows: readonly Row[]): void {
  const widths = [
    Math.max(...rows.map(({ name }) => name.length)),
    Math.max(...rows.map(({ figure }) => figure.length)),
  ];
  for (const { name, figure, goal, met } of rows) {
    console.log(
      `${name.padEnd(widths[0] ?? 0)}  ${figure.padEnd(widths[1] ?? 0)}  ${goal.padEnd(12)} ${met ? 'met' : 'MISSED'}`,
    );
  }
}

async function analyticsRows(): Promise<readonly Row[]> {
  const few = await measureGlobalAnalytics(1_000_000);
  const many = await measureGlobalAnalytics(10_000_000);
  const growth = many.medianMs / few.medianMs;
  return [
    {
      name: 'global analytics over 10 million events in two years, uncached, p95 of 30',
      figure: `${many.p95Ms.toFixed(0)} ms (median ${many.medianMs.toFixed(0)} ms, first ${many.firstMs.toFixed(0)} ms)`,
      goal: '≤ 150 ms',
      met: many.p95Ms <= 150,
    },
    {
      name: 'the same against a tenth of the closed days’ events',
      figure: `${growth.toFixed(2)} × (${few.medianMs.toFixed(0)} → ${many.medianMs.toFixed(0)} ms)`,
      goal: '≤ 1.50 ×',
      met: growth <= 1.5,
    },
  ];
}

if (process.argv.includes('--analytics')) {
  print(await analyticsRows());
  process.exit();
}

const directory = await mkdtemp(path.join(tmpdir(), 'volant-bench-'));
const generator = loadGenerator(directory);
console.log(
  `Load generator: ${generator.name}; ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections; ${cpus().length} × ${cpus()[0]?.model}; Node ${process.version}\n`,
);

const rows: Row[] = [];
const product = await startProduct(path.join(directory, 'data'), {});
try {
  const bare = await startBare(0);
  const single = await compare(generator, product, bare, '/api/public/events', 1);
  rows.push(ratioRow('POST /api/public/events, 1 event a request, durable', single, 0.4));
  const twenty = await compare(generator, product, bare, '/api/public/events', 20);
  const times = (twenty.product * 20) / single.product;
  rows.push({
    name: 'the same, 20 events a request: events per second against one a request',
    figure: `${times.toFixed(1)} × (${(twenty.product * 20).toFixed(0)} events/s; ${twenty.ratio.toFixed(2)} of bare)`,
    goal: '≥ 6 ×',
    met: times >= 6,
  });
  await bare.stop();
  rows.push(
    ratioRow('GET /api/public/pages/{id}', await compareGet(generator, product, `/api/public/pages/${PAGE}`), 0.5),
  );
  rows.push(ratioRow('GET /d/{id}', await compareGet(generator, product, `/d/${PAGE}`), 0.4));

  const fresh = await measureFreshness(product, { eventsPerSecond: 1000, seconds: 20 });
  rows.push({
    name: `seen in the report after the 202, at ${fresh.eventsPerSecond.toFixed(0)} events/s, p95 of ${fresh.samples}`,
    figure: `${(fresh.p95Ms / 1000).toFixed(2)} s (median ${(fresh.medianMs / 1000).toFixed(2)} s)`,
    goal: '≤ 2 s',
    met: fresh.p95Ms <= 2000,
  });

  const at = process.argv.indexOf('--soak');
  if (at >= 0) {
    const held = await soak(product, { eventsPerSecond: 200, minutes: Number(process.argv[at + 1] ?? 10) });
    rows.push({
      name: `resident memory over ${held.minutes} min of 200 events/s, second half against first`,
      figure: `${held.growth.toFixed(2)} × (${held.firstMiB.toFixed(0)} → ${held.lastMiB.toFixed(0)} MiB)`,
      goal: '≤ 1.10 ×',
      met: held.growth <= 1.1,
    });
  }
} finally {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
}
print(rows);
