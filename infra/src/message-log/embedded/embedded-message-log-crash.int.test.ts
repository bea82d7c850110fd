import { describe, expect, it } from 'vitest';
import { useWriterProcesses } from '../../testing/writer-process.ts';
import type { LogRecord } from '../message-log.ts';
import { openEmbeddedMessageLog, segmentsOf } from './embedded-message-log.ts';
import { segmentsIn } from './segments/segment.ts';

/** How much each killed process has written by then, to hit different moments of the commit. */
const KILLED_AFTER = [2, 4, 6, 8];
const publishers = useWriterProcesses(new URL('./crash-publisher.ts', import.meta.url));

/** Acknowledged records as `publisher number`. A last line cut short by the kill does not count. */
function published(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^published ([\da-f-]{36} \d+)$/.exec(line)?.[1] ?? []);
}

function textOf({ value }: LogRecord): string {
  return Buffer.from(value ?? [])
    .toString()
    .replace(/\.+$/, '');
}

/** The records in the log, and the offsets that the group has yet to handle. */
async function stored(): Promise<{ readonly records: readonly LogRecord[]; readonly unhandled: readonly number[] }> {
  const log = await openEmbeddedMessageLog({ path: publishers.directory() });
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
  const stored = new Set(values);
  expect(stored.size).toBe(values.length);
  expect(acknowledged.filter((value) => !stored.has(value))).toEqual([]);
  const last = new Map<string, number>();
  for (const value of values) {
    const [publisher = '', number = ''] = value.split(' ');
    expect(Number(number)).toBeGreaterThan(last.get(publisher) ?? -1);
    last.set(publisher, Number(number));
  }
}

describe('embedded message log in a killed process', () => {
  it(`keeps every acknowledged record in order, and its groups’ offsets, over ${KILLED_AFTER.length} kills`, async () => {
    const all: string[] = [];
    for (const time of KILLED_AFTER) {
      // Segments this small are closed and compressed all the time.
      const { lines, kill } = publishers.start('100000');
      const most = 40 * time + time * time;
      await expect.poll(() => published(lines).length, { interval: 1 }).toBeGreaterThan(most);
      await kill();
      all.push(...lines);
    }
    const acknowledged = published(all);
    expect(acknowledged.length).toBeGreaterThan(900);
    const { records, unhandled } = await stored();
    expectWholeLog(records, acknowledged);

    const handled = new Set(all.flatMap((line) => /^handled (\d+)$/.exec(line)?.[1] ?? []).map(Number));
    const missed = records.filter(({ offset }) => !handled.has(offset) && !unhandled.includes(offset));
    expect(missed).toEqual([]);
    // The group did not restart from the beginning: only the last records are unhandled.
    expect(unhandled.length).toBeLessThan(records.length / 2);
    const segments = await segmentsIn(segmentsOf(publishers.directory(), 'activity'));
    expect(segments.length).toBeGreaterThan(KILLED_AFTER.length);
  });
});

describe.runIf(process.platform === 'linux')('embedded message log on a full disk', () => {
  it('refuses with UNAVAILABLE, stores no refused record and continues once there is space', async () => {
    const publisher = publishers.start();
    const { lines } = publisher;
    const refused = () => lines.filter((line) => line.startsWith('refused'));
    await expect.poll(() => published(lines).length).toBeGreaterThan(500);

    await publisher.fillDisk(2_000_000);
    await expect.poll(() => refused().length > 500 || publisher.hasEnded()).toBe(true);
    expect(new Set(refused())).toEqual(new Set(['refused UNAVAILABLE']));

    const before = published(lines).length;
    publisher.makeRoom();
    await expect.poll(() => published(lines).length > before + 500 || publisher.hasEnded()).toBe(true);
    // Nothing was printed beside the refusals.
    expect([...publisher.end(), publisher.complaints]).toEqual([null, null, []]);
    await publisher.kill();

    const { records } = await stored();
    const acknowledged = published(lines);
    expectWholeLog(records, acknowledged);
    // At most one record per publisher was under way at the end; no refused record is stored.
    expect(records.length).toBeLessThanOrEqual(acknowledged.length + 20);
  });

  it('can be opened and read on a full disk', async () => {
    const first = publishers.start();
    await expect.poll(() => published(first.lines).length).toBeGreaterThan(500);
    const acknowledged = () => published([...first.lines, ...second.lines]);
    await first.kill();

    const second = await publishers.startOnFullDisk();
    await expect.poll(() => second.lines).toContain('refused UNAVAILABLE');
    await expect.poll(() => second.lines.some((line) => line.startsWith('handled'))).toBe(true);
    const before = acknowledged().length;
    second.makeRoom();
    await expect.poll(() => acknowledged().length).toBeGreaterThan(before + 100);
    expect(second.complaints).toEqual([]);
    await second.kill();
    expectWholeLog((await stored()).records, acknowledged());
  });
});
