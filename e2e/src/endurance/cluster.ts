import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningServers } from '../../../scripts/servers/server.ts';
import { startServers } from '../../../scripts/servers/servers.ts';
import { createPage, eventually, type Person, pageIsKnown, SUPERADMIN_SETTINGS, signUp } from '../api.ts';
import { type EventLoad, startEventLoad } from '../event-load.ts';
import {
  type Processes,
  type RunningProcess,
  type ServerAddresses,
  serverSettings,
  startProcesses,
} from '../processes.ts';
import { type Settings, temporaryDirectory } from '../product.ts';
import { compareCounts, readMetric } from '../stored-events.ts';
import { Interrupted, type Outcome } from './scenario.ts';

export const PER_SECOND = 200;
const CAUGHT_UP_WITHIN_MS = 10 * 60_000;
const DATABASE = 'endurance';
/** Number of log lines shown per process when a check fails. */
const LINES_SHOWN = 20;

/**
 * Ends the run in order at a signal; otherwise servers and product would keep running. The signal may arrive several
 * times, because the terminal and npm both forward it, and must not interrupt the shutdown.
 */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => reject(new Interrupted(signal)));
});
interrupted.catch(() => {});

/** A product on its own servers, with one driver and some pages. */
export interface Cluster {
  readonly directory: string;
  readonly servers: RunningServers;
  /** Settings of the product and of additional processes. */
  readonly settings: Settings;
  readonly product: Processes;
  readonly driver: Person;
  readonly pages: readonly string[];
  startIngest(settings?: Settings): RunningProcess;
  /** All processes started here share one spool folder. */
  startCollect(settings?: Settings): RunningProcess;
  startLoad(parts?: Partial<Parameters<typeof startEventLoad>[0]>): EventLoad;
  /** Resolves when the process's spool is empty. */
  drained(collect?: RunningProcess): Promise<void>;
  /** Resolves when ingest has no lag, by its own metric. */
  caughtUp(ingest?: RunningProcess): Promise<void>;
  /** Compares all events answered 202 with tables and reports. Stop the load first. */
  outcome(
    load: Pick<EventLoad, 'acknowledged'> & Partial<Pick<EventLoad, 'refusals' | 'sent'>>,
    parts: { figures?: Outcome['figures']; problems?: readonly string[] },
  ): Promise<Outcome>;
}

export interface ClusterParts {
  /** Roles of the product's own analytics process; by default all. */
  readonly roles?: string;
  /** Addresses of proxies in front of the servers. */
  readonly inFront?: (addresses: ServerAddresses) => Promise<ServerAddresses>;
}

/** Starts a cluster, runs the work, and removes everything again. */
export async function onCluster<T>(work: (cluster: Cluster) => Promise<T>, parts: ClusterParts = {}): Promise<T> {
  const directory = await temporaryDirectory();
  try {
    const servers = await startServers({ dataDirectory: directory.path, asProcesses: true });
    try {
      return await withProduct(directory.path, servers, work, parts);
    } finally {
      await servers.stop();
    }
  } finally {
    await directory.remove();
  }
}

async function withProduct<T>(
  directory: string,
  servers: RunningServers,
  work: (cluster: Cluster) => Promise<T>,
  { inFront, roles }: ClusterParts,
): Promise<T> {
  const addresses = (await inFront?.(servers.addresses)) ?? servers.addresses;
  const settings = { ...serverSettings(addresses), ...SUPERADMIN_SETTINGS, VOLANT_CLICKHOUSE_DATABASE: DATABASE };
  const roleSettings = roles === undefined ? {} : { ROLES: roles };
  const product = await startProcesses(addresses, { ...settings, ...roleSettings });
  try {
    const { driver, pages } = await inhabited(product.origin);
    return await Promise.race([work(clusterOf({ directory, servers, settings, product, driver, pages })), interrupted]);
  } finally {
    // Report a failing shutdown, but do not let it hide an error of the work.
    const code = await product.stop();
    if (code !== 0) process.stderr.write(`A process ended with ${code}:\n${product.output().slice(-20).join('\n')}\n`);
  }
}

/**
 * A driver with pages that all processes know. Retries, because new processes may refuse requests on a busy machine.
 */
async function inhabited(origin: string): Promise<Pick<Cluster, 'driver' | 'pages'>> {
  const tried = <T>(work: () => Promise<T>) =>
    eventually(
      () => work().then((done) => ({ done }), String),
      (found) => typeof found !== 'string',
    );
  const driver = await tried(() => signUp(origin));
  if (typeof driver === 'string') throw new Error(driver);
  const pages: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const page = await tried(() => createPage(origin, driver.done.token, name));
    if (typeof page === 'string') throw new Error(page);
    pages.push(page.done);
    await pageIsKnown(origin, page.done);
  }
  return { driver: driver.done, pages };
}

type Known = Pick<Cluster, 'directory' | 'servers' | 'settings' | 'product' | 'driver' | 'pages'>;

function clusterOf(known: Known): Cluster {
  const { directory, servers, product, driver, pages } = known;
  const { analytics } = product.running;
  return {
    ...known,
    startIngest: (settings = {}) => product.start('analytics', { ROLES: 'ingest', ...settings }),
    startCollect(settings = {}) {
      const spool = path.join(directory, 'spool-of-collect');
      return product.start('analytics', { ROLES: 'collect', VOLANT_SPOOL_DIR: spool, ...settings });
    },
    startLoad: (parts = {}) => startEventLoad({ origin: () => product.origin, pages, perSecond: PER_SECOND, ...parts }),
    async drained(collect = analytics) {
      const spooled = () => readMetric(collect, 'collect_spool_bytes');
      await eventually(spooled, (bytes) => bytes === 0, CAUGHT_UP_WITHIN_MS);
    },
    async caughtUp(ingest = analytics) {
      const lag = () => readMetric(ingest, 'ingest_lag_records');
      // A single zero may be reported between two group sessions.
      for (let times = 0; times < 3; times += 1) await eventually(lag, (records) => records === 0, CAUGHT_UP_WITHIN_MS);
    },
    async outcome(load, { figures = {}, problems = [] }) {
      const { clickhouse } = servers.addresses;
      const counted = { load, origin: product.origin, owner: driver, pages, clickhouse, database: DATABASE };
      const { readBack, lost, doubled, unknown, differences } = await compareCounts(counted);
      const found = [...problems, ...differences];
      if (lost > 0) found.push(`lost ${lost}`);
      if (doubled > 0) found.push(`doubled ${doubled}`);
      if (unknown > 0) found.push(`${unknown} in the tables that nobody was answered for`);
      const answered202 = load.acknowledged.size;
      if (answered202 === 0) found.push('no event was answered 202');
      if (found.length > 0) {
        const said = Object.values(product.running).flatMap(({ lines }) => lines.slice(-LINES_SHOWN));
        const logs = Object.keys(servers.servers).map((name) => lastLinesOf(directory, name));
        const lines = [...said, ...(await Promise.all(logs)).flat()];
        process.stderr.write(`What the processes and servers said last:\n${lines.join('\n')}\n`);
      }
      const sent = load.sent?.() ?? answered202;
      const refused = [...(load.refusals ?? [])].map(([status, times]) => `${times} × ${status || 'no answer'}`);
      const refusals = refused.length === 0 ? {} : { 'not answered 202 at first': refused.join(' and ') };
      return { sent, answered202, readBack, lost, doubled, figures: { ...figures, ...refusals }, problems: found };
    },
  };
}

async function lastLinesOf(directory: string, server: string): Promise<readonly string[]> {
  const log = await readFile(path.join(directory, server, 'server.log'), 'utf8').catch((error: unknown) => `${error}`);
  return log
    .trimEnd()
    .split('\n')
    .slice(-LINES_SHOWN)
    .map((line) => `${server}: ${line}`);
}

/** Seconds since then, with one decimal. */
export function secondsSince(at: number): number {
  return Number(((performance.now() - at) / 1000).toFixed(1));
}
