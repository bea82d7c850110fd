import type { AnalyticsDatabase } from '../analytics-database/analytics-database.ts';
import type { Cache } from '../cache/cache.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { refuseUnfinishedImport } from '../event-store/unfinished-import.ts';
import type { Leases } from '../lease/lease.ts';
import { WriteGate } from '../lmdb/write-gate.ts';
import type { Mail } from '../mail/mail.ts';
import type { MessageLog } from '../message-log/message-log.ts';
import { ALL_TOPICS } from '../message-log/topics.ts';
import type { MongoConnection } from '../mongo/connection.ts';
import type { SeesToIndexes } from '../mongo/indexes.ts';
import type { Objects } from '../objects/objects.ts';
import type { Logger } from '../process/observability/log.ts';
import type { ServerSettings } from '../process/settings/server-settings.ts';
import type { SavedViews } from '../views/saved-views.ts';
import type { ViewSaverParts } from '../views/view-saver.ts';
import type { ViewDefinition, ViewStore } from '../views/view-store.ts';
import { createStandingServers, type Opened, type StandingServer } from './standing-servers.ts';

export interface AdaptersParts {
  readonly servers: ServerSettings;
  /** Path of an embedded adapter's data directory, by its name. */
  readonly below: (name: string) => string;
  readonly log: Logger;
  /** Aborts waiting for servers. */
  readonly signal: AbortSignal;
  /** Also opens stores with an unfinished import; only for the import that continues it. */
  readonly importing?: boolean;
  /** Directory of this process's copies of topics; without it, they are in memory. */
  readonly copies?: string | undefined;
  /** Saved views to load views in memory from, and where to save them; without it, views in memory start empty. */
  readonly savedViews?: SavedViews;
  /**
   * Opens without servers that do not answer yet, and uses them once they do; by default it waits for them. MongoDB is
   * always waited for.
   */
  readonly opensWithout?: boolean;
  /** How to treat missing MongoDB indexes; defaults to `run`. */
  readonly migrations?: Migrations;
}

/**
 * `run`: create missing indexes and tables when a server is opened. `await`: wait until `npm run migrate` has created
 * them.
 */
export type Migrations = 'run' | 'await';

/**
 * The ports, with the adapters the environment selects. Each is opened on first use and then reused; adapters that are
 * not used are not even loaded.
 */
export interface Adapters {
  /** Event store of one service; no other service reads or writes it. */
  eventStore(owner: string): Promise<EventStore>;
  /** View store of one service. */
  viewStore(owner: string): Promise<ViewStore>;
  /**
   * Store of this process alone for one view of a topic, even if the other stores are on servers: a copy on its disk if
   * it has a directory for that, otherwise in memory. Do not use it beside the embedded `viewStore` of the same owner.
   */
  ownView(owner: string, definition: ViewDefinition): Promise<ViewStore>;
  /**
   * Creates the indexes of an owner's stores on MongoDB; does nothing without MongoDB.
   * @returns names of the indexes that were missing
   */
  makeIndexes(owner: string, needed: IndexesNeeded): Promise<readonly string[]>;
  /**
   * Leases for work that only one process of a service may do at a time. Undefined for the embedded store, which admits
   * a single process anyway.
   */
  leases(owner: string): Promise<Leases | undefined>;
  /** Message log with all topics created. */
  messageLog(): Promise<MessageLog>;
  cache(): Promise<Cache>;
  objects(): Promise<Objects>;
  mail(): Promise<Mail>;
  analyticsDatabase(): Promise<AnalyticsDatabase>;
  /** Hold back writes to the event stores, and deletions of embedded objects. */
  readonly gates: { readonly writes: WriteGate; readonly deletions: WriteGate };
  /** Sentences that name damaged files of the embedded message log found so far. */
  damages(): readonly string[];
  /** The real servers requested so far, whether they answer or not. */
  servers(): readonly StandingServer[];
  close(): Promise<void>;
}

export interface IndexesNeeded {
  readonly eventStore: boolean;
  readonly views: readonly ViewDefinition[];
}

const DEVELOPMENT_SENDER = 'Volant <volant@localhost>';

/**
 * Single place that chooses between a real server and its embedded counterpart: a configured address selects the
 * server.
 */
export function createAdapters(parts: AdaptersParts): Adapters {
  const { servers, below, log, signal, importing = false, savedViews, migrations = 'run' } = parts;
  const { opensWithout = false, copies } = parts;
  const standing = createStandingServers(log, signal);
  const known = new Map<string, Promise<unknown>>();
  const damages = new Set<string>();
  const gates = { writes: new WriteGate(), deletions: new WriteGate() };

  function once<T>(name: string, open: () => Promise<T>): Promise<T> {
    const promise = (known.get(name) as Promise<T> | undefined) ?? open();
    known.set(name, promise);
    return promise;
  }

  /** Opens a server, or what stands in for it until it answers. */
  async function openOrLater<Port, T extends Port & Opened>(
    name: string,
    open: () => Promise<T>,
    later: (current: () => Port) => Port,
  ): Promise<Port> {
    return opensWithout ? later(await standing.openMeanwhile(name, open)) : standing.open(name, open);
  }

  /** One connection per owner, shared by its stores; undefined without MongoDB. */
  function mongo(owner: string): Promise<MongoConnection | undefined> {
    return once(`database of ${owner}`, async () => {
      if (servers.mongodb === undefined) return undefined;
      const { databasePrefix, ...server } = servers.mongodb;
      const { openMongo } = await import('../mongo/connection.ts');
      return standing.open('MongoDB', () => openMongo({ ...server, database: `${databasePrefix}_${owner}`, log }));
    });
  }

  function messageLog(): Promise<MessageLog> {
    return once('message log', async () => {
      const { kafka } = servers;
      if (kafka !== undefined) {
        const { openKafkaMessageLog } = await import('../message-log/kafka/kafka-message-log.ts');
        const { messageLogWhenOpened } = await import('./when-opened.ts');
        const open = async () => {
          const shared = await openKafkaMessageLog({ ...kafka, log });
          await shared.ensureTopics(ALL_TOPICS).catch(async (error: unknown) => {
            await shared.close();
            throw error;
          });
          return shared;
        };
        return openOrLater('Kafka', open, messageLogWhenOpened);
      }
      const { openEmbeddedMessageLog } = await import('../message-log/embedded/embedded-message-log.ts');
      const onDamage = (sentence: string) => void damages.add(sentence);
      const messageLog = standing.keep(await openEmbeddedMessageLog({ path: below('log'), logger: log, onDamage }));
      await messageLog.ensureTopics(ALL_TOPICS);
      return messageLog;
    });
  }

  /** Loads the saved views and saves them again for the next start. */
  function memoryViews(owner: string): Promise<ViewStore> {
    return once(`views of ${owner} in memory`, async () => {
      const { createMemoryViewStore } = await import('../views/memory-view-store.ts');
      if (savedViews === undefined) return standing.keep(createMemoryViewStore());
      const counted = await (await messageLog()).identity();
      const saved = await savedViews.take(owner, counted).catch((error: unknown) => {
        log.warn({ err: error, owner }, 'saved views cannot be read, and are made anew');
        return undefined;
      });
      const store = createMemoryViewStore(saved);
      const { startViewSaver } = await import('../views/view-saver.ts');
      const keep: ViewSaverParts['keep'] = (views) => savedViews.keep(owner, counted, views);
      const saver = startViewSaver({ store, keep, owner, log });
      standing.keep({
        async close() {
          await saver.end();
          await store.close();
        },
      });
      return store;
    });
  }

  /** Empty in `run` mode, in which the stores create their indexes themselves. */
  async function indexes(): Promise<{ readonly seeToIndexes?: SeesToIndexes }> {
    if (migrations === 'run') return {};
    const { indexesMade } = await import('../mongo/indexes.ts');
    return { seeToIndexes: (models) => indexesMade(models, log, signal) };
  }

  return {
    eventStore: (owner) =>
      once(`event store of ${owner}`, async () => {
        const connection = await mongo(owner);
        if (connection !== undefined) {
          const { openMongoEventStore } = await import('../event-store/mongo-event-store.ts');
          const parts = { connection, log, gate: gates.writes, ...(await indexes()) };
          const store = standing.keep(await openMongoEventStore(parts));
          if (!importing) await refuseUnfinishedImport(store, 'VOLANT_MONGODB_URL');
          return store;
        }
        const { openLmdbEventStore } = await import('../event-store/lmdb-event-store.ts');
        const store = standing.keep(await openLmdbEventStore({ path: below(owner), log, gate: gates.writes }));
        if (!importing) await refuseUnfinishedImport(store, 'VOLANT_DATA_DIR');
        return store;
      }),

    viewStore: (owner) =>
      once(`view store of ${owner}`, async () => {
        const connection = await mongo(owner);
        if (connection !== undefined) {
          const { openMongoViewStore } = await import('../views/mongo-view-store.ts');
          return standing.keep(await openMongoViewStore({ connection, log, ...(await indexes()) }));
        }
        return memoryViews(owner);
      }),

    ownView(owner, definition) {
      if (copies === undefined) return memoryViews(owner);
      return once(`copy of ${definition.name}`, async () => {
        const { openCopiedViewStore } = await import('../views/copied-view-store.ts');
        return standing.keep(await openCopiedViewStore({ directory: copies, definition, log }));
      });
    },

    async makeIndexes(owner, { eventStore, views }) {
      const connection = await mongo(owner);
      if (connection === undefined) return [];
      const { makeIndexes } = await import('../mongo/indexes.ts');
      const { eventStoreModels } = await import('../event-store/mongo-event-store.ts');
      const { viewModels } = await import('../views/mongo-view-store.ts');
      const models = [...(eventStore ? eventStoreModels(connection) : []), ...viewModels(connection, views)];
      return (await makeIndexes(models)).map((name) => `${owner}.${name}`);
    },

    leases: (owner) =>
      once(`leases of ${owner}`, async () => {
        const connection = await mongo(owner);
        if (connection === undefined) return undefined;
        const { createMongoLeases } = await import('../lease/mongo-leases.ts');
        return standing.keep(createMongoLeases({ connection, log }));
      }),

    messageLog,

    cache: () =>
      once('cache', async () => {
        const { redis } = servers;
        if (redis !== undefined) {
          const { openRedisCache } = await import('../cache/redis-cache.ts');
          return standing.open('Redis', () => openRedisCache({ ...redis, opensWithout, log }));
        }
        const { createMemoryCache } = await import('../cache/memory-cache.ts');
        return standing.keep(createMemoryCache());
      }),

    objects: () =>
      once('objects', async () => {
        const { s3 } = servers;
        if (s3 !== undefined) {
          const { openS3Objects } = await import('../objects/s3-objects.ts');
          const { objectsWhenOpened } = await import('./when-opened.ts');
          return openOrLater('S3', () => openS3Objects({ ...s3, log }), objectsWhenOpened);
        }
        const { openFileObjects } = await import('../objects/file-objects.ts');
        const files = standing.keep(await openFileObjects({ path: below('objects') }));
        return { ...files, delete: (key) => gates.deletions.pass(() => files.delete(key)) };
      }),

    mail: () =>
      once('mail', async () => {
        const { smtp, mailFrom: from = DEVELOPMENT_SENDER } = servers;
        if (smtp !== undefined) {
          const { openSmtpMail } = await import('../mail/smtp-mail.ts');
          const { mailWhenOpened } = await import('../mail/mail-when-opened.ts');
          const current = await standing.openMeanwhile('SMTP', () => openSmtpMail({ ...smtp, from, log }));
          return mailWhenOpened(current);
        }
        const { openFileMail } = await import('../mail/file-mail.ts');
        return standing.keep(await openFileMail({ path: below('mail'), from }));
      }),

    analyticsDatabase: () =>
      once('analytics database', async () => {
        const { clickhouse } = servers;
        if (clickhouse !== undefined) {
          const { openClickHouse } = await import('../analytics-database/clickhouse.ts');
          const { databaseWhenOpened } = await import('./when-opened.ts');
          const open = () => openClickHouse({ ...clickhouse, log });
          return openOrLater('ClickHouse', open, (current) => databaseWhenOpened(current, clickhouse));
        }
        const { openChdb } = await import('../analytics-database/chdb.ts');
        return standing.keep(await openChdb({ path: below('clickhouse'), database: 'volant' }));
      }),

    damages: () => [...damages],
    gates,
    servers: () => standing.list(),
    close: () => standing.close(),
  };
}
