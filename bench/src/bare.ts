import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BareServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the bare server, and resolves when it listens; its GET answers `bytes` bytes. */
export async function startBare(bytes: number): Promise<BareServer> {
  const file = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    origin: `http://127.0.0.1:${await portOf(child)}`,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function portOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output to read');
  for await (const line of createInterface({ input: stdout })) {
    const port = /listening on (\d+)/.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error('a bare server ended before it was ready');
}
