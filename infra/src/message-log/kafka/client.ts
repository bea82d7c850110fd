import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import kafkajs, { type Admin, type EachBatchPayload, type IHeaders, type RetryOptions } from 'kafkajs';
import pTimeout from 'p-timeout';
import type { Logger } from '../../process/log.ts';
import type { LogRecord, OutgoingRecord } from '../message-log.ts';
import type { CatchingUp } from './catching-up.ts';
import { createKafkaLogLines } from './log-lines.ts';
import type { Sender } from './publisher.ts';
import type { PartitionBatch, Session } from './reader.ts';
import { mendTimers } from './timers.ts';
import type { TopicConfig } from './topics.ts';

// A CommonJS module whose names Node cannot all tell from outside.
const { ConfigResourceTypes, ConfigSource, Kafka, KafkaJSProtocolError, logLevel, Partitioners } = kafkajs;
mendTimers();

export interface KafkaClientSettings {
  readonly brokers: readonly string[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly tls: boolean;
  readonly ca: string | undefined;
  readonly clientId: string;
  readonly log: Logger;
}

export interface NewTopic {
  readonly name: string;
  readonly partitions: number;
  readonly replicationFactor: number;
  readonly config: TopicConfig;
}

export interface PresentConfig {
  /** With the server's defaults. */
  readonly all: TopicConfig;
  /** Set for this topic alone. */
  readonly own: TopicConfig;
}

export interface PartitionEnds {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

export interface SessionParts {
  readonly topic: string;
  readonly groupId: string;
  /** For a follower: tells where to read on, and hears how far the servers have been read. Nothing is committed. */
  readonly catchingUp?: CatchingUp;
  readonly onBatch: (batch: PartitionBatch) => Promise<void>;
}

/** What the message log needs of Kafka. Questions reject with the library's errors, see `explain`. */
export interface KafkaClient {
  /** Resolves when the servers answer. */
  reach(withinMs: number): Promise<void>;
  topics(withinMs: number): Promise<readonly string[]>;
  /** Resolves once every partition has a leader. A topic that somebody else has just made is as good. */
  createTopics(topics: readonly NewTopic[]): Promise<void>;
  configs(topics: readonly string[]): Promise<ReadonlyMap<string, PresentConfig>>;
  /** Gives a topic exactly these settings of its own. */
  setConfig(topic: string, config: TopicConfig): Promise<void>;
  ends(topic: string): Promise<readonly PartitionEnds[]>;
  /** Records after the group's committed offsets, counting those that compaction has taken. */
  lag(topic: string, groupId: string): Promise<number>;
  deleteGroup(groupId: string): Promise<void>;
  /** Connects when it first has something to send. */
  openSender(topic: string): Sender;
  openSession(parts: SessionParts): Promise<Session>;
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 3_000;
const REPLICAS_WITHIN_MS = 10_000;
/** Longer than a server waits for its replicas. */
const REQUEST_WITHIN_MS = 15_000;
const ASK_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;
const KEEP_ALIVE_MS = 30_000;
const SESSION_MS = 15_000;
const HEARTBEAT_MS = 1_000;
/** How long a server may hold a question for records back while there are none; stopping waits as long. */
const FETCH_WAIT_MS = 1_000;
const MAX_PARTITION_BYTES = 4 * 1024 * 1024;
const MAX_FETCH_BYTES = 16 * 1024 * 1024;

const SOON: RetryOptions = { retries: 2, initialRetryTime: 100, maxRetryTime: 300 };
/**
 * A producer that gives up loses its place in the order: what it had on the way
 * might arrive after what its successor sends. So it outlasts any outage, and
 * the publisher tells its callers in time.
 */
const OUTLAST: RetryOptions = { retries: Number.MAX_SAFE_INTEGER, initialRetryTime: 100, maxRetryTime: 1_000 };

/** The one place that knows kafkajs. Nothing connects before it is asked. */
export function createKafkaClient(settings: KafkaClientSettings): KafkaClient {
  const { log } = settings;
  const sayLine = createKafkaLogLines(log);
  let open = true;
  // Whoever opens the log, or wants topics made, is told why that fails.
  let reached = false;
  let makingTopics = false;
  let admin: Promise<Admin> | undefined;

  /** @param reachable false makes even the most patient retry end */
  function connection(retry: RetryOptions, reachable: () => boolean) {
    const sockets = new Map<string, Set<Socket>>();
    const { username, password, mechanism, tls, ca, clientId } = settings;
    const sasl = username === undefined ? {} : { sasl: { mechanism, username, password: password ?? '' } as never };
    const kafka = new Kafka({
      clientId,
      // Without an address the library cannot try again.
      brokers: async () => (open && reachable() ? [...settings.brokers] : []),
      ssl: tls ? (ca === undefined ? {} : { ca: [ca] }) : false,
      ...sasl,
      connectionTimeout: CONNECT_WITHIN_MS,
      authenticationTimeout: CONNECT_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      retry,
      logLevel: logLevel.INFO,
      logCreator: () => (line) => sayLine(line, !reached || makingTopics),
      socketFactory({ host, port, ssl, onConnect }) {
        const name = isIP(host) === 0 ? { servername: host } : {};
        const socket = ssl
          ? connectTls({ host, port, ...name, ...ssl }, onConnect)
          : connect({ host, port }, onConnect);
        socket.setKeepAlive(true, KEEP_ALIVE_MS);
        const address = `${host}:${port}`;
        const others = sockets.get(address) ?? new Set();
        sockets.set(address, others.add(socket));
        socket.once('close', () => others.delete(socket));
        return socket;
      },
    });
    return {
      kafka,
      /** A server that let a request lapse may be gone without a word: the library would wait on the same line. */
      hangUp(address: string) {
        for (const socket of sockets.get(address) ?? []) socket.destroy(new Error('the server does not answer'));
      },
    };
  }

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

  /** Asks by a connection that is kept as long as it works. */
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
    async reach(withinMs) {
      await ask((client) => client.describeCluster(), withinMs);
      reached = true;
    },

    topics: (withinMs) => ask((client) => client.listTopics(), withinMs),

    async createTopics(topics) {
      await ask(async (client) => {
        makingTopics = true;
        try {
          await client.createTopics({
            waitForLeaders: false,
            topics: topics.map(({ name, partitions, replicationFactor, config }) => ({
              topic: name,
              numPartitions: partitions,
              replicationFactor,
              configEntries: entriesOf(config),
            })),
          });
        } finally {
          makingTopics = false;
        }
        const names = topics.map(({ name }) => name);
        while (!(await haveLeaders(client, names))) await sleep(LOOK_EVERY_MS);
      });
    },

    async configs(topics) {
      const { resources } = await ask((client) =>
        client.describeConfigs({
          includeSynonyms: false,
          resources: topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
        }),
      );
      return new Map(
        resources.map(({ resourceName, configEntries }) => {
          const own = configEntries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
          return [resourceName, { all: configOf(configEntries), own: configOf(own) }];
        }),
      );
    },

    async setConfig(topic, config) {
      const resource = { type: ConfigResourceTypes.TOPIC, name: topic, configEntries: entriesOf(config) };
      await ask((client) => client.alterConfigs({ validateOnly: false, resources: [resource] }));
    },

    async ends(topic) {
      const offsets = await ask((client) => client.fetchTopicOffsets(topic));
      return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
    },

    async lag(topic, groupId) {
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

    async deleteGroup(groupId) {
      await ask((client) => client.deleteGroups([groupId]), CLOSE_WITHIN_MS);
    },

    openSender(topic) {
      let wanted = true;
      let connected: Promise<void> | undefined;
      const { kafka, hangUp } = connection(OUTLAST, () => wanted);
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
          await producer.send({ topic, acks: -1, timeout: REPLICAS_WITHIN_MS, messages: records.map(messageOf) });
        },
        async close() {
          wanted = false;
          await pTimeout(producer.disconnect(), { milliseconds: CLOSE_WITHIN_MS });
        },
      };
    },

    async openSession({ topic, groupId, catchingUp, onBatch }) {
      const retry = { ...SOON, restartOnFailure: async () => false };
      const { kafka, hangUp } = connection(retry, () => true);
      const consumer = kafka.consumer({
        groupId,
        allowAutoTopicCreation: false,
        sessionTimeout: SESSION_MS,
        heartbeatInterval: HEARTBEAT_MS,
        maxWaitTimeInMs: FETCH_WAIT_MS,
        maxBytesPerPartition: MAX_PARTITION_BYTES,
        maxBytes: MAX_FETCH_BYTES,
        retry,
      });
      const { CRASH, REQUEST_TIMEOUT, GROUP_JOIN, START_BATCH_PROCESS, END_BATCH_PROCESS, REQUEST, FETCH_START } =
        consumer.events;
      let alive = true;
      const lost = new Promise<Error>((resolve) => {
        consumer.on(CRASH, ({ payload }) => {
          alive = false;
          resolve(payload.error);
        });
      });
      consumer.on(REQUEST_TIMEOUT, ({ payload }) => hangUp(payload.broker));

      if (catchingUp !== undefined) {
        const { servers, leaders } = await ask((client) => leadersOf(client, topic));
        catchingUp.ledBy(leaders);
        // Told in the middle of joining, before the first question for records.
        consumer.on(GROUP_JOIN, ({ payload }) => {
          catchingUp.joined();
          for (const partition of payload.memberAssignment[topic] ?? []) {
            consumer.seek({ topic, partition, offset: String(catchingUp.position(partition)) });
          }
        });
        consumer.on(START_BATCH_PROCESS, () => catchingUp.busy());
        consumer.on(END_BATCH_PROCESS, ({ payload }) => {
          // Nothing but marks of transactions: for nobody to handle.
          if (payload.batchSize === 0) catchingUp.handled(payload.partition, Number(payload.lastOffset) + 1);
        });
        consumer.on(REQUEST, ({ payload }) => {
          const server = servers.get(payload.broker);
          if (payload.apiName === 'Fetch' && server !== undefined) catchingUp.answered(server);
        });
        consumer.on(FETCH_START, ({ payload }) => catchingUp.asking(Number(payload.nodeId)));
      }

      async function close(): Promise<void> {
        alive = false;
        await pTimeout(consumer.disconnect(), { milliseconds: CLOSE_WITHIN_MS });
      }
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [topic], fromBeginning: true });
        await consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          eachBatch: (payload) => onBatch(batchOf(payload, () => alive, catchingUp)),
        });
      } catch (error) {
        closeQuietly(Promise.resolve(consumer));
        throw error;
      }
      return { lost, close };
    },

    async close() {
      open = false;
      if (admin !== undefined) closeQuietly(admin);
    },
  };
}

/** Just after topics are made or leaders change, servers contradict each other for a moment. */
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

function batchOf(
  { batch, resolveOffset, commitOffsetsIfNecessary, heartbeat, isRunning, isStale }: EachBatchPayload,
  alive: () => boolean,
  catchingUp: CatchingUp | undefined,
): PartitionBatch {
  const { topic, partition } = batch;
  return {
    partition,
    records: batch.messages.map(
      ({ key, value, headers, offset, timestamp }): LogRecord => ({
        topic,
        partition,
        offset: Number(offset),
        key: key?.toString() ?? '',
        value: value === null ? null : new Uint8Array(value.buffer, value.byteOffset, value.length),
        headers: textsOf(headers),
        at: new Date(Number(timestamp)),
      }),
    ),
    next: Number(batch.lastOffset()) + 1,
    current: () => alive() && isRunning() && !isStale(),
    heartbeat,
    async handled(next) {
      resolveOffset(String(next - 1));
      if (catchingUp !== undefined) return catchingUp.handled(partition, next);
      await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: String(next) }] }] });
    },
  };
}

function textsOf(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}

function messageOf({ key, value, headers }: OutgoingRecord) {
  return {
    key: Buffer.from(key),
    value: value === null ? null : Buffer.from(value.buffer, value.byteOffset, value.length),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
}

async function haveLeaders(client: Admin, names: readonly string[]): Promise<boolean> {
  const present = new Set(await client.listTopics());
  if (!names.every((name) => present.has(name))) return false;
  const { topics } = await client.fetchTopicMetadata({ topics: [...names] });
  return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
}

/** Servers by address, and each partition's by its number. */
async function leadersOf(client: Admin, topic: string) {
  const [{ brokers }, { topics }] = await Promise.all([
    client.describeCluster(),
    client.fetchTopicMetadata({ topics: [topic] }),
  ]);
  const partitions = topics.flatMap((described) => described.partitions);
  return {
    servers: new Map(brokers.map(({ nodeId, host, port }) => [`${host}:${port}`, nodeId])),
    leaders: new Map(partitions.map(({ partitionId, leader }) => [partitionId, leader])),
  };
}

function configOf(entries: readonly { configName: string; configValue: string }[]): TopicConfig {
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

function entriesOf(config: TopicConfig) {
  return Object.entries(config).map(([name, value]) => ({ name, value }));
}
