import path from 'node:path';
import { SUPERADMIN_SETTINGS } from '@volant/e2e/api';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import { startProcesses } from '@volant/e2e/processes';
import { startProduct } from '@volant/e2e/product';
import { openServers } from '../../scripts/servers/open-servers.ts';

type Pids = Readonly<Record<string, number>>;

/** The product as it runs in one of its two ways, with the settings of production. */
export interface ProductSet {
  readonly name: string;
  readonly origin: string;
  /** Where events are sent: an ingress leads them straight to the collecting process. */
  readonly eventsOrigin: string;
  /** Its own processes, by their names. */
  readonly product: Pids;
  /** The processes of its servers, as far as they run on this machine. */
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

/** Every service a process of its own, on real servers that are started for it or given in the environment. */
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
/** Of one core, for each product: real servers are never quite idle. */
const QUIET_SHARE = 0.25;
const AT_MOST_MS = 20_000;

/** Resolves once nobody works on what the last load has left behind, so that it is not measured with the next one. */
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

/** Time on the processors so far, servers included. */
export function processorSeconds(sets: readonly Running[]): number {
  return sets.flatMap((set) => Object.values(secondsByProcess(set))).reduce((sum, seconds) => sum + seconds, 0);
}

/** The same of each process by its name. */
export function secondsByProcess({ product, servers }: Running): Record<string, number> {
  return Object.fromEntries(
    Object.entries({ ...product, ...servers }).map(([name, pid]) => [name, processorSecondsOf(pid)]),
  );
}
