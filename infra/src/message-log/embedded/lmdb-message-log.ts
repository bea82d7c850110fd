import { DomainError } from '../../errors/domain-error.ts';
import { totalWork, type Work } from '../../lmdb/room.ts';
import { Batcher } from '../../process/batcher.ts';
import type { Logger } from '../../process/log.ts';
import { SettingError } from '../../process/server-errors.ts';
import type { MessageLog, OutgoingRecord, TopicDefinition } from '../message-log.ts';
import { openLogEnvironment, written } from './environment.ts';
import { readTopic } from './reader.ts';
import { encodeRecord } from './record-codec.ts';
import { type EncodedRecord, type LmdbTopic, openTopic } from './topic.ts';
import { createTurns } from './turns.ts';

export interface LmdbMessageLogSettings {
  /** Directory of the log; made if it is missing. */
  readonly path: string;
  readonly clock?: () => Date;
  readonly logger?: Logger;
  /** How often records that outlived their topic's retention are removed. */
  readonly purgeEveryMs?: number;
}

interface Append {
  readonly topic: LmdbTopic;
  readonly records: readonly EncodedRecord[];
}

/** Records written in one transaction, which runs on the event loop: a few milliseconds of it. */
const MAX_TRANSACTION_RECORDS = 1_000;
/** Its definition and its three databases. */
const ENTRIES_OF_A_NEW_TOPIC = 4;
const FOLLOW_BATCH = 500;
const PURGE_EVERY_MS = 10 * 60 * 1000;

/** The message log of one machine: one LMDB environment, one partition per topic, one process. */
export async function openLmdbMessageLog(settings: LmdbMessageLogSettings): Promise<MessageLog> {
  const { path, clock = () => new Date(), logger, purgeEveryMs = PURGE_EVERY_MS } = settings;
  const log = await openLogEnvironment(path, logger);
  const { root: environment, room } = log;
  const definitions = environment.openDB<TopicDefinition, string>('topics', { encoding: 'json' });
  const heads = environment.openDB<number, string>('heads', { encoding: 'ordered-binary' });
  const offsets = environment.openDB<number, [string, string]>('offsets', { encoding: 'ordered-binary' });
  const topics = new Map<string, LmdbTopic>();
  for (const { value } of [...definitions.getRange()]) {
    topics.set(value.name, openTopic(log, heads, value));
  }
  const turns = createTurns();
  const closing = new AbortController();
  const readers = new Set<Promise<void>>();
  let purging: Promise<void> = Promise.resolve();

  const transaction = (work: Work, action: () => void) =>
    written(
      room.write(work, () => environment.transaction(action)),
      logger,
    );

  function topicOf(name: string): LmdbTopic {
    const topic = topics.get(name);
    if (topic === undefined) throw new Error(`The message log has no topic ${name}.`);
    return topic;
  }

  /** One transaction, and so one fsync, for everything that was published while the last one ran. */
  const appends = new Batcher<Append, void>({
    async work(group) {
      await transaction(totalWork(group.map(({ topic, records }) => topic.workOf(records))), () => {
        for (const { topic, records } of group) topic.append(records);
      });
      for (const topic of new Set(group.map((append) => append.topic))) topic.publishHead();
      return [];
    },
    capacity: MAX_TRANSACTION_RECORDS,
    weigh: ({ records }) => records.length,
    // Lets everybody who publishes in this turn of the event loop join the transaction.
    gather: () => Promise.resolve(),
  });

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
        await topic.purge(clock(), transaction);
      }
    } catch (error) {
      logger?.error({ err: error }, 'message log cannot remove old records; it tries again later');
    }
  }

  const purgeTimer = setInterval(() => {
    purging = purging.then(purge);
  }, purgeEveryMs);
  purgeTimer.unref();
  purging = purge();

  return {
    async ensureTopics(wanted) {
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
      const opened = room.write(work, async () => {
        await environment.transaction(() => {
          for (const definition of changed) definitions.put(definition.name, definition);
        });
        for (const definition of changed) {
          // Somebody else may have made the topic meanwhile, and its readers wait at that one object.
          const present = topics.get(definition.name);
          if (present === undefined) topics.set(definition.name, openTopic(log, heads, definition));
          else present.redefine(definition);
        }
      });
      await written(opened, logger);
    },

    async publish(name, records) {
      if (closing.signal.aborted) throw new DomainError('UNAVAILABLE');
      const topic = topicOf(name);
      const at = clock().getTime();
      const encoded = records.map((record) => encode(record, at));
      const written: Promise<void>[] = [];
      for (let start = 0; start < encoded.length; start += MAX_TRANSACTION_RECORDS) {
        written.push(appends.add({ topic, records: encoded.slice(start, start + MAX_TRANSACTION_RECORDS) }));
      }
      await Promise.all(written);
    },

    async consume({ topic: name, group, maxRecords, onBatch }) {
      const topic = topicOf(name);
      const key: [string, string] = [name, group];
      const committed = () => offsets.get(key) ?? 0;

      const stop = startReading(async (signal) => {
        const giveBack = await turns.take(JSON.stringify(key), signal);
        if (giveBack === undefined) return;
        await readTopic({
          topic,
          from: committed(),
          maxRecords,
          onBatch,
          onProgress: async (next) => {
            if (next <= committed()) return;
            await written(
              room.write({ entries: 1, bytes: 8 }, () => offsets.put(key, next)),
              logger,
            );
          },
          signal,
          logger,
        });
        giveBack();
      });
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
      // Nobody has to wait for it, and then its rejection concerns nobody.
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

    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      clearInterval(purgeTimer);
      await Promise.all([...readers, appends.idle(), purging]);
      await environment.close();
    },
  };
}

function encode(record: OutgoingRecord, at: number): EncodedRecord {
  const tombstone = record.value === null;
  return { key: record.key, tombstone, erases: tombstone || record.erases === true, bytes: encodeRecord(record, at) };
}
