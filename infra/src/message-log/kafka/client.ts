import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Admin, type ITopicConfig, type RetryOptions } from 'kafkajs';
import pTimeout from 'p-timeout';
import type { OutgoingRecord } from '../message-log.ts';
import { createConnection, type KafkaClientSettings, SOON } from './connection.ts';
import { createKafkaLogLines } from './log-lines.ts';
import type { Sender } from './publisher.ts';
import type { Session } from './reader.ts';
import { openSession, SESSION_RETRY, type SessionParts } from './session.ts';
import { type TopicConfig, toEntries } from './topics.ts';
import { truncatedPartitions } from './truncation.ts';

const { CompressionTypes, ConfigResourceTypes, ConfigSource, KafkaJSProtocolError, Partitioners } = kafkajs;

const REPLICAS_WITHIN_MS = 10_000;
const ASK_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;
/** Smaller batches hardly compress. */
const COMPRESSED_FROM_BYTES = 1_000;

/**
 * A producer that gives up loses the order of its records: its unfinished sends may arrive after those of its
 * successor. So it retries through any outage, and the publisher enforces the callers' deadlines.
 */
const OUTLAST: RetryOptions = { retries: Number.MAX_SAFE_INTEGER, initialRetryTime: 100, maxRetryTime: 1_000 };

/**
 * The Kafka operations of the message log; it connects with the first request. Requests reject with the library's
 * errors, see `explain`.
 */
export function createKafkaClient(settings: KafkaClientSettings) {
  const { log } = settings;
  const sayLine = createKafkaLogLines(log);
  let open = true;
  // The callers of `reach` and `createTopics` get the error themselves, so these log lines are only debugging output.
  let reached = false;
  let makingTopics = false;
  let admin: Promise<Admin> | undefined;

  const connection = (retry: RetryOptions, reachable: () => boolean) =>
    createConnection(
      settings,
      retry,
      () => open && reachable(),
      (line) => sayLine(line, !reached || makingTopics),
    );

  async function openAdmin(): Promise<Admin> {
    const { kafka, hangUp } = connection(SOON, () => true);
    const opened = kafka.admin();
    opened.on(opened.events.REQUEST_TIMEOUT, ({ payload }) => hangUp(payload.broker));
    await opened.connect();
    return opened;
  }

  function closeQuietly(what: Promise<{ disconnect(): Promise<void> }>): void {
    what
      .then((opened) => opened.disconnect())
      .catch((error: unknown) => log.debug({ err: error }, 'a connection to Kafka cannot be closed'));
  }

  /** Sends a request over a shared connection, which is replaced after an error. */
  async function ask<T>(question: (client: Admin) => Promise<T>, withinMs = ASK_WITHIN_MS): Promise<T> {
    admin ??= openAdmin();
    const current = admin;
    try {
      const answer = current.then((client) => untilSettled(() => question(client), Date.now() + withinMs));
      return await pTimeout(answer, { milliseconds: withinMs });
    } catch (error) {
      if (admin === current) admin = undefined;
      closeQuietly(current);
      throw error;
    }
  }

  return {
    /** Resolves with the cluster's id once a server answers. A newly created cluster has another id. */
    async reach(withinMs: number): Promise<string> {
      const { clusterId } = await ask((client) => client.describeCluster(), withinMs);
      reached = true;
      return clusterId;
    },

    topics: (withinMs: number): Promise<readonly string[]> => ask((client) => client.listTopics(), withinMs),

    /** Resolves once every partition has a leader. A topic that another process has just created counts as success. */
    async createTopics(topics: readonly ITopicConfig[]): Promise<void> {
      await ask(async (client) => {
        makingTopics = true;
        try {
          await client.createTopics({ topics: [...topics] });
        } finally {
          makingTopics = false;
        }
      });
    },

    /** The settings of each topic, `all` with the server's defaults, `own` without. */
    async configs(topics: readonly string[]) {
      const { resources } = await ask((client) =>
        client.describeConfigs({
          includeSynonyms: false,
          resources: topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
        }),
      );
      return new Map(
        resources.map(({ resourceName, configEntries }) => {
          const own = configEntries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
          return [resourceName, { all: fromEntries(configEntries), own: fromEntries(own) }] as const;
        }),
      );
    },

    /** Replaces the topic's own settings with exactly these. */
    async setConfig(topic: string, config: TopicConfig): Promise<void> {
      const resource = { type: ConfigResourceTypes.TOPIC, name: topic, configEntries: toEntries(config) };
      await ask((client) => client.alterConfigs({ validateOnly: false, resources: [resource] }));
    },

    async ends(topic: string) {
      const offsets = await ask((client) => client.fetchTopicOffsets(topic));
      return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
    },

    /** Records after the group's committed offsets, including those removed by compaction. */
    async lag(topic: string, groupId: string): Promise<number> {
      const [ends, committed] = await ask((client) =>
        Promise.all([client.fetchTopicOffsets(topic), client.fetchOffsets({ groupId, topics: [topic] })]),
      );
      const offsets = new Map(
        committed.flatMap(({ partitions }) => partitions.map(({ partition, offset }) => [partition, Number(offset)])),
      );
      return ends.reduce((sum, { partition, low, high }) => {
        const from = Math.max(Number(low), offsets.get(partition) ?? 0);
        return sum + Math.max(0, Number(high) - from);
      }, 0);
    },

    async deleteGroup(groupId: string): Promise<void> {
      await ask((client) => client.deleteGroups([groupId]), CLOSE_WITHIN_MS);
    },

    /** Connects with the first send. */
    openSender(topic: string): Sender {
      let isNeeded = true;
      let connected: Promise<void> | undefined;
      const { kafka, hangUp } = connection(OUTLAST, () => isNeeded);
      const producer = kafka.producer({
        idempotent: true,
        allowAutoTopicCreation: false,
        createPartitioner: Partitioners.DefaultPartitioner,
        retry: OUTLAST,
      });
      producer.on(producer.events.REQUEST_TIMEOUT, ({ payload }) => hangUp(payload.broker));
      return {
        async send(records) {
          connected ??= producer.connect();
          await connected;
          const bytes = records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
          const compression = bytes < COMPRESSED_FROM_BYTES ? CompressionTypes.None : CompressionTypes.GZIP;
          const messages = records.map(messageOf);
          await producer.send({ topic, acks: -1, timeout: REPLICAS_WITHIN_MS, compression, messages });
        },
        async close() {
          isNeeded = false;
          await pTimeout(producer.disconnect(), { milliseconds: CLOSE_WITHIN_MS });
        },
      };
    },

    openSession: (parts: SessionParts): Promise<Session> =>
      openSession(
        parts,
        connection(SESSION_RETRY, () => true),
        {
          truncated: (topic, groupId) => ask((client) => truncatedPartitions(client, topic, groupId)),
          log,
          closeQuietly,
        },
      ),

    async close(): Promise<void> {
      open = false;
      if (admin !== undefined) closeQuietly(admin);
    },
  };
}

function fromEntries(entries: readonly { configName: string; configValue: string }[]): TopicConfig {
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

/** Just after topics are created or leaders change, servers contradict each other for a moment. */
async function untilSettled<T>(question: () => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      const passing = error instanceof KafkaJSProtocolError && error.retriable;
      if (!passing || Date.now() + LOOK_EVERY_MS > deadline) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

function messageOf({ key, value, headers }: OutgoingRecord) {
  return {
    key: Buffer.from(key),
    value: value === null ? null : Buffer.from(value.buffer, value.byteOffset, value.length),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
}
