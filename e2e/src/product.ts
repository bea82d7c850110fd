import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '../../scripts/patience.ts';
import { callDirectly } from './api.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = path.join(ROOT, 'standalone/dist');
/** The log line of a ready product. */
const READY = /^Volant is ready at (?:\S+, on )?(\S+) \(([\d.]+) s\)/;
const HEAP_PROBE = new URL('./heap-probe.ts', import.meta.url).href;
const STARTING_MS = 2 * PATIENCE_MS;

export type Settings = Readonly<Record<string, string>>;

export interface Product {
  readonly origin: string;
  /** Process id of the server itself. */
  readonly pid: number;
  /** Start time that the product reports. */
  readonly readySeconds: number;
  /** Its output so far. */
  readonly output: () => readonly string[];
  /** Stops it as an operator would (SIGTERM) and waits until it has ended. */
  stop(): Promise<number | null>;
  /** Ends it at once (SIGKILL). */
  kill(): Promise<void>;
}

/** Environment of a product on this directory. */
export function environmentOf(dataDirectory: string, settings: Settings): NodeJS.ProcessEnv {
  // Settings of the tests themselves, such as VOLANT_ATTACKS, are none of the product.
  const isOfTests = (name: string) => name.startsWith('VOLANT_') || name === 'NODE_COMPILE_CACHE';
  const inherited = Object.entries(process.env).filter(([name]) => !isOfTests(name));
  return {
    ...Object.fromEntries(inherited),
    PORT: '0',
    VOLANT_OPERATIONS_PORT: '0',
    VOLANT_DATA_DIR: dataDirectory,
    VOLANT_DEMO: 'off',
    // Tests send requests of many visitors from one machine; the demo trusts no proxies.
    VOLANT_TRUSTED_PROXIES: settings.VOLANT_DEMO === 'on' ? '' : '127.0.0.1/32',
    ...settings,
  };
}

interface Launch {
  /** Name of the built program in `standalone`, and its arguments. */
  readonly command?: readonly string[] | undefined;
  /** Additional Node options. */
  readonly probe?: readonly string[];
}

function launch(
  dataDirectory: string,
  settings: Settings,
  { command: [name, ...args] = ['main'], probe = [] }: Launch = {},
): ChildProcess {
  const options = ['--max-semi-space-size=32', '--enable-source-maps', ...probe];
  return spawn(process.execPath, [...options, path.join(DIST, `${name}.js`), ...args], {
    cwd: ROOT,
    env: environmentOf(dataDirectory, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

export interface Ready {
  readonly origin: string;
  /** Time that the product reports. */
  readonly seconds: number;
}

/**
 * Resolves when a started product logs that it is ready.
 * @param note is called with each line of its standard output
 * @param details describes a product that does not get ready
 */
export function whenReady(child: ChildProcess, note: (line: string) => void, details: () => string): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`${what}\n${details()}`));
    };
    const timer = setTimeout(() => fail('not ready in time'), STARTING_MS);
    child.once('exit', (code) => fail(`ended with ${code} before it was ready`));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      note(line);
      const [, address, seconds] = READY.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve({ origin: address.replace('localhost', '127.0.0.1'), seconds: Number(seconds) });
    });
  });
}

/** A product that reports its retained memory. */
export interface ProbedProduct extends Product {
  /** Bytes in use after a garbage collection, including buffers. */
  retainedBytes(): Promise<number>;
}

export async function startProbedProduct(dataDirectory: string, settings: Settings = {}): Promise<ProbedProduct> {
  const product = await startProduct(dataDirectory, settings, ['--import', 'tsx', '--import', HEAP_PROBE]);
  const heapLines = () => product.output().filter((line) => line.startsWith('heap '));
  return {
    ...product,
    async retainedBytes() {
      const before = heapLines().length;
      process.kill(product.pid, 'SIGUSR2');
      while (heapLines().length === before) await new Promise((resolve) => setTimeout(resolve, 20));
      return Number(heapLines().at(-1)?.slice('heap '.length));
    },
  };
}

/**
 * Starts the built product and waits until it logs that it is ready.
 * @param probe Node options that preload a module
 */
export async function startProduct(
  dataDirectory: string,
  settings: Settings = {},
  probe: readonly string[] = [],
): Promise<Product> {
  const child = launch(dataDirectory, settings, { probe });
  const complaints: string[] = [];
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));

  const { origin, seconds } = await whenReady(
    child,
    (line) => said.push(line),
    () => complaints.join(''),
  ).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (child.pid === undefined) throw new Error('no process');
  if (settings.VOLANT_DEMO === 'on') callDirectly(origin);
  return {
    origin,
    pid: child.pid,
    readySeconds: seconds,
    output: () => [...said, ...complaints],
    async stop() {
      child.kill('SIGTERM');
      return ended(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts a product that is expected to end by itself and returns its output.
 * @param command a command of the product with its arguments, to run instead
 */
export async function expectEnd(
  dataDirectory: string,
  settings: Settings,
  command?: readonly string[],
): Promise<Ended> {
  const child = launch(dataDirectory, settings, { command });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), STARTING_MS);
  const code = await ended(child);
  clearTimeout(timer);
  return { code, stdout, stderr };
}

export interface TemporaryDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-e2e-'));
  return { path: directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
