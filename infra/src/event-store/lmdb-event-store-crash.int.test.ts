import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLmdbEventStore } from './lmdb-event-store.ts';

const APPENDER = fileURLToPath(new URL('./lmdb-appender.ts', import.meta.url));
const KILLS = 8;

let directory: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-store-crash-'));
});

afterEach(async () => {
  await end('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** @param command what the process is to be started with, for instance a limit */
function start(command: readonly string[] = []): { readonly lines: string[]; readonly complaints: string[] } {
  const [file = '', ...args] = [...command, process.execPath, '--import', 'tsx', APPENDER, directory];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  const lines: string[] = [];
  const complaints: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  return { lines, complaints };
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const child = running;
  running = undefined;
  if (child === undefined || hasEnded(child)) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** `position stream version`, as acknowledged. A last line cut short by the kill is no acknowledgement. */
function acknowledgements(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => /^\d+ stream-[\da-f-]{36} \d+$/.test(line));
}

async function stored(): Promise<readonly string[]> {
  const store = await openLmdbEventStore({ path: directory });
  const commits = await store.readAll(0, Number.MAX_SAFE_INTEGER);
  const told = commits.map(({ position, streamId, version }) => `${position} ${streamId} ${version}`);
  for (const { commandId, position } of commits) {
    expect((await store.findCommand(commandId))?.position).toBe(position);
  }
  await store.close();
  return told;
}

describe('lmdb event store in a process that is killed', () => {
  it(`keeps every acknowledged commit and leaves no gap over ${KILLS} kills`, async () => {
    const acknowledged: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const { lines } = start();
      // Another amount of work before each kill, so that it hits another moment of the commit.
      await expect.poll(() => lines.length, { interval: 1 }).toBeGreaterThan(20 * kill + kill * kill);
      await end('SIGKILL');
      acknowledged.push(...acknowledgements(lines));
    }
    const commits = await stored();
    expect(commits.map((line) => Number.parseInt(line, 10))).toEqual(commits.map((_, index) => index + 1));
    expect(new Set(commits).size).toBe(commits.length);
    const kept = new Set(commits);
    expect(acknowledged.length).toBeGreaterThan(500);
    expect(acknowledged.filter((line) => !kept.has(line))).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('lmdb event store on a disk that is full', () => {
  const dataFile = () => join(directory, 'data.mdb');

  /** Largest file the process may write: what it can have is then as good as a full disk, and it can be undone. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${running?.pid}`, `--fsize=${bytes}:unlimited`]);

  it('refuses with UNAVAILABLE, stays readable, keeps nothing of it and goes on when there is room', async () => {
    const { lines, complaints } = start();
    const child = running as ChildProcess;
    const refused = () => lines.filter((line) => line.startsWith('refused'));
    await expect.poll(() => acknowledgements(lines).length).toBeGreaterThan(40);

    // Stopped meanwhile: otherwise the file might grow beyond its limit, which no disk lets it.
    child.kill('SIGSTOP');
    const state = () => readFile(`/proc/${child.pid}/stat`, 'utf8');
    await expect.poll(state).toMatch(/\) T /);
    limitFiles((await stat(dataFile())).size + 2_000_000);
    child.kill('SIGCONT');
    await expect.poll(() => refused().length > 200 || hasEnded(child)).toBe(true);
    expect(new Set(refused().map((line) => line.split(' ')[1]))).toEqual(new Set(['UNAVAILABLE']));
    // It could be read all the while.
    expect(refused().every((line) => Number(line.split(' ')[3]) > 40)).toBe(true);
    const before = acknowledgements(lines).length;

    limitFiles('unlimited');
    await expect.poll(() => acknowledgements(lines).length > before + 500 || hasEnded(child)).toBe(true);
    // LMDB has not met the full disk: its library complains of a write that failed, and may abort the process.
    expect([child.signalCode, child.exitCode, complaints]).toEqual([null, null, []]);
    await end('SIGKILL');

    const refusedCommands = refused().map((line) => line.split(' ')[2] ?? '');
    const store = await openLmdbEventStore({ path: directory });
    for (const commandId of refusedCommands) expect(await store.findCommand(commandId)).toBeUndefined();
    await store.close();

    const commits = await stored();
    expect(commits.map((line) => Number.parseInt(line, 10))).toEqual(commits.map((_, index) => index + 1));
    const kept = new Set(commits);
    expect(acknowledgements(lines).filter((line) => !kept.has(line))).toEqual([]);
  });

  it('can be started on such a disk, and then read', async () => {
    const first = start();
    await expect.poll(() => acknowledgements(first.lines).length).toBeGreaterThan(200);
    await end('SIGKILL');

    const { size } = await stat(dataFile());
    const second = start(['prlimit', `--fsize=${size}:unlimited`]);
    const refused = () => second.lines.filter((line) => line.startsWith('refused UNAVAILABLE'));
    await expect.poll(() => refused().length).toBeGreaterThan(20);
    expect(refused().every((line) => Number(line.split(' ')[3]) > 200)).toBe(true);
    const before = acknowledgements(second.lines).length;
    limitFiles('unlimited');
    await expect.poll(() => acknowledgements(second.lines).length).toBeGreaterThan(before + 100);
    expect(second.complaints).toEqual([]);
    await end('SIGKILL');

    const kept = new Set(await stored());
    const acknowledged = acknowledgements([...first.lines, ...second.lines]);
    expect(acknowledged.filter((line) => !kept.has(line))).toEqual([]);
  });
});
