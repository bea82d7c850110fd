import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PATIENCE_MS } from '../../scripts/patience.ts';
import { freePorts } from '../../scripts/servers/ports.ts';
import { ended, type Product, ROOT, type Settings } from './product.ts';

const STARTING_MS = 2 * PATIENCE_MS;
const MAX_LINES = 20_000;
const LINES_SHOWN = 200;
const PUBLIC_ORIGIN = 'https://volant.example';

const MAINS = {
  identity: 'services/identity/dist/main.js',
  pages: 'services/pages/dist/main.js',
  support: 'services/support/dist/main.js',
  analytics: 'services/analytics/dist/main.js',
  gateway: 'gateway/dist/main.js',
} as const;

export type ProcessName = keyof typeof MAINS;

export const SERVICES = ['identity', 'pages', 'support', 'analytics'] as const;

/** The gateway queries fields that its version knows, so it is started and upgraded last, and rolled back first. */
export const STARTING_ORDER: readonly ProcessName[] = [...SERVICES, 'gateway'];

/** Addresses of the real servers, from the tests' setup. */
export interface ServerAddresses {
  readonly mongodb: { readonly url: string };
  readonly kafka: { readonly brokers: readonly string[] };
  readonly clickhouse: { readonly url: string; readonly username: string; readonly password: string };
  readonly redis: { readonly url: string };
  readonly s3: { readonly url: string; readonly accessKey: string; readonly secretKey: string };
  readonly smtp: { readonly url: string };
}

export interface RunningProcess {
  readonly name: ProcessName;
  readonly pid: number;
  /** The last lines of its log. */
  readonly lines: readonly string[];
  /** Address of its service; known when it is ready. */
  readonly origin: () => string;
  /** Address of /health, /ready, /serving and /metrics. */
  readonly operations: () => string;
  /** Resolves when it logs that it is ready; rejects if it ends earlier. */
  readonly ready: Promise<void>;
  /** Stops it as an operator would (SIGTERM) and waits until it has ended. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** Build of another commit, made by `npm run test:upgrade`, which upgrades from it or rolls back to it. */
const FORMER = process.env.VOLANT_TEST_FORMER ?? ROOT;
export const IS_TAKEN_BACK = process.env.VOLANT_TEST_BACK === 'on';
/** The tree of the first processes, and the tree of those started later. */
const [FIRST, LATER] = IS_TAKEN_BACK ? [ROOT, FORMER] : [FORMER, ROOT];

export interface Processes extends Product {
  readonly running: Readonly<Record<ProcessName, RunningProcess>>;
  /** Folder of the shared secrets. */
  readonly secrets: string;
  /** Starts another process of the same product: a replica, or a replacement of a killed one. */
  start(name: ProcessName, settings?: Settings): RunningProcess;
}

/** Command of a process from its build. */
function commandOf(name: ProcessName, root: string): readonly [string, readonly string[]] {
  // Builds of former commits resolve their packages by this condition; current programs are bundled.
  const former = root === ROOT ? [] : ['--conditions=volant-built'];
  return [process.execPath, [...former, '--enable-source-maps', path.join(root, MAINS[name])]];
}

/** Starts a built process with exactly these settings, without waiting for it. */
export function startProcess(
  name: ProcessName,
  settings: Settings,
  root = ROOT,
  withinMs = STARTING_MS,
): RunningProcess {
  const [program, args] = commandOf(name, root);
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', VOLANT_OPERATIONS_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let origin = '';
  let operations = '';
  const ready = new Promise<void>((resolve, reject) => {
    const say = (what: string) => reject(new Error(`${name} ${what}\n${lines.slice(-LINES_SHOWN).join('\n')}`));
    const timer = setTimeout(() => say('was not ready in time'), withinMs);
    const read = (line: string) => {
      lines.push(line);
      if (lines.length > MAX_LINES) lines.shift();
      if (!line.startsWith('{')) return;
      const entry = JSON.parse(line) as { msg?: string; address?: string; operations?: string };
      operations = entry.operations ?? operations;
      if (entry.msg !== 'ready' || entry.address === undefined) return;
      origin = entry.address;
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      say(`ended with ${code} before it was ready`);
    });
  });
  // Prevents an unhandled rejection if the caller does not wait for readiness.
  ready.catch(() => undefined);

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    return ended(child);
  }

  return {
    name,
    pid: child.pid ?? 0,
    lines,
    origin: () => origin,
    operations: () => operations,
    ready,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Settings of the servers, with databases, topics, keys and a bucket of their own. */
export function serverSettings(servers: ServerAddresses): Settings {
  const name = `e2e${randomUUID().slice(0, 8)}`;
  return {
    VOLANT_MONGODB_URL: servers.mongodb.url,
    VOLANT_MONGODB_DATABASE_PREFIX: name,
    VOLANT_KAFKA_BROKERS: servers.kafka.brokers.join(','),
    VOLANT_KAFKA_PARTITIONS: '3',
    VOLANT_KAFKA_PREFIX: `${name}.`,
    VOLANT_CLICKHOUSE_URL: servers.clickhouse.url,
    VOLANT_CLICKHOUSE_USERNAME: servers.clickhouse.username,
    VOLANT_CLICKHOUSE_PASSWORD: servers.clickhouse.password,
    VOLANT_CLICKHOUSE_DATABASE: name,
    VOLANT_REDIS_URL: servers.redis.url,
    VOLANT_REDIS_PREFIX: `${name}:`,
    VOLANT_S3_URL: servers.s3.url,
    VOLANT_S3_ACCESS_KEY: servers.s3.accessKey,
    VOLANT_S3_SECRET_KEY: servers.s3.secretKey,
    VOLANT_S3_BUCKET: name,
    VOLANT_SMTP_URL: servers.smtp.url,
    VOLANT_MAIL_FROM: 'Volant <hello@volant.example>',
  };
}

export interface SecretFiles {
  readonly directory: string;
  readonly settings: { readonly identity: Settings; readonly others: Settings };
  remove(): Promise<void>;
}

/** The secrets that the processes share, as files, as container platforms provide them. */
export async function secretFiles(): Promise<SecretFiles> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-secrets-'));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const common = { kid: randomUUID(), alg: 'ES256', use: 'sig' };
  const contents = {
    'signing-key.json': JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...common }),
    'session-keys.json': JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...common }] }),
    'internal-secret': `${randomBytes(48).toString('base64url')}\n`,
  };
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(path.join(directory, name), content, { mode: 0o600 });
  }
  const internal = { VOLANT_INTERNAL_SECRET_FILE: path.join(directory, 'internal-secret') };
  return {
    directory,
    settings: {
      identity: { ...internal, VOLANT_SIGNING_KEY_FILE: path.join(directory, 'signing-key.json') },
      others: { ...internal, VOLANT_SESSION_KEYS_FILE: path.join(directory, 'session-keys.json') },
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/**
 * Starts the built product as in production: a process for each service, on real servers.
 * @param withinMs maximal duration of the first start
 * @param inFront address at which other processes reach a process; by default its own
 */
export async function startProcesses(
  servers: ServerAddresses,
  settings: Settings = {},
  inFront: (name: ProcessName, origin: string) => Promise<string> = async (_, origin) => origin,
  withinMs = STARTING_MS,
): Promise<Processes> {
  const startedAt = performance.now();
  const secrets = await secretFiles();
  const common = {
    ...serverSettings(servers),
    // Tests send requests of many visitors from one machine; for analytics, the gateway is the proxy.
    VOLANT_TRUSTED_PROXIES: '127.0.0.1/32',
    ...settings,
  };
  const below = (name: string) => path.join(secrets.directory, name);
  const started: RunningProcess[] = [];
  /** All processes, including those that have ended. */
  const everyone: RunningProcess[] = [];
  const urls: Record<string, string> = {};

  function start(name: ProcessName, own: Settings = {}, root = LATER, patience = STARTING_MS): RunningProcess {
    const { identity, others } = secrets.settings;
    const secret = name === 'identity' ? { ...identity, VOLANT_ORIGIN: PUBLIC_ORIGIN } : others;
    // The last release refuses a setting that it does not know.
    const copy = root === ROOT ? { VOLANT_COPY_DIR: below(`copy-${everyone.length}`) } : {};
    const directories = { VOLANT_SPOOL_DIR: below('spool'), ...copy };
    const process = startProcess(name, { ...common, ...secret, ...directories, ...urls, ...own }, root, patience);
    started.push(process);
    everyone.push(process);
    return process;
  }

  async function endAll(end: (process: RunningProcess) => Promise<number | null>): Promise<number | null> {
    const codes: (number | null)[] = [];
    // Stop the gateway first, so that its pending requests are still answered.
    for (const process of started.splice(0).reverse()) codes.push(await end(process));
    await secrets.remove();
    // Null means killed, which only tests do.
    return codes.find((code) => code !== 0 && code !== null) ?? 0;
  }

  try {
    // Choose the ports in advance, so that all processes start at the same time, as in production.
    const ports: Record<string, Settings> = {};
    for (const name of STARTING_ORDER) {
      const [port, operations] = await freePorts(2);
      ports[name] = { PORT: String(port), VOLANT_OPERATIONS_PORT: String(operations) };
      if (name === 'gateway') continue;
      urls[`VOLANT_${name.toUpperCase()}_URL`] = await inFront(name, `http://127.0.0.1:${port}`);
    }
    const startAt = (name: ProcessName) => start(name, ports[name], FIRST, withinMs);
    const services = {
      identity: startAt('identity'),
      pages: startAt('pages'),
      support: startAt('support'),
      analytics: startAt('analytics'),
    };
    const gateway = startAt('gateway');
    await Promise.all([...Object.values(services), gateway].map((process) => process.ready));
    return {
      running: { ...services, gateway },
      secrets: secrets.directory,
      start,
      origin: await inFront('gateway', gateway.origin()),
      pid: gateway.pid,
      readySeconds: (performance.now() - startedAt) / 1000,
      output: () => everyone.flatMap(({ lines }) => lines),
      stop: () => endAll((process) => process.stop()),
      kill: async () => {
        await endAll(async (process) => {
          await process.kill();
          return 0;
        });
      },
    };
  } catch (error) {
    await endAll(async (process) => {
      await process.kill();
      return 0;
    });
    throw error;
  }
}
