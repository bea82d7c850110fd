import { randomUUID, X509Certificate } from 'node:crypto';
import type { Checked } from '../../adapters/standing-servers.ts';
import { DomainError, unavailable } from '../../errors/domain-error.ts';
import type { Logger } from '../../process/observability/log.ts';
import { SettingError } from '../../process/settings/server-errors.ts';
import type { FollowOptions, MessageLog, TopicDefinition } from '../message-log.ts';
import { createCatchingUp, type PartitionSpan } from './catching-up.ts';
import { createKafkaClient } from './client.ts';
import type { KafkaClientSettings } from './connection.ts';
import { explain, isRefusal } from './errors.ts';
import { withTopicPrefix } from './prefixed-topics.ts';
import { createKafkaPublisher } from './publisher.ts';
import { type KafkaReaderParts, startReading } from './reader.ts';
import { changesOf, configOf, problemOf, toEntries } from './topics.ts';

export interface KafkaMessageLogSettings {
  /** Addresses as `host:port`; one that answers is enough. */
  readonly brokers: readonly string[];
  readonly username?: string;
  readonly password?: string;
  /** Default: `scram-sha-512`. */
  readonly mechanism?: KafkaClientSettings['mechanism'];
  readonly tls?: boolean;
  /** PEM certificate of the servers' certificate authority; implies TLS. */
  readonly ca?: string;
  /** Number of partitions of topics that this log creates. */
  readonly partitions: number;
  readonly replicationFactor: number;
  /** Name of this process in the servers' logs and quotas. */
  readonly clientId?: string;
  /** Prefix of all topic names, for several products on one cluster. */
  readonly prefix?: string;
  readonly log: Logger;
}

export type KafkaMessageLog = MessageLog & Checked;

const OPEN_WITHIN_MS = 5_000;
const CHECK_WITHIN_MS = 2_000;
const PUBLISH_WITHIN_MS = 10_000;
const FOLLOW_BATCH = 500;
/** Prefix of all groups of the product, so that one access rule covers them. */
const GROUP_PREFIX = 'volant';

/**
 * The message log of a cluster. Makes one attempt to connect; after that, all connections reconnect by themselves.
 * @throws SettingError if a setting must be changed
 * @throws ServerUnreachable if no server answers
 */
export async function openKafkaMessageLog(settings: KafkaMessageLogSettings): Promise<KafkaMessageLog> {
  const { brokers, partitions, replicationFactor, username, password, ca, log: logger } = settings;
  const { mechanism = 'scram-sha-512', tls = ca !== undefined, clientId = 'volant', prefix } = settings;
  const given = { brokers, username, mechanism, tls };
  checkCertificate(ca);
  const client = createKafkaClient({ ...given, password, ca, clientId, log: logger });
  const publisher = createKafkaPublisher({ openSender: client.openSender, isRefusal, logger });
  const stops = new Set<() => Promise<void>>();
  const known = new Set<string>();
  let closing = false;

  /** Errors at startup name the setting to change or the server to wait for. */
  async function starting<T>(question: Promise<T>): Promise<T> {
    try {
      return await question;
    } catch (error) {
      throw error instanceof SettingError ? error : explain(error, given);
    }
  }

  /** Outages at run time become UNAVAILABLE. */
  async function running<T>(question: Promise<T>): Promise<T> {
    try {
      return await starting(question);
    } catch (error) {
      if (error instanceof SettingError) throw error;
      throw unavailable(error);
    }
  }

  async function needTopic(name: string, withinMs = PUBLISH_WITHIN_MS): Promise<void> {
    if (closing) throw new DomainError('UNAVAILABLE');
    if (known.has(name)) return;
    for (const topic of await running(client.topics(withinMs))) known.add(topic);
    if (!known.has(name)) throw new Error(`Kafka has no topic ${name}.`);
  }

  async function createMissing(definitions: readonly TopicDefinition[]): Promise<void> {
    const present = new Set(await client.topics(OPEN_WITHIN_MS));
    const missing = definitions.filter(({ name }) => !present.has(name));
    if (missing.length === 0) return;
    await client.createTopics(
      missing.map((definition) => ({
        topic: definition.name,
        numPartitions: partitions,
        replicationFactor,
        configEntries: toEntries(configOf(definition, replicationFactor)),
      })),
    );
  }

  async function checkAndAdjust(definitions: readonly TopicDefinition[]): Promise<void> {
    const configs = await client.configs(definitions.map(({ name }) => name));
    for (const definition of definitions) {
      const { name } = definition;
      const config = configs.get(name);
      if (config === undefined) throw new Error(`Kafka says nothing about topic ${name}.`);
      const problem = problemOf(definition, config.all);
      if (problem !== undefined) throw new SettingError(name, problem);
      const changes = changesOf(definition, config.all);
      if (Object.keys(changes).length > 0) {
        logger.info({ topic: name, changes }, 'topic gets other settings');
        await client.setConfig(name, { ...config.own, ...changes });
      }
      known.add(name);
    }
  }

  function read(parts: Omit<KafkaReaderParts, 'logger'>, onStopped = async () => {}): () => Promise<void> {
    const stopReading = startReading({ ...parts, logger });
    const stop = async () => {
      await stopReading();
      await onStopped();
      stops.delete(stop);
    };
    stops.add(stop);
    return stop;
  }

  try {
    await starting(client.reach(OPEN_WITHIN_MS));
  } catch (error) {
    await client.close();
    throw error;
  }

  const opened: KafkaMessageLog = {
    check: async () => void (await starting(client.reach(CHECK_WITHIN_MS))),

    async ensureTopics(definitions) {
      await starting(createMissing(definitions).then(() => checkAndAdjust(definitions)));
    },

    async publish(topic, records, { deadlineMs = PUBLISH_WITHIN_MS } = {}) {
      await needTopic(topic, deadlineMs);
      if (records.length > 0) await publisher.publish(topic, records, deadlineMs);
    },

    async consume({ topic, group, maxRecords, onBatch }) {
      await needTopic(topic);
      const groupId = `${GROUP_PREFIX}.${topic}.${group}`;
      const stop = read({
        topic,
        maxRecords,
        onBatch,
        openSession: (handle) => client.openSession({ topic, groupId, onBatch: handle }),
      });
      return { lag: () => running(client.lag(topic, groupId)), stop };
    },

    async follow({ topic, from, onBatch }) {
      await needTopic(topic);
      const catchingUp = createCatchingUp(await spansOf(topic, from));
      const groupId = `${GROUP_PREFIX}.${topic}.follow.${randomUUID()}`;
      let giveUp = () => {};
      const stopped = new Promise<never>((_, reject) => {
        giveUp = () => reject(new Error(`Following ${topic} was stopped before it had caught up.`));
      });
      const caughtUp = Promise.race([catchingUp.done, stopped]);
      // Callers need not await caughtUp, and then its rejection must not count as unhandled.
      caughtUp.catch(() => {});
      const stop = read(
        {
          topic,
          maxRecords: FOLLOW_BATCH,
          onBatch,
          openSession: (handle) => client.openSession({ topic, groupId, catchingUp, onBatch: handle }),
        },
        async () => {
          giveUp();
          await client.deleteGroup(groupId).catch((error: unknown) => {
            // The servers delete an empty group without offsets by themselves.
            logger.debug({ err: error, topic }, 'the group of a follower cannot be deleted');
          });
        },
      );
      return { caughtUp, stop };
    },

    async behind(topic, from) {
      const spans = await spansOf(topic, from);
      return spans.reduce((sum, span) => sum + span.end - span.from, 0);
    },

    identity: () => running(client.reach(CHECK_WITHIN_MS)),

    async close() {
      if (closing) return;
      closing = true;
      await Promise.all([...[...stops].map((stop) => stop()), publisher.close()]);
      await client.close();
    },
  };
  return prefix === undefined ? opened : withTopicPrefix(opened, prefix);

  /** Per partition, the offset to start at and the offset at which it counts as caught up. */
  async function spansOf(topic: string, from: FollowOptions['from']): Promise<readonly PartitionSpan[]> {
    const spans: PartitionSpan[] = [];
    for (const { partition, low, high } of await running(client.ends(topic))) {
      const start = typeof from === 'function' ? await from(partition) : (from[partition] ?? 0);
      if (start > high) logger.warn({ topic, partition, start, high }, 'topic was made anew, following from its start');
      spans.push({ partition, from: start > high ? low : Math.max(low, start), end: high });
    }
    return spans;
  }
}

function checkCertificate(ca: string | undefined): void {
  if (ca === undefined) return;
  try {
    new X509Certificate(ca);
  } catch (cause) {
    throw new SettingError('VOLANT_KAFKA_TLS_CA_FILE', 'holds no certificate in PEM format.', { cause });
  }
}
