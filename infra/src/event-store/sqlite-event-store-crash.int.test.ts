import { describe, expect, it } from 'vitest';
import { useWriterProcesses } from '../testing/writer-process.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

/** How much each killed process has written by then, to hit different moments of the commit. */
const KILLED_AFTER = [2, 4, 6, 8];
const appenders = useWriterProcesses(new URL('./sqlite-appender.ts', import.meta.url));

/** Acknowledged commits as `position stream version`. A last line cut short by the kill does not count. */
function acknowledgements(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => /^\d+ stream-[\da-f-]{36} \d+$/.test(line));
}

async function stored(): Promise<readonly string[]> {
  const store = await openSqliteEventStore({ path: appenders.directory() });
  const commits = await store.readAll(0, Number.MAX_SAFE_INTEGER);
  const lines = commits.map(({ position, streamId, version }) => `${position} ${streamId} ${version}`);
  for (const { commandId, position } of commits) {
    expect((await store.findCommand(commandId))?.position).toBe(position);
  }
  await store.close();
  return lines;
}

describe('sqlite event store in a killed process', () => {
  it(`keeps every acknowledged commit and leaves no gap over ${KILLED_AFTER.length} kills`, async () => {
    const acknowledged: string[] = [];
    for (const time of KILLED_AFTER) {
      const { lines, kill } = appenders.start();
      await expect.poll(() => lines.length, { interval: 1 }).toBeGreaterThan(20 * time + time * time);
      await kill();
      acknowledged.push(...acknowledgements(lines));
    }
    const commits = await stored();
    expect(commits.map((line) => Number.parseInt(line, 10))).toEqual(commits.map((_, index) => index + 1));
    expect(new Set(commits).size).toBe(commits.length);
    const found = new Set(commits);
    expect(acknowledged.length).toBeGreaterThan(500);
    expect(acknowledged.filter((line) => !found.has(line))).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('sqlite event store on a full disk', () => {
  it('refuses with UNAVAILABLE, stays readable, stores no refused commit and continues once there is space', async () => {
    const appender = appenders.start();
    const { lines } = appender;
    const refused = () => lines.filter((line) => line.startsWith('refused'));
    await expect.poll(() => acknowledgements(lines).length).toBeGreaterThan(40);

    await appender.fillDisk(2_000_000);
    await expect.poll(() => refused().length > 200 || appender.hasEnded()).toBe(true);
    expect(new Set(refused().map((line) => line.split(' ')[1]))).toEqual(new Set(['UNAVAILABLE']));
    // The store stayed readable during the outage.
    expect(refused().every((line) => Number(line.split(' ')[3]) > 40)).toBe(true);
    const before = acknowledgements(lines).length;

    appender.makeRoom();
    await expect.poll(() => acknowledgements(lines).length > before + 500 || appender.hasEnded()).toBe(true);
    // Nothing was printed beside the refusals.
    expect([...appender.end(), appender.complaints]).toEqual([null, null, []]);
    await appender.kill();

    const refusedCommands = refused().map((line) => line.split(' ')[2] ?? '');
    const store = await openSqliteEventStore({ path: appenders.directory() });
    for (const commandId of refusedCommands) expect(await store.findCommand(commandId)).toBeUndefined();
    await store.close();

    const commits = await stored();
    expect(commits.map((line) => Number.parseInt(line, 10))).toEqual(commits.map((_, index) => index + 1));
    const found = new Set(commits);
    expect(acknowledgements(lines).filter((line) => !found.has(line))).toEqual([]);
  });

  it('can be opened and read on a full disk', async () => {
    const first = appenders.start();
    await expect.poll(() => acknowledgements(first.lines).length).toBeGreaterThan(200);
    await first.kill();

    const second = await appenders.startOnFullDisk();
    const refused = () => second.lines.filter((line) => line.startsWith('refused UNAVAILABLE'));
    await expect.poll(() => refused().length).toBeGreaterThan(20);
    expect(refused().every((line) => Number(line.split(' ')[3]) > 200)).toBe(true);
    const before = acknowledgements(second.lines).length;
    second.makeRoom();
    await expect.poll(() => acknowledgements(second.lines).length).toBeGreaterThan(before + 100);
    expect(second.complaints).toEqual([]);
    await second.kill();

    const found = new Set(await stored());
    const acknowledged = acknowledgements([...first.lines, ...second.lines]);
    expect(acknowledged.filter((line) => !found.has(line))).toEqual([]);
  });
});
