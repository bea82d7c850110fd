import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Answers of the bare handler, by callers' tokens; the empty token stands for a caller without one. */
export interface BareContent {
  /** Field of the answer that holds the list; null if the answer is a single object. */
  readonly listed: string | null;
  readonly answers: Readonly<Record<string, readonly unknown[]>>;
}

export interface BareServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the bare server; its GET answers `bytes` bytes. */
export function startBare(bytes: number): Promise<BareServer> {
  return start('bare-server.ts', String(bytes));
}

/** Starts the bare handler; it answers a GET of any path by the caller's token. */
export async function startBareHandler(content: BareContent): Promise<BareServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-bare-'));
  try {
    const file = path.join(directory, 'content.json');
    await writeFile(file, JSON.stringify(content));
    return await start('bare-handler.ts', file);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Resolves when it listens. */
async function start(program: string, argument: string): Promise<BareServer> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, argument], {
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
