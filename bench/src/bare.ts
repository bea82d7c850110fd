import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('bare-server.ts', import.meta.url));

export interface BareServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the bare server, whose GET answers `bytes` bytes. */
export async function startBare(bytes: number): Promise<BareServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, String(bytes)], {
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
  throw new Error('the bare server ended before it was ready');
}
