import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';

/** A program that writes to files until it is killed, and prints acknowledged writes. */
export interface WriterProcess {
  /** Includes a last line cut short by the kill. */
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
  /** Signal and code of its end; null while it runs. */
  end(): readonly [NodeJS.Signals | null, number | null];
  hasEnded(): boolean;
  /** Limits file sizes, which acts like a disk that is full after this many further bytes; `makeRoom` undoes it. */
  fillDisk(furtherBytes: number): Promise<void>;
  makeRoom(): void;
  kill(): Promise<void>;
}

export interface WriterProcesses {
  /** Directory of the current test. */
  directory(): string;
  start(...args: readonly string[]): WriterProcess;
  /** Starts it under a program that watches it. */
  startUnder(watcher: readonly string[]): WriterProcess;
  /** Starts it on a full disk. */
  startOnFullDisk(): Promise<WriterProcess>;
}

/** Gives each test an empty directory and the program on it; kills processes that still run at the end. */
export function useWriterProcesses(program: URL): WriterProcesses {
  let directory = '';
  let running: WriterProcess[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'writer-process-'));
  });

  afterEach(async () => {
    await Promise.all(running.map((writer) => writer.kill()));
    running = [];
    await rm(directory, { recursive: true, force: true });
  });

  /** Size of the longest file: a lower limit would cut a file short, which no disk does. */
  const size = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Math.max(
      ...(await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))).map(({ size }) => size),
    );
  };

  const start = (command: readonly string[], ...further: readonly string[]): WriterProcess => {
    const [file = '', ...args] = [
      ...command,
      process.execPath,
      '--import',
      'tsx',
      fileURLToPath(program),
      directory,
      ...further,
    ];
    const writer = writerOf(spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] }), size);
    running.push(writer);
    return writer;
  };

  return {
    directory: () => directory,
    start: (...args) => start([], ...args),
    startUnder: (watcher) => start(watcher),
    startOnFullDisk: async () => start(['prlimit', `--fsize=${await size()}:unlimited`]),
  };
}

function writerOf(child: ChildProcess, size: () => Promise<number>): WriterProcess {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:unlimited`]);
  return {
    lines: linesOf(child.stdout),
    complaints: linesOf(child.stderr),
    end: () => [child.signalCode, child.exitCode],
    hasEnded,
    async fillDisk(furtherBytes) {
      // Stopped meanwhile, because the file might otherwise grow beyond the new limit, which no disk allows.
      child.kill('SIGSTOP');
      await expect.poll(() => readFile(`/proc/${child.pid}/stat`, 'utf8')).toMatch(/\) T /);
      limitFiles((await size()) + furtherBytes);
      child.kill('SIGCONT');
    },
    makeRoom: () => void limitFiles('unlimited'),
    async kill() {
      if (hasEnded()) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

function linesOf(output: ChildProcess['stdout']): readonly string[] {
  const lines: string[] = [];
  if (output !== null) createInterface({ input: output }).on('line', (line) => lines.push(line));
  return lines;
}
