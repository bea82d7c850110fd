import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import kafkajs from 'kafkajs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../process/observability/log.ts';
import { ServerUnreachable, SettingError } from '../../process/settings/server-errors.ts';
import { testServers } from '../../testing/test-servers.ts';
import { createMemoryViewStore } from '../../views/memory-view-store.ts';
import { messageLogContract } from '../contract.ts';
import { deadLettersContract } from '../dead-letters-contract.ts';
import { createLogView } from '../log-view.ts';
import type { LogRecord, OutgoingRecord, TopicDefinition } from '../message-log.ts';
import { replayContract } from '../replay-contract.ts';
import { createKafkaClient } from './client.ts';
import { type KafkaMessageLog, type KafkaMessageLogSettings, openKafkaMessageLog } from './kafka-message-log.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const { brokers } = testServers().kafka;

function settings(partitions: number): KafkaMessageLogSettings {
  return { brokers, partitions, replicationFactor: 1, clientId: 'volant-test', log };
}

messageLogContract('kafka', async () => {
  let opened = await openKafkaMessageLog(settings(1));
  return {
    log: opened,
    async reopen() {
      await opened.close();
      opened = await openKafkaMessageLog(settings(1));
      return opened;
    },
    cleanUp: () => opened.close(),
  };
});

messageLogContract('kafka with a prefix', async () => {
  const prefixed = { ...settings(1), prefix: `p${randomUUID().slice(0, 8)}.` };
  let opened = await openKafkaMessageLog(prefixed);
  return {
    log: opened,
    async reopen() {
      await opened.close();
      opened = await openKafkaMessageLog(prefixed);
      return opened;
    },
    cleanUp: () => opened.close(),
  };
});

const PARTITIONS = 4;

async function openParted() {
  const opened = await openKafkaMessageLog(settings(PARTITIONS));
  return { log: opened, cleanUp: () => opened.close() };
}
deadLettersContract('kafka', openParted);
replayContract('kafka', openParted);

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 20 });
const record = (key: string, value: string | null): OutgoingRecord => ({
  key,
  value: value === null ? null : Buffer.from(value),
});
const text = ({ value }: LogRecord) => (value === null ? null : Buffer.from(value).toString());

it('separates products with different prefixes, and hides the prefix', async () => {
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) => openKafkaMessageLog({ ...settings(1), prefix: `${name}-${randomUUID()}.` })),
  );
  if (one === undefined || other === undefined) throw new Error('not opened');
  const topic = { name: 'activity', cleanup: 'delete', retentionMs: 3_600_000 } as const;
  const got: Record<string, string[]> = { one: [], other: [], followed: [] };
  const into = (name: string) => async (records: readonly LogRecord[]) => {
    got[name]?.push(...records.map((each) => `${each.topic} ${text(each)}`));
  };
  try {
    expect(await one.identity()).not.toBe(await other.identity());
    await Promise.all([one, other].map((opened) => opened.ensureTopics([topic])));
    await one.publish('activity', [record('a', 'first')]);
    await other.publish('activity', [record('a', 'second')]);
    await one.consume({ topic: 'activity', group: 'g', maxRecords: 10, onBatch: into('one') });
    const consumer = await other.consume({ topic: 'activity', group: 'g', maxRecords: 10, onBatch: into('other') });
    await (await one.follow({ topic: 'activity', from: {}, onBatch: into('followed') })).caughtUp;
    await eventually(async () => {
      expect(got).toEqual({ one: ['activity first'], other: ['activity second'], followed: ['activity first'] });
      expect(await consumer.lag()).toBe(0);
    });
  } finally {
    await Promise.all([one, other].map((opened) => opened.close()));
  }
});

describe('kafka message log', () => {
  let messageLog: KafkaMessageLog;
  let client: ReturnType<typeof createKafkaClient>;
  let activity: TopicDefinition;
  let state: TopicDefinition;

  beforeEach(async () => {
    messageLog = await openKafkaMessageLog(settings(PARTITIONS));
    client = createKafkaClient({
      brokers,
      username: undefined,
      password: undefined,
      mechanism: 'plain',
      tls: false,
      ca: undefined,
      clientId: 'volant-test',
      log,
    });
    activity = { name: `activity.${randomUUID()}`, cleanup: 'delete', retentionMs: 3_600_000 };
    state = { name: `state.${randomUUID()}`, cleanup: 'compact' };
    await messageLog.ensureTopics([activity, state]);
  });
  afterEach(async () => {
    await messageLog.close();
    await client.close();
  });

  it('keeps the order of each key over several partitions, in one record or many', async () => {
    const seen: LogRecord[] = [];
    const { lag, stop } = await messageLog.consume({
      topic: activity.name,
      group: 'g',
      maxRecords: 50,
      onBatch: async (records) => void seen.push(...records),
    });
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    for (let number = 0; number < 10; number += 1) {
      await messageLog.publish(
        activity.name,
        keys.map((key) => record(key, `${key} ${number}`)),
      );
    }
    await eventually(() => expect(seen).toHaveLength(200));
    expect(new Set(seen.map(({ partition }) => partition)).size).toBe(PARTITIONS);
    for (const key of keys) {
      const own = seen.filter((found) => found.key === key);
      expect(own.map(text)).toEqual(Array.from({ length: 10 }, (_, number) => `${key} ${number}`));
      expect(new Set(own.map(({ partition }) => partition)).size).toBe(1);
    }
    await eventually(async () => expect(await lag()).toBe(0));
    await stop();
  });

  it('reads records at reused offsets after the log lost records, and reads no record twice if none was lost', async () => {
    const seen: string[] = [];
    const readOn = () =>
      messageLog.consume({
        topic: activity.name,
        group: 'g',
        maxRecords: 50,
        onBatch: async (records) => void seen.push(...records.map((one) => `${text(one)}`)),
      });
    const publish = (...values: string[]) =>
      messageLog.publish(
        activity.name,
        values.map((value) => record('key', value)),
      );
    const consumeUntil = async (...values: string[]) => {
      const { lag, stop } = await readOn();
      await eventually(async () => {
        expect(seen).toEqual(values);
        expect(await lag()).toBe(0);
      });
      await stop();
    };
    await publish('a', 'b');
    await consumeUntil('a', 'b');
    await publish('c');
    await consumeUntil('a', 'b', 'c');

    // Pretend that the group has read two more records, which a truncated log no longer has.
    const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
    const groupId = `volant.${activity.name}.g`;
    const admin = kafka.admin();
    await admin.connect();
    const [{ partitions } = { partitions: [] }] = await admin.fetchOffsets({ groupId, topics: [activity.name] });
    await admin.disconnect();
    const read = partitions.find(({ offset }) => Number(offset) > 0);
    if (read === undefined) throw new Error('nothing was committed');
    const member = kafka.consumer({ groupId });
    const joined = new Promise<void>((resolve) => {
      member.on(member.events.GROUP_JOIN, () => resolve());
    });
    await member.connect();
    await member.subscribe({ topics: [activity.name] });
    await member.run({ autoCommit: false, eachBatch: async () => {} });
    await joined;
    // Otherwise it would fetch missing records and start again from the beginning.
    member.pause([{ topic: activity.name }]);
    await member.commitOffsets([{ ...read, topic: activity.name, offset: String(Number(read.offset) + 2) }]);
    await member.disconnect();
    await publish('d', 'e', 'f');
    await consumeUntil('a', 'b', 'c', 'd', 'e', 'f');
  });

  it('shares the partitions among group members, and reassigns those of a killed one', async () => {
    const mine: LogRecord[] = [];
    await messageLog.consume({
      topic: activity.name,
      group: 'g',
      maxRecords: 10,
      onBatch: async (records) => void mine.push(...records),
    });
    const other = new OtherMember(activity.name);
    let sent = 0;
    const publishSome = async () => {
      const records = Array.from({ length: 40 }, (_, index) => record(`key-${index}`, String(sent + index)));
      await messageLog.publish(activity.name, records);
      sent += records.length;
    };
    const everything = () => new Set([...mine.map(text), ...other.handled]);
    try {
      await eventually(async () => {
        await publishSome();
        expect(other.handled.size).toBeGreaterThan(0);
      });
      const before = mine.length;
      await eventually(async () => {
        await publishSome();
        expect(mine.length).toBeGreaterThan(before);
      });
      await eventually(() => expect(everything().size).toBe(sent));
    } finally {
      other.kill();
    }
    await publishSome();
    await eventually(() => expect(everything().size).toBe(sent));
  });

  it('does not give a batch to another member if it takes longer than its session timeout', async () => {
    let runs = 0;
    const consume = () =>
      messageLog.consume({
        topic: activity.name,
        group: 'g',
        maxRecords: 10,
        onBatch: async () => {
          runs += 1;
          await new Promise((resolve) => setTimeout(resolve, 17_000));
        },
      });
    const first = await consume();
    await messageLog.publish(activity.name, [record('a', '1')]);
    await eventually(() => expect(runs).toBe(1));
    await eventually(async () => expect(await first.lag()).toBe(0));
    expect(runs).toBe(1);
  });

  it('feeds a view over several partitions and continues each at its offset', async () => {
    const viewStore = createMemoryViewStore();
    const applied: string[] = [];
    const feed = () =>
      createLogView({
        messageLog,
        topic: state.name,
        view: { name: 'view', indexes: [] },
        viewStore,
        apply: async ({ key }) => void applied.push(key),
        log,
      });
    const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
    await messageLog.publish(
      state.name,
      keys.map((key) => record(key, '1')),
    );
    const first = feed();
    await first.start();
    expect([...applied].sort()).toEqual([...keys].sort());
    await first.stop();
    await messageLog.publish(state.name, [record('later-1', '1'), record('later-2', '1'), record('later-3', '1')]);
    const second = feed();
    await second.start();
    expect(applied.slice(keys.length).sort()).toEqual(['later-1', 'later-2', 'later-3']);
    await second.stop();
  });

  it('follows a topic from its start if the offset is beyond its end, as after the topic was recreated', async () => {
    await messageLog.publish(state.name, [record('a', '1')]);
    const found: LogRecord[] = [];
    const follower = await messageLog.follow({
      topic: state.name,
      from: { 0: 900, 1: 900, 2: 900, 3: 900 },
      onBatch: async (records) => void found.push(...records),
    });
    await follower.caughtUp;
    expect(found.map(({ key }) => key)).toEqual(['a']);
    await follower.stop();
  });

  it('creates topics with settings that remove erased keys within a day', async () => {
    const configs = await client.configs([activity.name, state.name]);
    expect(configs.get(activity.name)?.own).toMatchObject({
      'cleanup.policy': 'delete',
      'retention.ms': '3600000',
      'min.insync.replicas': '1',
    });
    expect(configs.get(state.name)?.own).toMatchObject({
      'cleanup.policy': 'compact',
      'max.compaction.lag.ms': String(12 * 3_600_000),
      'delete.retention.ms': String(7 * 24 * 3_600_000),
    });
  });

  it('sets a topic’s retention and keeps its other settings', async () => {
    const own = (await client.configs([activity.name])).get(activity.name)?.own ?? {};
    const operators = { ...own, 'max.message.bytes': '2000000' };
    await client.setConfig(activity.name, operators);
    // A busy server shows new settings with a delay.
    await eventually(async () => {
      expect((await client.configs([activity.name])).get(activity.name)?.own).toEqual(operators);
    });
    await messageLog.ensureTopics([{ ...activity, retentionMs: 7_200_000 }]);
    await eventually(async () => {
      const changed = (await client.configs([activity.name])).get(activity.name)?.own;
      expect(changed).toEqual({ ...operators, 'retention.ms': '7200000' });
    });
  });

  it('names a compression that it cannot read', async () => {
    const own = (await client.configs([activity.name])).get(activity.name)?.own ?? {};
    await client.setConfig(activity.name, { ...own, 'compression.type': 'zstd' });
    await eventually(async () => {
      const refusal = await messageLog.ensureTopics([activity]).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(SettingError);
      expect(refusal).toMatchObject({ setting: activity.name, message: expect.stringContaining('zstd') });
    });
  });

  it('names the setting if a topic needs more replicas than there are servers', async () => {
    const other = await openKafkaMessageLog({ ...settings(1), replicationFactor: 5 });
    await expect(other.ensureTopics([{ name: `late.${randomUUID()}`, cleanup: 'compact' }])).rejects.toMatchObject({
      name: 'SettingError',
      setting: 'VOLANT_KAFKA_REPLICATION_FACTOR',
    });
    await other.close();
  });

  it('refuses a record that is too large and writes the records published with it', async () => {
    const results = await Promise.allSettled([
      messageLog.publish(activity.name, [record('a', 'small')]),
      messageLog.publish(activity.name, [record('a', randomBytes(1_600_000).toString('base64'))]),
      messageLog.publish(activity.name, [record('a', 'small too')]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('passes a check', async () => {
    await expect(messageLog.check()).resolves.toBeUndefined();
  });

  it('reports within five seconds which address does not answer', async () => {
    const startedAt = Date.now();
    const refusal = await openKafkaMessageLog({ ...settings(1), brokers: ['127.0.0.1:9'] }).catch((e: unknown) => e);
    expect(refusal).toBeInstanceOf(ServerUnreachable);
    expect(String(refusal)).toContain('127.0.0.1:9');
    // A black hole: packets to TEST-NET are dropped.
    const lost = await openKafkaMessageLog({ ...settings(1), brokers: ['192.0.2.1:9092'] }).catch((e: unknown) => e);
    expect(lost).toBeInstanceOf(ServerUnreachable);
    expect(Date.now() - startedAt).toBeLessThan(25_000);
  });

  it('names the setting of an invalid certificate, and of an unexpected user name', async () => {
    await expect(openKafkaMessageLog({ ...settings(1), ca: 'no certificate' })).rejects.toMatchObject({
      name: 'SettingError',
      setting: 'VOLANT_KAFKA_TLS_CA_FILE',
    });
    await expect(openKafkaMessageLog({ ...settings(1), username: 'volant', password: 'secret' })).rejects.toMatchObject(
      {
        name: 'SettingError',
        setting: 'VOLANT_KAFKA_USERNAME',
      },
    );
  });
});

/** Another process in the group, which a test can kill. */
class OtherMember {
  readonly handled = new Set<string>();
  readonly #process: ChildProcess;

  constructor(topic: string) {
    const file = fileURLToPath(new URL('./member.ts', import.meta.url));
    this.#process = spawn(process.execPath, ['--import', 'tsx', file, brokers.join(','), topic], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (this.#process.stdout === null) throw new Error('the other member cannot be heard');
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.handled.add(line));
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}
