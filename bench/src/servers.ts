import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url));

export interface RunningServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function whenReady(child: ChildProcess, ready: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = ready.exec(line)?.[1];
    if (found !== undefined) {
      child.stdout.resume();
      return found;
    }
  }
  throw new Error('the server ended before it was ready');
}

async function running(child: ChildProcess, ready: RegExp): Promise<RunningServer> {
  const port = await whenReady(child, ready);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** The bare server, whose GET answers `bytes` bytes. */
export function startBare(bytes: number): Promise<RunningServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', BARE, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return running(child, /listening on (\d+)/);
}

/** The built product with the settings of production, on a data directory of its own. */
export function startProduct(
  dataDirectory: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=32', '--conditions=volant-built', 'standalone/dist/main.js'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: '0',
        VOLANT_DATA_DIR: dataDirectory,
        VOLANT_DEMO: 'on',
        VOLANT_TRUSTED_PROXIES: '127.0.0.1/32',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return running(child, /^Volant is ready at http:\/\/[^:]+:(\d+)/);
}
