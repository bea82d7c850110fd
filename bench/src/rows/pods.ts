import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPage, eventually, logIn, pageIsKnown, SUPERADMIN, SUPERADMIN_SETTINGS, signUp } from '@volant/e2e/api';
import { startMixedLoad } from '@volant/e2e/mixed-load';
import { processorSecondsOf, residentMiB } from '@volant/e2e/process-figures';
import { type Processes, type ProcessName, SERVICES, startProcesses } from '@volant/e2e/processes';
import { openServers } from '../../../scripts/servers/open-servers.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

export const PODS: readonly ProcessName[] = ['gateway', ...SERVICES];
const STARTS = 3;
const SETTLE_MS = 10_000;
const LOAD_MS = 120_000;
/** Processor time is measured over the end of the load. */
const WATCHED_MS = 30_000;
const SERVING_WITHIN_S = 3;

/**
 * Requirements of a pod, with a column for each process on real servers: memory idle and under load, and start time.
 * Uses the images if `npm run images -- lay-out` and `-- test` have left their launcher (VOLANT_TEST_LAUNCHER).
 */
export async function podRows(directory: string): Promise<readonly Row[]> {
  const servers = await openServers(console.log);
  try {
    const product = await startProcesses(servers.addresses, SUPERADMIN_SETTINGS);
    try {
      return await rowsOf(product, directory);
    } finally {
      await product.stop();
    }
  } finally {
    await servers.stop();
  }
}

async function rowsOf(product: Processes, directory: string): Promise<readonly Row[]> {
  const { origin } = product;
  const driver = await signUp(origin);
  const page = await createPage(origin, driver.token);
  await pageIsKnown(origin, page);
  const admin = await logIn(origin, SUPERADMIN);
  const pidOf = (name: ProcessName) => product.running[name].pid;
  const memory = () => figuresOf((name) => ({ text: `${residentMiB(pidOf(name)).toFixed(0)} MiB` }));

  await pause(SETTLE_MS);
  const idle = memory();
  const load = startMixedLoad({ origin, page, driver: driver.token, admin });
  await pause(LOAD_MS - WATCHED_MS);
  const before = new Map(PODS.map((name) => [name, processorSecondsOf(pidOf(name))]));
  await pause(WATCHED_MS);
  const cores = figuresOf((name) => {
    const seconds = processorSecondsOf(pidOf(name)) - (before.get(name) ?? 0);
    return { text: ((seconds * 1000) / WATCHED_MS).toFixed(2) };
  });
  const loaded = memory();
  await load.stop();

  const starts = new Map<ProcessName, Figure>();
  for (const name of PODS) starts.set(name, await startOf(product, name, directory));
  return [
    { name: 'memory, idle', goal: '', figures: idle },
    { name: 'memory after two minutes of 200 requests/s of every kind', goal: '', figures: loaded },
    { name: 'cores meanwhile', goal: '', figures: cores },
    {
      name: `from its start to its first request, median of ${STARTS}`,
      goal: `${SERVING_WITHIN_S} s`,
      figures: figuresOf((name) => starts.get(name) ?? { text: '' }),
    },
  ];
}

function figuresOf(figureOf: (name: ProcessName) => Figure): Record<string, Figure> {
  return Object.fromEntries(PODS.map((name) => [name, figureOf(name)]));
}

/** Starts the process beside the running ones, as an additional replica. */
async function startOf(product: Processes, name: ProcessName, directory: string): Promise<Figure> {
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const startedAt = performance.now();
    const replica = product.start(name, { VOLANT_SPOOL_DIR: path.join(directory, `spool-${name}-${start}`) });
    const asked = () => fetch(`${replica.operations()}/serving`).catch(() => undefined);
    await eventually(asked, (answer) => answer?.ok === true);
    seconds.push((performance.now() - startedAt) / 1000);
    await replica.stop();
  }
  const took = median(seconds);
  return { text: `${took.toFixed(1)} s`, met: took <= SERVING_WITHIN_S };
}
