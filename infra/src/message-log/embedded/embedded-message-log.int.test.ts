import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { framesIn } from '../../files/frames.ts';
import { DATABASE_FILE } from '../../sqlite/database.ts';
import { messageLogContract } from '../contract.ts';
import { deadLettersContract } from '../dead-letters-contract.ts';
import type { LogRecord, MessageLog } from '../message-log.ts';
import { replayContract } from '../replay-contract.ts';
import { openEmbeddedMessageLog, segmentsOf } from './embedded-message-log.ts';
import { segmentOf } from './segments/segment.ts';

async function openForContract() {
  const path = await mkdtemp(join(tmpdir(), 'message-log-'));
  let log = await openEmbeddedMessageLog({ path });
  return {
    log,
    async reopen() {
      await log.close();
      log = await openEmbeddedMessageLog({ path });
      return log;
    },
    async cleanUp() {
      await log.close();
      await rm(path, { recursive: true });
    },
  };
}

messageLogContract('embedded', openForContract);
deadLettersContract('embedded', openForContract);
replayContract('embedded', openForContract);

const DAY = 24 * 60 * 60 * 1000;

describe('embedded message log', () => {
  let path: string;
  let now: number;
  let log: MessageLog;

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'message-log-'));
    now = Date.parse('2026-01-01T00:00:00Z');
    log = await open();
    await log.ensureTopics([
      { name: 'activity', cleanup: 'delete', retentionMs: 7 * DAY },
      { name: 'state', cleanup: 'compact' },
    ]);
  });
  afterEach(async () => {
    await log.close();
    await rm(path, { recursive: true });
  });

  // Use the test's clock each time: by the real one, tombstones of January are older than their week.
  const open = () => openEmbeddedMessageLog({ path, clock: () => new Date(now), purgeEveryMs: 5 });

  const record = (key: string, value: string | null) => ({ key, value: value === null ? null : Buffer.from(value) });

  /** All current records of a topic. */
  async function contents(topic: string): Promise<readonly LogRecord[]> {
    const found: LogRecord[] = [];
    const follower = await log.follow({ topic, from: {}, onBatch: async (batch) => void found.push(...batch) });
    await follower.caughtUp;
    await follower.stop();
    return found;
  }
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { interval: 10 });

  it('removes records older than the retention, does not reuse their offsets and excludes them from the lag', async () => {
    const consumer = await log.consume({
      topic: 'activity',
      group: 'g',
      maxRecords: 10,
      onBatch: () => Promise.reject(new Error('held')),
    });
    await log.publish(
      'activity',
      Array.from({ length: 1_200 }, (_, n) => record('k', `old ${n}`)),
    );
    now += 6 * DAY;
    await log.publish('activity', [record('k', 'young')]);
    expect(await contents('activity')).toHaveLength(1_201);
    now += 1.5 * DAY;
    await eventually(async () => expect((await contents('activity')).map(({ offset }) => offset)).toEqual([1_200]));
    expect(await consumer.lag()).toBe(1);
    now += 7 * DAY;
    await eventually(async () => expect(await contents('activity')).toEqual([]));
    await log.publish('activity', [record('k', 'new')]);
    expect((await contents('activity')).map(({ offset }) => offset)).toEqual([1_201]);
  });

  it('applies a changed retention to an existing topic', async () => {
    await log.publish('activity', [record('k', '1')]);
    now += 2 * DAY;
    await log.ensureTopics([{ name: 'activity', cleanup: 'delete', retentionMs: DAY }]);
    await eventually(async () => expect(await contents('activity')).toEqual([]));
  });

  it('keeps one record per key after many changes, and tombstones for a week', async () => {
    for (let n = 0; n < 50; n += 1) await log.publish('state', [record('a', String(n)), record('b', String(n))]);
    await log.publish('state', [record('a', null)]);
    now += 6 * DAY;
    await log.publish('state', [record('c', '1')]);
    expect((await contents('state')).map(({ key, value }) => [key, value === null])).toEqual([
      ['b', false],
      ['a', true],
      ['c', false],
    ]);
    now += 2 * DAY;
    await eventually(async () => expect((await contents('state')).map(({ key }) => key)).toEqual(['b', 'c']));
    await log.publish('state', [record('a', 'again')]);
    expect((await contents('state')).map(({ key }) => key)).toEqual(['b', 'c', 'a']);
  });

  const onDisk = async () => {
    const files = (await readdir(path)).filter((name) => name.startsWith(DATABASE_FILE));
    const bytes = await Promise.all(files.map((name) => readFile(join(path, name))));
    return Buffer.concat(bytes).includes('0612345678');
  };

  it('leaves no byte of an erased key in its files', async () => {
    await log.publish('state', [record('driver', 'phone 0612345678'), record('other', 'stays')]);
    await log.publish('state', [record('driver', 'phone 0612345678, changed')]);
    expect(await onDisk()).toBe(true);
    await log.publish('state', [record('driver', null)]);
    await expect.poll(onDisk).toBe(false);
    expect((await contents('state')).map(({ key, value }) => [key, value === null])).toEqual([
      ['other', false],
      ['driver', true],
    ]);
    await log.publish('state', [record('driver', 'again')]);
    expect(await contents('state')).toHaveLength(2);
  });

  it('leaves no byte of a key’s former value if its record erases it', async () => {
    await log.publish('state', [record('card', 'phone 0612345678'), record('other', 'stays')]);
    await log.publish('state', [{ ...record('card', 'nobody’s'), erases: true }]);
    await expect.poll(onDisk).toBe(false);
    expect((await contents('state')).map(({ key }) => key)).toEqual(['other', 'card']);
  });

  it('reports in a sentence that its directory cannot be used', async () => {
    const file = join(path, 'file');
    await writeFile(file, '');
    await expect(openEmbeddedMessageLog({ path: file })).rejects.toThrow(`${file} cannot be opened`);
  });

  it('shares a sync among concurrent publishers', async () => {
    const value = Buffer.alloc(300, 'x');
    // Each write is one frame, because it is smaller than the frame limit.
    const count = async () => framesIn(await readFile(segmentOf(segmentsOf(path, 'activity'), 0).file)).frames.length;
    const publish = async (publishers: number, each: number) => {
      const before = publishers === 1 ? 0 : await count();
      await Promise.all(
        Array.from({ length: publishers }, async (_, publisher) => {
          for (let n = 0; n < each; n += 1) await log.publish('activity', [{ key: String(publisher), value }]);
        }),
      );
      return (await count()) - before;
    };
    expect(await publish(1, 50)).toBeGreaterThanOrEqual(50);
    expect(await publish(200, 50)).toBeLessThan((200 * 50) / 8);
  });
});
