import { join } from 'node:path';
import pLimit from 'p-limit';
import { DomainError } from '../../errors/domain-error.ts';
import type { CheckedFiles } from '../../lmdb/checked-files.ts';
import { LmdbWriter } from '../../lmdb/writer.ts';
import type { Logger } from '../../process/observability/log.ts';
import { SettingError } from '../../process/settings/server-errors.ts';
import type { MessageLog, TopicDefinition } from '../message-log.ts';
import { openCompactedTopic } from './compacted-topic.ts';
import { openLogEnvironment, type Write, written } from './environment.ts';
import { readTopic } from './reader.ts';
import { SegmentedTopic, type SegmentSizes } from './segments/segmented-topic.ts';
import type { Topic } from './topic.ts';
import { createTurns } from './turns.ts';

export interface EmbeddedMessageLogSettings {
  /** Directory of the log; created if missing. */
  readonly path: string;
  readonly clock?: () => Date;
  readonly logger?: Logger;
  /** Called with a sentence that names a damaged file. */
  readonly onDamage?: (sentence: string) => void;
  /** Keeps checksums of the pages of its LMDB file. */
  readonly files?: CheckedFiles;
  /** How often records older than their topic's retention are removed. */
  readonly purgeEveryMs?: number;
  readonly segmentSizes?: SegmentSizes;
}

/** Its definition and its three databases. */
const ENTRIES_OF_A_NEW_TOPIC = 4;
const FOLLOW_BATCH = 500;
const PURGE_EVERY_MS = 10 * 60 * 1000;

/** Directory of a topic's segments. */
export function segmentsOf(path: string, topic: string): string {
  return join(path, 'topics', topic);
}

/**
 * Message log of a single machine: one process, one partition per topic. One LMDB environment holds compacted topics
 * and group offsets; segments hold topics with a retention time.
 */
export async function openEmbeddedMessageLog(settings: EmbeddedMessageLogSettings): Promise<MessageLog> {
  const { path, clock = () => new Date(), logger, onDamage, purgeEveryMs = PURGE_EVERY_MS, segmentSizes } = settings;
  const log = await openLogEnvironment(path, logger, settings.files);
  const { root: environment, room } = log;
  const definitions = environment.openDB<TopicDefinition, string>('topics', { encoding: 'json' });
  const heads = environment.openDB<number, string>('heads', { encoding: 'ordered-binary' });
  const offsets = environment.openDB<number, [string, string]>('offsets', { encoding: 'ordered-binary' });
  const topics = new Map<string, Topic>();
  const takeTurn = createTurns();
  const inTurn = pLimit(1);
  const closing = new AbortController();
  const readers = new Set<Promise<void>>();
  let purging: Promise<void> = Promise.resolve();

  const writer = new LmdbWriter(environment, room);
  const write: Write = (work, apply) => written(writer.apply(work, apply), logger);

  function topicOf(name: string): Topic {
    const topic = topics.get(name);
    if (topic === undefined) throw new Error(`The message log has no topic ${name}.`);
    return topic;
  }

  async function openTopic(definition: TopicDefinition): Promise<Topic> {
    if (definition.cleanup === 'compact') {
      return openCompactedTopic({ environment: log, heads, definition, write, clock });
    }
    return SegmentedTopic.open({
      directory: segmentsOf(path, definition.name),
      definition,
      clock,
      logger,
      onDamage,
      ...(segmentSizes === undefined ? {} : { sizes: segmentSizes }),
    });
  }

  async function ensureTopics(wanted: readonly TopicDefinition[]): Promise<void> {
    const changed: TopicDefinition[] = [];
    for (const definition of wanted) {
      const { name, cleanup, retentionMs } = definition;
      const present = topics.get(name)?.definition();
      if (present !== undefined && present.cleanup !== cleanup) {
        throw new SettingError(name, `the topic exists with cleanup ${present.cleanup}, wanted is ${cleanup}.`);
      }
      if (present === undefined || present.retentionMs !== retentionMs) changed.push(definition);
    }
    if (changed.length === 0) return;
    const work = { entries: changed.length * ENTRIES_OF_A_NEW_TOPIC, bytes: changed.length * 1_000 };
    await write(work, () => {
      for (const definition of changed) definitions.putSync(definition.name, definition);
    });
    const opened = room.write(work, async () => {
      for (const definition of changed) {
        const present = topics.get(definition.name);
        if (present !== undefined) present.redefine(definition);
        else topics.set(definition.name, await openTopic(definition));
      }
    });
    await written(opened, logger);
  }

  function startReading(run: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
    if (closing.signal.aborted) throw new DomainError('UNAVAILABLE');
    const stopping = new AbortController();
    const running = run(AbortSignal.any([stopping.signal, closing.signal]));
    readers.add(running);
    running.then(() => readers.delete(running));
    return () => {
      stopping.abort();
      return running;
    };
  }

  async function purge(): Promise<void> {
    try {
      for (const topic of topics.values()) {
        if (closing.signal.aborted) return;
        await topic.purge(clock());
      }
    } catch (error) {
      logger?.error({ err: error }, 'message log cannot remove old records; it tries again later');
    }
  }

  try {
    for (const { value } of [...definitions.getRange()]) topics.set(value.name, await openTopic(value));
  } catch (error) {
    await log.close();
    throw error;
  }

  const purgeTimer = setInterval(() => {
    purging = purging.then(purge);
  }, purgeEveryMs);
  purgeTimer.unref();
  purging = purge();

  return {
    ensureTopics: (wanted) => inTurn(() => ensureTopics(wanted)),

    async publish(name, records) {
      if (closing.signal.aborted) throw new DomainError('UNAVAILABLE');
      await topicOf(name).append(records);
    },

    async consume({ topic: name, group, maxRecords, onBatch }) {
      const topic = topicOf(name);
      const key: [string, string] = [name, group];
      const committed = () => offsets.get(key) ?? 0;

      const read = (signal: AbortSignal) =>
        readTopic({
          topic,
          from: committed(),
          maxRecords,
          onBatch,
          onProgress: async (next) => {
            if (next <= committed()) return;
            await write({ entries: 1, bytes: 8 }, () => void offsets.putSync(key, next));
          },
          signal,
          logger,
        });
      const stop = startReading((signal) => takeTurn(JSON.stringify(key), signal, () => read(signal)));
      return { lag: async () => topic.count(committed()), stop };
    },

    behind: async (name, from) => topicOf(name).count(await from(0)),

    async follow({ topic: name, from, onBatch }) {
      const topic = topicOf(name);
      const target = topic.head();
      const first = typeof from === 'function' ? await from(0) : (from[0] ?? 0);
      let resolve = () => {};
      let reject = (_reason: Error) => {};
      const caughtUp = new Promise<void>((onResolve, onReject) => {
        resolve = onResolve;
        reject = onReject;
      });
      // Callers need not await caughtUp, and then its rejection must not count as unhandled.
      caughtUp.catch(() => {});

      const stop = startReading(async (signal) => {
        await readTopic({
          topic,
          from: first,
          maxRecords: FOLLOW_BATCH,
          onBatch,
          onProgress: (next) => {
            if (next >= target) resolve();
          },
          signal,
          logger,
        });
        reject(new Error(`Following ${name} was stopped before it had caught up.`));
      });
      return { caughtUp, stop };
    },

    identity: async () => 'embedded',

    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      clearInterval(purgeTimer);
      await Promise.all([...readers, purging]);
      for (const topic of topics.values()) await topic.close();
      await writer.close();
      await log.close();
    },
  };
}
