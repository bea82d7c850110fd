import { inject } from 'vitest';
import { freePort } from '../../scripts/servers/ports.ts';
import {
  type ProcessName,
  type RunningProcess,
  type ServerAddresses,
  STARTING_ORDER,
  serverSettings,
  startProcesses,
} from './processes.ts';
import { type Settings, startProduct, temporaryDirectory } from './product.ts';
import { filesBelow, hastenCompaction, onServers } from './stored-pieces.ts';
import type { Piece } from './traces.ts';

/** An empty product for one test file, in the variant of this run. Its address stays the same. */
export interface OpenedProduct {
  readonly origin: string;
  /** Kills and restarts it: the embedded product as a whole, or one of several processes, a different one each time. */
  crash(): Promise<void>;
  /** Stops it as an operator would and starts it again. */
  restart(): Promise<void>;
  /** Everything that it stores anywhere, and the output of its processes. */
  stored(): AsyncIterable<Piece>;
  /**
   * Makes the servers compact erased keys now, which otherwise happens within a day after the next change; restarts the
   * embedded product.
   */
  forgetErased(): Promise<void>;
  /** Stops it and deletes everything it stored here. */
  close(): Promise<void>;
}

/** Whether this run uses real servers: the vitest project provides their addresses. */
export const ON_SERVERS = serversOfRun() !== undefined;

/**
 * Starts the product in the variant of this run: embedded in one process, or a process for each service on real
 * servers.
 */
export function openProduct(settings: Settings = {}): Promise<OpenedProduct> {
  const running = process.env.VOLANT_TEST_ORIGIN;
  if (running !== undefined) return Promise.resolve(runningAt(running));
  const servers = serversOfRun();
  return servers === undefined ? openEmbedded(settings) : openOnServers(servers, settings);
}

/** Undefined in projects without servers, which the type does not express. */
function serversOfRun(): ServerAddresses | undefined {
  return inject('servers');
}

/** A product that somebody else started: its tests may only use it, and its settings are not theirs. */
function runningAt(address: string): OpenedProduct {
  const refuse = () => {
    throw new Error(`${address} was not started by this test.`);
  };
  const { origin } = new URL(address);
  return { origin, crash: refuse, restart: refuse, stored: refuse, forgetErased: refuse, close: async () => {} };
}

export async function openEmbedded(settings: Settings = {}): Promise<OpenedProduct> {
  const directory = await temporaryDirectory();
  const PORT = String(await freePort());
  let product = await startProduct(directory.path, { ...settings, PORT }).catch(async (error: unknown) => {
    await directory.remove();
    throw error;
  });
  const { origin } = product;
  const said: string[] = [];
  const again = async () => {
    said.push(...product.output());
    product = await startProduct(directory.path, { ...settings, PORT });
  };
  return {
    origin,
    async crash() {
      await product.kill();
      await again();
    },
    async restart() {
      expectCode(await product.stop());
      await again();
    },
    async *stored() {
      yield* filesBelow(directory.path);
      yield outputOf([...said, ...product.output()]);
    },
    async forgetErased() {
      expectCode(await product.stop());
      await again();
    },
    async close() {
      const code = await product.stop();
      await directory.remove();
      expectCode(code);
    },
  };
}

/** Crash order; processes that receive and count events come first. */
const TURNS: readonly ProcessName[] = ['analytics', 'gateway', 'pages', 'identity', 'support'];

export async function openOnServers(servers: ServerAddresses, settings: Settings = {}): Promise<OpenedProduct> {
  const own = serverSettings(servers);
  const product = await startProcesses(servers, { ...own, ...settings });
  const running: Record<ProcessName, RunningProcess> = { ...product.running };
  let crashes = 0;

  async function startAgain(name: ProcessName): Promise<void> {
    const { port } = new URL(running[name].origin());
    running[name] = product.start(name, { PORT: port });
    await running[name].ready;
  }

  return {
    origin: product.origin,
    async crash() {
      const name = TURNS[crashes % TURNS.length] ?? 'analytics';
      crashes += 1;
      await running[name].kill();
      await startAgain(name);
    },
    async restart() {
      for (const name of STARTING_ORDER.toReversed()) expectCode(await running[name].stop(), running[name].lines);
      for (const name of STARTING_ORDER) await startAgain(name);
    },
    async *stored() {
      yield* onServers(servers, own);
      yield outputOf(product.output());
    },
    forgetErased: () => hastenCompaction(servers, own),
    async close() {
      expectCode(
        await product.stop(),
        Object.values(running).flatMap(({ lines }) => lines),
      );
    },
  };
}

function outputOf(lines: readonly string[]): Piece {
  return { place: 'what the processes say', bytes: Buffer.from(lines.join('\n')) };
}

function expectCode(code: number | null, lines: readonly string[] = []): void {
  if (code !== 0) throw new Error(`ended with ${code}\n${lines.join('\n')}`);
}
