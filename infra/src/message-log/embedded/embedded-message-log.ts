import { join } from 'node:path';
import pLimit from 'p-limit';
import { DomainError } from '../../errors/domain-error.ts';
import type { Logger } from '../../process/observability/log.ts';
import { OperatorError, SettingError } from '../../process/settings/server-errors.ts';
import { DATABASE_FILE, type Database, openDatabase } from '../../sqlite/database.ts';
import type { MessageLog, TopicDefinition } from '../message-log.ts';
import { openCompactedTopic } from './compacted-topic.ts';
import { readTopic } from './reader.ts';
import { SegmentedTopic, type SegmentSizes } from './segments/segmented-topic.ts';
import { LOG_TABLES, OFFSETS, type OffsetRow, TOPICS, type TopicRow } from './sqlite-tables.ts';
import type { Topic } from './topic.ts';
import { createTurns } from './turns.ts';
import { written } from './written.ts';

export interface EmbeddedMessageLogSettings {
  /** Directory of the log; created if missing. */
  readonly path: string;
  /** Holds compacted topics and group offsets, and is closed by its opener; by default one of its own in `path`. */
  readonly database?: Database;
  readonly clock?: () => Date;
  readonly logger?: Logger;
  /** Called with a sentence that names a damaged file. */
  readonly onDamage?: (sentence: string) => void;
  /** How often records older than their topic's retention are removed. */
  readonly purgeEveryMs?: number;
  readonly segmentSizes?: SegmentSizes;
}

const FOLLOW_BATCH = 500;
const PURGE_EVERY_MS = 10 * 60 * 1000;

/** Directory of a topic's segments. */
export function segmentsOf(path: string, topic: string): string {
  return join(path, 'topics', topic);
}

/**
 * Message log of a single machine: one process, one partition per topic. A database holds compacted topics and group
 * offsets; segments hold topics with a retention time.
 */
export async function openEmbeddedMessageLog(settings: EmbeddedMessageLogSettings): Promise<MessageLog> {
  const { path, clock = () => new Date(), logger, onDamage, purgeEveryMs = PURGE_EVERY_MS, segmentSizes } = settings;
  const database = settings.database ?? (await openOwnDatabase(path, logger));
  await database.ensureTables(LOG_TABLES);
  const { reader } = database;
  const topics = new Map<string, Topic>();
  const takeTurn = createTurns();
  const inTurn = pLimit(1);
  const closing = new AbortController();
  const readers = new Set<Promise<void>>();
  let purging: Promise<void> = Promise.resolve();

  const write: Database['write'] = (...parts) => written(database.write(...parts), logger);

  function topicOf(name: string): Topic {
    const topic = topics.get(name);
    if (topic === undefined) throw new Error(`The message log has no topic ${name}.`);
    return topic;
  }

  async function openTopic(definition: TopicDefinition): Promise<Topic> {
    if (definition.cleanup === 'compact') {
      return openCompactedTopic({ database, definition, write, clock });
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

  async function ensureTopics(definitions: readonly TopicDefinition[]): Promise<void> {
    const changed = definitions.filter((definition) => isNewOrChanged(definition, topics.get(definition.name)));
    if (changed.length === 0) return;
    await write('defineTopics', changed);
    for (const definition of changed) {
      const present = topics.get(definition.name);
      if (present !== undefined) present.redefine(definition);
      else topics.set(definition.name, await openTopic(definition));
    }
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
    for (const [name, definition] of reader.rows<TopicRow>(`SELECT * FROM ${TOPICS} ORDER BY name`)) {
      topics.set(name, await openTopic(JSON.parse(definition)));
    }
  } catch (error) {
    if (settings.database === undefined) await database.close();
    throw error;
  }

  const purgeTimer = setInterval(() => {
    purging = purging.then(purge);
  }, purgeEveryMs);
  purgeTimer.unref();
  purging = purge();

  return {
    ensureTopics: (definitions) => inTurn(() => ensureTopics(definitions)),

    async publish(name, records) {
      if (closing.signal.aborted) throw new DomainError('UNAVAILABLE');
      await topicOf(name).append(records);
    },

    async consume({ topic: name, group, maxRecords, onBatch }) {
      const topic = topicOf(name);
      const sql = `SELECT * FROM ${OFFSETS} WHERE topic = ? AND reader = ?`;
      const committed = () => reader.row<OffsetRow>(sql, name, group)?.[2] ?? 0;

      const read = (signal: AbortSignal) =>
        readTopic({
          topic,
          from: committed(),
          maxRecords,
          onBatch,
          onProgress: async (next) => {
            if (next <= committed()) return;
            await write('saveOffset', { topic: name, group, next });
          },
          signal,
          logger,
        });
      const stop = startReading((signal) => takeTurn(JSON.stringify([name, group]), signal, () => read(signal)));
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
      if (settings.database === undefined) await database.close();
    },
  };
}

/** @throws SettingError if the topic exists with another cleanup */
function isNewOrChanged({ name, cleanup, retentionMs }: TopicDefinition, topic: Topic | undefined): boolean {
  const present = topic?.definition();
  if (present !== undefined && present.cleanup !== cleanup) {
    throw new SettingError(name, `the topic exists with cleanup ${present.cleanup}, not ${cleanup}.`);
  }
  return present === undefined || present.retentionMs !== retentionMs;
}

async function openOwnDatabase(path: string, log: Logger | undefined): Promise<Database> {
  try {
    return await openDatabase({ file: join(path, DATABASE_FILE), log });
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The message log in ${path} cannot be opened: ${reason}.`, { cause });
  }
}
