import path from 'node:path';
import { SUPERADMIN_SETTINGS } from '@volant/e2e/api';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import { startProcesses } from '@volant/e2e/processes';
import { startProduct } from '@volant/e2e/product';
import { openServers } from '../../scripts/servers/open-servers.ts';

type Pids = Readonly<Record<string, number>>;

/** One variant of the product, with production settings. */
export interface ProductSet {
  readonly name: string;
  readonly origin: string;
  /** Address for events: the ingress routes them directly to the collecting process. */
  readonly eventsOrigin: string;
  /** The product's processes by name. */
  readonly product: Pids;
  /** The processes of its servers, if they run on this machine. */
  readonly servers: Pids;
  stop(): Promise<void>;
}

const SETTINGS = { ...SUPERADMIN_SETTINGS, NODE_ENV: 'production', VOLANT_GRAPHQL: 'open' };

export async function startEmbedded(directory: string): Promise<ProductSet> {
  const product = await startProduct(path.join(directory, 'data'), SETTINGS);
  const { origin, pid } = product;
  return {
    name: 'embedded',
    origin,
    eventsOrigin: origin,
    product: { product: pid },
    servers: {},
    stop: async () => void (await product.stop()),
  };
}

/** A process for each service, on real servers that are started here or named in the environment. */
export async function startOnServers(): Promise<ProductSet> {
  const servers = await openServers(console.log);
  try {
    const product = await startProcesses(servers.addresses, SETTINGS);
    return {
      name: 'real servers',
      origin: product.origin,
      eventsOrigin: product.running.analytics.origin(),
      product: Object.fromEntries(Object.values(product.running).map(({ name, pid }) => [name, pid])),
      servers: servers.pids,
      async stop() {
        await product.stop();
        await servers.stop();
      },
    };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

type Running = Pick<ProductSet, 'product' | 'servers'>;

const WINDOW_MS = 500;
/** Of one core, for each product: real servers are never fully idle. */
const QUIET_SHARE = 0.25;
const AT_MOST_MS = 20_000;

/** Waits until the work left by the last load is done, so that the next measurement does not include it. */
export async function quiet(sets: readonly Running[]): Promise<void> {
  const until = performance.now() + AT_MOST_MS;
  let before = processorSeconds(sets);
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, WINDOW_MS));
    const now = processorSeconds(sets);
    if (now - before < (QUIET_SHARE * sets.length * WINDOW_MS) / 1000) return;
    before = now;
  }
}

/** Total processor time so far, including servers. */
function processorSeconds(sets: readonly Running[]): number {
  return sets.flatMap((set) => Object.values(secondsByProcess(set))).reduce((sum, seconds) => sum + seconds, 0);
}

/** The same by process. */
export function secondsByProcess({ product, servers }: Running): Record<string, number> {
  return Object.fromEntries(
    Object.entries({ ...product, ...servers }).map(([name, pid]) => [name, processorSecondsOf(pid)]),
  );
}
