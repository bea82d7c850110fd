import type { EventStore } from '../event-store/event-store.ts';
import { refuseUnfinishedImport } from '../event-store/unfinished-import.ts';
import { WriteGate } from '../event-store/write-gate.ts';
import type { MessageLog } from '../message-log/message-log.ts';
import { ALL_TOPICS } from '../message-log/topics.ts';
import type { MongoConnection } from '../mongo/connection.ts';
import type { SeesToIndexes } from '../mongo/indexes.ts';
import type { Database } from '../sqlite/database.ts';
import type { ViewStore } from '../views/view-store.ts';
import type { Adapters, AdaptersParts } from './adapters-port.ts';
import { createStandingServers, type Opened } from './standing-servers.ts';

const DEVELOPMENT_SENDER = 'Volant <volant@localhost>';

/**
 * Single place that chooses between a real server and its embedded counterpart: a configured address selects the
 * server.
 */
export function createAdapters(parts: AdaptersParts): Adapters {
  const { servers, below, log, signal, importing = false, currentViews, migrations = 'run' } = parts;
  const { opensWithout = false, looksFirst = false, copies } = parts;
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

  /** The file of all embedded stores. */
  function database(): Promise<Database> {
    return once('database', async () => {
      const { DATABASE_FILE, openDatabase } = await import('../sqlite/database.ts');
      return standing.keep(await openDatabase({ file: below(DATABASE_FILE), log, looksFirst }));
    });
  }

  function messageLog(): Promise<MessageLog> {
    return once('message log', async () => {
      const { kafka } = servers;
      if (kafka !== undefined) {
        const { openKafkaMessageLog } = await import('../message-log/kafka/kafka-message-log.ts');
        const { messageLogWhenOpened } = await import('./when-opened.ts');
        const open = () => openKafkaMessageLog({ ...kafka, log });
        return openOrLater('Kafka', () => withTopics(open), messageLogWhenOpened);
      }
      const { openEmbeddedMessageLog } = await import('../message-log/embedded/embedded-message-log.ts');
      const onDamage = (sentence: string) => void damages.add(sentence);
      const messageLog = standing.keep(
        await openEmbeddedMessageLog({ path: below('log'), database: await database(), logger: log, onDamage }),
      );
      await messageLog.ensureTopics(ALL_TOPICS);
      return messageLog;
    });
  }

  function embeddedViews(owner: string): Promise<ViewStore> {
    return once(`embedded views of ${owner}`, async () => {
      const { openEmbeddedViews } = await import('../views/open-embedded-views.ts');
      const parts = { owner, database: await database(), currentViews, messageLog, log };
      return standing.keep(await openEmbeddedViews(parts));
    });
  }

  /** Undefined without MongoDB. */
  function mongoViews(owner: string): Promise<ViewStore | undefined> {
    return once(`view store of ${owner}`, async () => {
      const connection = await mongo(owner);
      if (connection === undefined) return undefined;
      const { openMongoViewStore } = await import('../views/mongo-view-store.ts');
      return standing.keep(await openMongoViewStore({ connection, log, ...(await indexes()) }));
    });
  }

  /** Empty in `run` mode, in which the stores create their indexes themselves. */
  async function indexes(): Promise<{ readonly seeToIndexes?: SeesToIndexes }> {
    if (migrations === 'run') return {};
    const { indexesMade } = await import('../mongo/indexes.ts');
    return { seeToIndexes: (models) => indexesMade(models, log, signal) };
  }

  function eventStore(owner: string): Promise<EventStore> {
    return once(`event store of ${owner}`, async () => {
      const connection = await mongo(owner);
      if (connection !== undefined) {
        const { openMongoEventStore } = await import('../event-store/mongo-event-store.ts');
        const parts = { connection, log, gate: gates.writes, ...(await indexes()) };
        const store = standing.keep(await openMongoEventStore(parts));
        if (!importing) await refuseUnfinishedImport(store, 'VOLANT_MONGODB_URL');
        return store;
      }
      const { createSqliteEventStore } = await import('../event-store/sqlite-event-store.ts');
      const store = standing.keep(await createSqliteEventStore({ database: await database(), owner, log }));
      if (!importing) await refuseUnfinishedImport(store, 'VOLANT_DATA_DIR');
      return store;
    });
  }

  return {
    eventStore,

    async eventStoresAtOnePoint(work) {
      if (servers.mongodb !== undefined) return gates.writes.hold(() => work(eventStore));
      const { eventStoreAtOnePoint } = await import('../event-store/sqlite-event-store.ts');
      const opened = await database();
      return opened.atOnePoint((reader) =>
        work(async (owner) => eventStoreAtOnePoint({ database: opened, owner, log }, reader)),
      );
    },

    viewStore: async (owner) => (await mongoViews(owner)) ?? embeddedViews(owner),

    stateStore: (owner) =>
      once(`state of ${owner}`, async () => {
        const views = await mongoViews(owner);
        if (views !== undefined) return views;
        const { createSqliteViewStore } = await import('../views/sqlite-view-store.ts');
        return standing.keep(createSqliteViewStore(await database(), `${owner} state`));
      }),

    ownView(owner, definition) {
      if (copies === undefined && currentViews !== undefined) return embeddedViews(owner);
      return once(`copy of ${definition.name}`, async () => {
        if (copies === undefined) {
          const { createMemoryViewStore } = await import('../views/memory-view-store.ts');
          return standing.keep(createMemoryViewStore());
        }
        const { openCopiedViewStore } = await import('../views/copied-view-store.ts');
        return standing.keep(await openCopiedViewStore({ directory: copies, definition, log }));
      });
    },

    async makeIndexes(owner, { eventStore, views, state = [] }) {
      const connection = await mongo(owner);
      if (connection === undefined) return [];
      const { makeIndexes } = await import('../mongo/indexes.ts');
      const { eventStoreModels } = await import('../event-store/mongo-event-store.ts');
      const { viewModels } = await import('../views/mongo-view-store.ts');
      const models = [
        ...(eventStore ? eventStoreModels(connection) : []),
        ...viewModels(connection, [...views, ...state]),
      ];
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

    mailbox: () =>
      once('mailbox', async () => {
        const { imap } = servers;
        if (imap === undefined) return undefined;
        const { createImapMailbox } = await import('../mail/imap-mailbox.ts');
        return standing.keep(createImapMailbox({ ...imap, log }), 'IMAP');
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
        return standing.keep(await openChdb({ path: below('clickhouse'), database: 'volant', log }));
      }),

    async damages() {
      const damage = known.has('database') ? await (await database()).damage() : undefined;
      return [...damages, ...(damage === undefined ? [] : [damage])];
    },
    gates,
    servers: () => standing.list(),
    close: () => standing.close(),
  };
}

async function withTopics<Log extends MessageLog>(open: () => Promise<Log>): Promise<Log> {
  const opened = await open();
  await opened.ensureTopics(ALL_TOPICS).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  return opened;
}
