import { createSecureContext } from 'node:tls';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import pTimeout from 'p-timeout';
import type { Logger } from '../process/observability/log.ts';
import { ServerUnreachable } from '../process/settings/server-errors.ts';
import { mendClosedWrite } from './closed-write.ts';
import { openError } from './open-error.ts';

mendClosedWrite();

export interface MongoOptions {
  /** `mongodb://…` or `mongodb+srv://…`; the options here override its user, TLS and database. */
  readonly url: string;
  /** Used by a single service. */
  readonly database: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM of the server's certificate authorities; implies TLS. */
  readonly ca?: string;
  readonly log: Logger;
}

export interface MongoConnection {
  /** For the database adapters; it neither buffers commands nor creates indexes. */
  readonly mongoose: Connection;
  /** @throws ServerUnreachable if the server does not answer within 2 s */
  check(): Promise<void>;
  close(): Promise<void>;
}

const OPEN_MS = 4_500;
const CHECK_MS = 2_000;
/** How long an operation waits for a writable server during an outage or an election. */
const SELECTION_MS = 4_000;

/**
 * Connects to one database. Afterwards the driver reconnects by itself, and an operation without a server rejects
 * within seconds.
 * @throws SettingError, ServerUnreachable
 */
export async function openMongo(options: MongoOptions): Promise<MongoConnection> {
  const { url, database, log } = options;
  let connection: Connection | undefined;
  try {
    if (options.ca !== undefined) createSecureContext({ ca: options.ca });
    connection = mongoose.createConnection();
    // Errors of the first connection are reported by the rejection below, later ones by the operations.
    connection.on('error', (error) => log.debug({ err: error }, 'MongoDB connection error'));
    await pTimeout(firstAnswer(connection, options), { milliseconds: OPEN_MS });
  } catch (error) {
    await connection?.destroy(true).catch((cause: unknown) => log.debug({ err: cause }, 'MongoDB not closed'));
    throw openError(error, url, database);
  }

  const opened = connection;
  opened.on('disconnected', () => log.warn('MongoDB is away'));
  opened.on('connected', () => log.info('MongoDB is back'));
  let closing: Promise<void> | undefined;
  return {
    mongoose: opened,
    async check() {
      try {
        // The ping continues until the driver ends it.
        await pTimeout(ping(opened), { milliseconds: CHECK_MS });
      } catch (cause) {
        throw new ServerUnreachable('MongoDB', 'it does not answer', { cause });
      }
    },
    close() {
      opened.removeAllListeners('disconnected');
      closing ??= opened.destroy();
      return closing;
    },
  };
}

async function firstAnswer(connection: Connection, options: MongoOptions): Promise<void> {
  await connection.openUri(options.url, connectOptions(options));
  // Servers reveal only at the first read that a user is missing or lacks access to the database.
  await connection.collection('checkpoints').findOne({});
}

function connectOptions({ database, username, password, ca }: MongoOptions): ConnectOptions {
  return {
    dbName: database,
    appName: 'volant',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    // Acknowledged writes survive the loss of a minority of the servers, and reads never return data that is rolled
    // back.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: SELECTION_MS },
    readConcernLevel: 'majority',
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: SELECTION_MS,
    connectTimeoutMS: SELECTION_MS,
    waitQueueTimeoutMS: SELECTION_MS,
    heartbeatFrequencyMS: 2_000,
    ...(username === undefined ? {} : { auth: { username, password: password ?? '' } }),
    ...(ca === undefined ? {} : { tls: true, ca }),
  };
}

async function ping({ db }: Connection): Promise<void> {
  if (db === undefined) throw new Error('not connected');
  await db.command({ ping: 1 });
}
