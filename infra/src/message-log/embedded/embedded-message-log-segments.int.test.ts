import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogRecord, MessageLog, OutgoingRecord } from '../message-log.ts';
import { openEmbeddedMessageLog, segmentsOf } from './embedded-message-log.ts';
import { forgetRecords } from './forget.ts';
import { encodeRecord } from './record-codec.ts';
import { plainFrames } from './segments/block.ts';
import { UNFINISHED } from './segments/rewrite-segment.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const TOPIC = { name: 'activity', cleanup: 'delete', retentionMs: 7 * DAY } as const;

let path: string;
let now: number;
let log: MessageLog;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'message-log-'));
  now = Date.parse('2026-01-01T00:00:00Z');
});
afterEach(async () => {
  await log.close();
  await rm(path, { recursive: true });
});

const directory = () => segmentsOf(path, TOPIC.name);
/** Only complete segments: files being rewritten lie beside them and may vanish at any time. */
const files = async () =>
  (await readdir(directory()))
    .filter((name) => !name.endsWith(UNFINISHED))
    .sort()
    .map((name) => join(directory(), name));
const lastFile = async () => (await files()).at(-1) ?? '';
const record = (value: string, key = 'k'): OutgoingRecord => ({ key, value: Buffer.from(value) });
const textOf = ({ value }: LogRecord) => Buffer.from(value ?? []).toString();

async function open(bytes = 8 * 1024 * 1024): Promise<void> {
  log = await openEmbeddedMessageLog({
    path,
    clock: () => new Date(now),
    purgeEveryMs: 5,
    segmentSizes: { bytes, ms: HOUR },
  });
  await log.ensureTopics([TOPIC]);
}

async function reopen(bytes?: number): Promise<void> {
  await log.close();
  await open(bytes);
}

const publish = (...values: readonly string[]) =>
  log.publish(
    TOPIC.name,
    values.map((value) => record(value)),
  );

/** All current records from an offset on. */
async function contents(from = 0): Promise<readonly LogRecord[]> {
  const found: LogRecord[] = [];
  const onBatch = async (batch: readonly LogRecord[]) => void found.push(...batch);
  const follower = await log.follow({ topic: TOPIC.name, from: { 0: from }, onBatch });
  await follower.caughtUp;
  await follower.stop();
  return found;
}
const values = async (from = 0) => (await contents(from)).map(textOf);
const offsets = async (from = 0) => (await contents(from)).map(({ offset }) => offset);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const bytesOnDisk = async () =>
  (await Promise.all((await files()).map(async (file) => (await stat(file)).size))).reduce(
    (sum, size) => sum + size,
    0,
  );

describe('segments of the embedded message log', () => {
  it('are closed when full, compressed once, and stay readable from any offset', async () => {
    await open(100_000);
    const sent: string[] = [];
    for (let write = 0; write < 100; write += 1) {
      const together = Array.from({ length: 100 }, () => randomUUID());
      sent.push(...together);
      await publish(...together);
    }
    // Half of each record is hexadecimal digits, which compress to half their size; the rest repeats.
    await vi.waitFor(async () => expect(await bytesOnDisk()).toBeLessThan(10_000 * 30));
    const compressed = await readFile((await files())[0] ?? '');
    expect(await values()).toEqual(sent);
    await reopen(100_000);
    expect(await offsets()).toEqual(numbers(0, sent.length));
    for (const from of [1, 4_999, 5_001, 9_998]) expect(await values(from)).toEqual(sent.slice(from));
    expect(await readFile((await files())[0] ?? '')).toEqual(compressed);
    expect((await files()).length).toBeGreaterThan(5);
  });

  it.each([1, 20, 60])('are cut where a last write was cut short by %i bytes, and continue there', async (lacking) => {
    await open();
    await publish('one', 'two');
    await log.close();
    const next = Buffer.concat(plainFrames(2, [encodeRecord(record('three, which nobody was told of'), now)], now));
    await appendFile(await lastFile(), next.subarray(0, next.length - lacking));
    await open();
    expect(await values()).toEqual(['one', 'two']);
    await publish('four');
    await reopen();
    expect(await values()).toEqual(['one', 'two', 'four']);
    expect(await offsets()).toEqual([0, 1, 2]);
  });

  it('do not let bytes after the last whole write hide later records', async () => {
    await open();
    await publish('one');
    await log.close();
    await appendFile(await lastFile(), Buffer.alloc(5_000, 7));
    await open();
    await publish('two');
    await reopen();
    expect(await values()).toEqual(['one', 'two']);
  });

  it('return the readable part of a damaged one, and continue with the next', async () => {
    await open();
    // Large enough for a separate frame each, compressed or not.
    const [one, two, three] = ['one', 'two', 'three'].map((name) => name + randomBytes(70_000).toString('hex'));
    await publish(one ?? '');
    await publish(two ?? '');
    await publish(three ?? '');
    now += HOUR;
    await publish('four');
    await log.close();
    const [first = ''] = await files();
    const bytes = await readFile(first);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    await writeFile(first, bytes);
    await open();
    expect(await values()).toEqual([one, two, 'four']);
    expect(await offsets()).toEqual([0, 1, 3]);
  });

  it.each(['the last', 'a closed'])(
    'lose only the damaged record of %s one, whichever bit is changed',
    async (which) => {
      await open();
      const ends: number[] = [];
      for (const name of ['one', 'two', 'three', 'four']) {
        await publish(name);
        ends.push((await readFile(await lastFile())).length);
      }
      await log.close();
      const file = await lastFile();
      const whole = await readFile(file);
      const [start = 0, end = 0] = ends;
      // In its length, checksum, time, header and record.
      for (const byte of [start, start + 3, start + 5, start + 12, start + 17, end - 1]) {
        for (const name of await readdir(directory())) await rm(join(directory(), name));
        const damaged = Buffer.from(whole);
        damaged.writeUInt8(damaged.readUInt8(byte) ^ 0x40, byte);
        await writeFile(file, damaged);
        if (which === 'a closed') await writeFile(file.replace(/0\.log$/, '4.log'), '');
        await open();
        expect(await values()).toEqual(['one', 'three', 'four']);
        await publish('five');
        await reopen();
        expect(await values()).toEqual(['one', 'three', 'four', 'five']);
        expect(await offsets()).toEqual([0, 2, 3, 4]);
        await log.close();
        const copies = (await files()).filter((name) => name.endsWith('.damaged'));
        expect(copies).toHaveLength(which === 'a closed' ? 0 : 1);
      }
      await open();
    },
  );

  it('are removed once their last record exceeds the retention, also from an idle log', async () => {
    await open();
    await publish('one');
    now += 2 * HOUR;
    await publish('two');
    expect(await files()).toHaveLength(2);
    now += 7 * DAY - HOUR;
    await vi.waitFor(async () => expect(await values()).toEqual(['two']), { interval: 10 });
    now += 2 * HOUR;
    await vi.waitFor(async () => expect(await values()).toEqual([]), { interval: 10 });
    await reopen();
    await publish('three');
    expect(await offsets()).toEqual([2]);
    expect(await files()).toHaveLength(1);
  });

  it('lose all bytes of forgotten keys, and no other record', async () => {
    await open();
    await log.publish(TOPIC.name, [record('one'), record('phone 0612345678', 'gone'), record('two')]);
    const onDisk = async () =>
      (await Promise.all((await files()).map((file) => readFile(file)))).some((bytes) => bytes.includes('0612345678'));
    expect(await onDisk()).toBe(true);
    now += HOUR;
    await publish('three');
    await log.close();
    await forgetRecords({ path, topic: TOPIC.name }, new Set(['gone']));
    expect(await onDisk()).toBe(false);
    await open();
    expect(await values()).toEqual(['one', 'two', 'three']);
    expect(await offsets()).toEqual([0, 2, 3]);
    await publish('four');
    expect(await offsets(3)).toEqual([3, 4]);
  });
});
