import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { environmentOf, ROOT, type Settings, whenReady } from './product.ts';

/** The product as users start it: `npm start`, in its own process group, like in a terminal. */
export interface NpmStart {
  readonly origin: string;
  /** Its output so far. */
  readonly output: () => string;
  /** Signals every process of the group, as Ctrl-C in a terminal does. */
  signal(signal: NodeJS.Signals): void;
  /** Exit code as the shell sees it; null if npm was killed. Kills the group if it does not end in this time. */
  ended(withinMs: number): Promise<number | null | 'hangs'>;
}

/** Runs a script of package.json in its own process group. */
export function npmRun(args: readonly string[], dataDirectory: string, settings: Settings = {}): ChildProcess {
  return spawn('npm', args, {
    cwd: ROOT,
    env: environmentOf(dataDirectory, settings),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function npmStart(dataDirectory: string, settings: Settings = {}): Promise<NpmStart> {
  const child = npmRun(['start'], dataDirectory, settings);
  const group = child.pid ?? 0;
  let output = '';
  const closed = once(child, 'close');
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });

  const { origin } = await whenReady(
    child,
    (line) => {
      output += `${line}\n`;
    },
    () => output,
  ).catch((error: unknown) => {
    killGroup(group);
    throw error;
  });

  return {
    origin,
    output: () => output,
    signal: (signal) => void process.kill(-group, signal),
    async ended(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'hangs'>((resolve) => {
        timer = setTimeout(() => resolve('hangs'), withinMs);
      });
      // The outputs close when the last process that holds them ends, not only npm.
      const end = await Promise.race([closed, late]);
      clearTimeout(timer);
      if (end !== 'hangs') return end[0] as number | null;
      killGroup(group);
      await closed;
      return 'hangs';
    },
  };
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
