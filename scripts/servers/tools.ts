import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServersError } from './server.ts';

/** Downloads and builds that later starts reuse. */
export const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'volant-servers');

/** Flags of Go builds: without inlining they take a third less processor time, which counts more than speed here. */
export const GO_BUILD = ['-trimpath', '-gcflags', 'all=-l'];

/** This folder, which contains the servers written in TypeScript. */
export const HERE = import.meta.dirname;

export async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/** Path of the program, or undefined if it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/go/bin']) {
    const file = path.join(folder, name);
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder: try the next one.
    }
  }
  return undefined;
}

/** @throws ServersError naming what to install */
export async function needProgram(name: string, purpose: string, how: string): Promise<string> {
  const file = await findProgram(name);
  if (file !== undefined) return file;
  throw new ServersError(`${purpose} needs ${name}, which is not installed here: ${how}.`);
}

/** Runs a program to its end; its output is shown only if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed = `${printed}${chunk.toString()}`.slice(-4_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new ServersError(`${program} ${args[0] ?? ''} failed (${code}):\n${printed.trimEnd()}`);
}

/**
 * Runs `make` once for all processes of this machine: it fills a temporary folder, which is renamed to `folder` when
 * complete. An existing folder is used unchanged.
 */
export async function makeOnce(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (await exists(folder)) return;
  await mkdir(path.dirname(folder), { recursive: true });
  await locked(`${folder}.lock`, async () => {
    if (await exists(folder)) return;
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await make(unfinished);
    await rename(unfinished, folder);
  });
}

/** A lock between processes; the lock of a process that died is taken over. */
async function locked(file: string, work: () => Promise<void>): Promise<void> {
  while (!(await taken(file))) await sleep(200);
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function taken(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner > 0 && !isAlive(owner)) await rm(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
