import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningServers } from '../../../../scripts/servers/server.ts';
import { startServers } from '../../../../scripts/servers/servers.ts';
import { createLogger } from '../../process/observability/log.ts';
import type { LogRecord, TopicDefinition } from '../message-log.ts';
import { type KafkaMessageLog, openKafkaMessageLog } from './kafka-message-log.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 50 });
const DEADLINE_MS = 1_500;
/** Upper limit of a refusal's delay while other processes use the cores; without a deadline it takes 30 s. */
const LATE_MS = 10_000;
const PUBLISHERS = 8;

/** A separate broker, because the test kills it. */
describe('kafka message log during an outage of its server', () => {
  let dataDirectory: string;
  let running: RunningServers<'kafka'>;
  let messageLog: KafkaMessageLog;
  let topic: TopicDefinition;
  let topics = 0;
  const sockets: Socket[] = [];

  const open = () =>
    openKafkaMessageLog({ brokers: running.addresses.kafka.brokers, partitions: 3, replicationFactor: 1, log });
  const text = ({ value }: LogRecord) => Buffer.from(value ?? []).toString();

  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'volant-kafka-outage-'));
    running = await startServers({ names: ['kafka'], dataDirectory });
    subscribe('net.client.socket', (message) => sockets.push((message as { socket: Socket }).socket));
    messageLog = await open();
  });
  afterAll(async () => {
    await messageLog.close();
    await running.stop();
    await rm(dataDirectory, { recursive: true });
  });
  beforeEach(async () => {
    topics += 1;
    topic = { name: `activity-${topics}`, cleanup: 'delete', retentionMs: 3_600_000 };
    await messageLog.ensureTopics([topic]);
  });

  it('keeps every acknowledged record, in order per key, after a kill of the server', async () => {
    const consumed = new Set<string>();
    const followed: LogRecord[] = [];
    const consumer = await messageLog.consume({
      topic: topic.name,
      group: 'g',
      maxRecords: 100,
      onBatch: async (records) => {
        for (const record of records) consumed.add(text(record));
      },
    });
    const follower = await messageLog.follow({
      topic: topic.name,
      from: {},
      onBatch: async (records) => void followed.push(...records),
    });

    const acknowledged: string[] = [];
    let longestMs = 0;
    let refused = 0;
    let stop = false;
    async function publish(publisher: number): Promise<void> {
      for (let number = 0; !stop; number += 1) {
        const value = `${publisher} ${number}`;
        const startedAt = Date.now();
        try {
          const records = [{ key: String(publisher), value: Buffer.from(value) }];
          await messageLog.publish(topic.name, records, { deadlineMs: DEADLINE_MS });
          acknowledged.push(value);
        } catch (error) {
          expect(error).toMatchObject({ code: 'UNAVAILABLE' });
          refused += 1;
        }
        longestMs = Math.max(longestMs, Date.now() - startedAt);
      }
    }
    const publishing = Promise.all(Array.from({ length: PUBLISHERS }, (_, publisher) => publish(publisher)));

    for (let round = 0; round < 2; round += 1) {
      const before = acknowledged.length;
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 500));
      const refusedBefore = refused;
      await running.servers.kafka.kill();
      await eventually(() => expect(refused).toBeGreaterThan(refusedBefore));
      await expect(messageLog.check()).rejects.toMatchObject({ name: 'ServerUnreachable' });
      await running.servers.kafka.start();
    }
    const before = acknowledged.length;
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 500));
    stop = true;
    await publishing;

    expect(longestMs).toBeLessThan(DEADLINE_MS + LATE_MS);
    await messageLog.check();
    await eventually(async () => expect(await consumer.lag()).toBe(0));
    expect(acknowledged.filter((value) => !consumed.has(value))).toEqual([]);
    await eventually(() => {
      const seen = new Set(followed.map(text));
      expect(acknowledged.filter((value) => !seen.has(value))).toEqual([]);
    });
    // Repetitions come after the first delivery, so the first occurrences are in order.
    for (let publisher = 0; publisher < PUBLISHERS; publisher += 1) {
      const numbers = [...new Set(followed.map(text))]
        .map((value) => value.split(' ').map(Number))
        .filter(([of]) => of === publisher)
        .map(([, number = 0]) => number);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    await consumer.stop();
    await follower.stop();
  });

  it('refuses in time while the server is frozen, and continues when it resumes', async () => {
    await messageLog.publish(topic.name, [{ key: 'a', value: Buffer.from('before') }]);
    await running.servers.kafka.pause();
    const startedAt = Date.now();
    try {
      await expect(
        messageLog.publish(topic.name, [{ key: 'a', value: Buffer.from('stuck') }], { deadlineMs: DEADLINE_MS }),
      ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(Date.now() - startedAt).toBeLessThan(DEADLINE_MS + LATE_MS);
      // The library itself would keep a connection to a host that has vanished.
      await eventually(() =>
        expect(sockets.map(({ errored }) => errored?.message)).toContain('the server does not answer'),
      );
    } finally {
      await running.servers.kafka.resume();
    }
    await eventually(() => messageLog.publish(topic.name, [{ key: 'a', value: Buffer.from('after') }]));
    const found: string[] = [];
    const follower = await messageLog.follow({
      topic: topic.name,
      from: {},
      onBatch: async (records) => void found.push(...records.map(text)),
    });
    await follower.caughtUp;
    expect(found[0]).toBe('before');
    expect(found.at(-1)).toBe('after');
    await follower.stop();
  });

  it('closes without the server', async () => {
    const other = await open();
    await other.consume({ topic: topic.name, group: 'g', maxRecords: 10, onBatch: async () => {} });
    await other.follow({ topic: topic.name, from: {}, onBatch: async () => {} });
    await other.publish(topic.name, [{ key: 'a', value: Buffer.from('1') }]);
    await running.servers.kafka.kill();
    const hopeless = other.publish(topic.name, [{ key: 'a', value: Buffer.from('2') }], { deadlineMs: DEADLINE_MS });
    const refusal = expect(hopeless).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const startedAt = Date.now();
    await other.close();
    await refusal;
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await running.servers.kafka.start();
  });
});
