import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '../../../scripts/patience.ts';

export type Environment = Readonly<Record<string, string>>;

export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const READY = /^Volant is ready at (?:\S+, on )?(\S+) \(/;
const LOG_RECORD = /^\{"level":.*\n/gm;
const STARTING_MS = 2 * PATIENCE_MS;

function launch(name: string, args: readonly string[], environment: Environment): ChildProcess {
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    // Only the test's settings, because the person running it may have their own.
    env: { VOLANT_LOG_LEVEL: 'error', VOLANT_OPERATIONS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

export async function runCommand(name: string, args: readonly string[], environment: Environment): Promise<Said> {
  const child = launch(name, args, environment);
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

/** What a command said on stderr, without log records: a busy server causes warnings that no test expects. */
export function messageOf({ stderr }: Pick<Said, 'stderr'>): string {
  return stderr.replaceAll(LOG_RECORD, '');
}

/** Starts a command and kills it as soon as `isTime` returns true. */
export async function killCommand(
  name: string,
  args: readonly string[],
  environment: Environment,
  isTime: () => Promise<boolean>,
): Promise<NodeJS.Signals | null> {
  const child = launch(name, args, environment);
  child.stdout?.resume();
  child.stderr?.resume();
  while (child.exitCode === null && !(await isTime())) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await ended(child);
  return child.signalCode;
}

export interface RunningProduct {
  readonly origin: string;
  stop(): Promise<number | null>;
}

/** Starts the product and waits until it reports that it is ready. */
export async function startProduct(environment: Environment): Promise<RunningProduct> {
  const child = launch('main', [], { PORT: '0', ...environment });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const origin = new Promise<string>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`the product ${what}\n${complaints}`));
    const timer = setTimeout(() => fail('was not ready in time'), STARTING_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = READY.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address.replace('localhost', '127.0.0.1'));
    });
  });
  try {
    return {
      origin: await origin,
      async stop() {
        child.kill('SIGTERM');
        return ended(child);
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await ended(child);
    throw error;
  }
}
