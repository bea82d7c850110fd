import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogRecord } from '../message-log.ts';
import { openLmdbMessageLog } from './lmdb-message-log.ts';

const PUBLISHER = fileURLToPath(new URL('./crash-publisher.ts', import.meta.url));
const KILLS = 8;

let directory: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'message-log-crash-'));
});

afterEach(async () => {
  await kill();
  await rm(directory, { recursive: true, force: true });
});

/** @param command what the process is to be started with, for instance a limit */
function start(command: readonly string[] = []): { readonly lines: string[]; readonly complaints: string[] } {
  const [file = '', ...args] = [...command, process.execPath, '--import', 'tsx', PUBLISHER, directory];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  const lines: string[] = [];
  const complaints: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  return { lines, complaints };
}

async function kill(): Promise<void> {
  const child = running;
  running = undefined;
  if (child === undefined || hasEnded(child)) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** `publisher number`, as acknowledged. A last line cut short by the kill is no acknowledgement. */
function published(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^published ([\da-f-]{36} \d+)$/.exec(line)?.[1] ?? []);
}

function textOf({ value }: LogRecord): string {
  return Buffer.from(value ?? [])
    .toString()
    .replace(/\.+$/, '');
}

/** What lies in the log now, and the offsets that the group has yet to handle. */
async function stored(): Promise<{ readonly records: readonly LogRecord[]; readonly unhandled: readonly number[] }> {
  const log = await openLmdbMessageLog({ path: directory });
  const records: LogRecord[] = [];
  const follower = await log.follow({
    topic: 'activity',
    from: {},
    onBatch: async (batch) => void records.push(...batch),
  });
  await follower.caughtUp;
  const unhandled: number[] = [];
  const consumer = await log.consume({
    topic: 'activity',
    group: 'g',
    maxRecords: 1000,
    onBatch: async (batch) => void unhandled.push(...batch.map(({ offset }) => offset)),
  });
  await expect.poll(() => consumer.lag()).toBe(0);
  await log.close();
  return { records, unhandled };
}

function expectWholeLog(records: readonly LogRecord[], acknowledged: readonly string[]): void {
  expect(records.map(({ offset }) => offset)).toEqual(records.map((_, index) => index));
  const values = records.map(textOf);
  const kept = new Set(values);
  expect(kept.size).toBe(values.length);
  expect(acknowledged.filter((value) => !kept.has(value))).toEqual([]);
  const last = new Map<string, number>();
  for (const value of values) {
    const [publisher = '', number = ''] = value.split(' ');
    expect(Number(number)).toBeGreaterThan(last.get(publisher) ?? -1);
    last.set(publisher, Number(number));
  }
}

describe('lmdb message log in a process that is killed', () => {
  it(`keeps every acknowledged record in order, and its groups’ places, over ${KILLS} kills`, async () => {
    const all: string[] = [];
    for (let time = 1; time <= KILLS; time += 1) {
      const { lines } = start();
      // Another amount of work before each kill, so that it hits another moment of the commit.
      const wanted = 40 * time + time * time;
      await expect.poll(() => published(lines).length, { interval: 1 }).toBeGreaterThan(wanted);
      await kill();
      all.push(...lines);
    }
    const acknowledged = published(all);
    expect(acknowledged.length).toBeGreaterThan(1_000);
    const { records, unhandled } = await stored();
    expectWholeLog(records, acknowledged);

    const handled = new Set(all.flatMap((line) => /^handled (\d+)$/.exec(line)?.[1] ?? []).map(Number));
    const missed = records.filter(({ offset }) => !handled.has(offset) && !unhandled.includes(offset));
    expect(missed).toEqual([]);
    // The group did not begin anew: what is left is the work of the last moments.
    expect(unhandled.length).toBeLessThan(records.length / 2);
  });
});

describe.runIf(process.platform === 'linux')('lmdb message log on a disk that is full', () => {
  const dataFile = () => join(directory, 'data.mdb');

  /** Largest file the process may write: what it can have is then as good as a full disk, and it can be undone. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${running?.pid}`, `--fsize=${bytes}:unlimited`]);

  it('refuses with UNAVAILABLE, keeps nothing of what it refused and goes on when there is room', async () => {
    const { lines, complaints } = start();
    const child = running as ChildProcess;
    const refused = () => lines.filter((line) => line.startsWith('refused'));
    await expect.poll(() => published(lines).length).toBeGreaterThan(500);

    // Stopped meanwhile: otherwise the file might grow beyond its limit, which no disk lets it.
    child.kill('SIGSTOP');
    const state = () => readFile(`/proc/${child.pid}/stat`, 'utf8');
    await expect.poll(state).toMatch(/\) T /);
    limitFiles((await stat(dataFile())).size + 2_000_000);
    child.kill('SIGCONT');
    await expect.poll(() => refused().length > 500 || hasEnded(child)).toBe(true);
    expect(new Set(refused())).toEqual(new Set(['refused UNAVAILABLE']));

    const before = published(lines).length;
    limitFiles('unlimited');
    await expect.poll(() => published(lines).length > before + 500 || hasEnded(child)).toBe(true);
    // LMDB has not met the full disk: its library complains of a write that failed, and may abort the process.
    expect([child.signalCode, child.exitCode, complaints]).toEqual([null, null, []]);
    await kill();

    const { records } = await stored();
    const acknowledged = published(lines);
    expectWholeLog(records, acknowledged);
    // At most one record per publisher was on its way at the end; of the refused ones none is here.
    expect(records.length).toBeLessThanOrEqual(acknowledged.length + 20);
  });

  it('can be started on such a disk, and then read', async () => {
    const first = start();
    await expect.poll(() => published(first.lines).length).toBeGreaterThan(500);
    const acknowledged = () => published([...first.lines, ...second.lines]);
    await kill();

    const { size } = await stat(dataFile());
    const second = start(['prlimit', `--fsize=${size}:unlimited`]);
    await expect.poll(() => second.lines).toContain('refused UNAVAILABLE');
    await expect.poll(() => second.lines.some((line) => line.startsWith('handled'))).toBe(true);
    const before = acknowledged().length;
    limitFiles('unlimited');
    await expect.poll(() => acknowledged().length).toBeGreaterThan(before + 100);
    expect(second.complaints).toEqual([]);
    await kill();
    expectWholeLog((await stored()).records, acknowledged());
  });
});
