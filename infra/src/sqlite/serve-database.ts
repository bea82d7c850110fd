import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { damageOf } from './check.ts';
import { answerQuery, type Query } from './query.ts';
import { damageIn, Statements } from './statements.ts';

/** Runs in a transaction with the writes of others, so it may only throw if the database fails. */
export type Write<Input, Output> = (sql: WritableStatements, input: Input) => Output;

export class WritableStatements extends Statements {
  readonly execute: (sql: string) => void;
  /** Set by a write after which no former byte may remain in the files. */
  hasErased = false;

  constructor(database: DatabaseSync) {
    super(database);
    this.execute = (sql) => database.exec(sql);
  }
}

export interface ThreadData {
  readonly file: string;
  /** `write`: serves writes. `query`: serves queries. `check`: answers with the first damage of the file. */
  readonly task: 'write' | 'query' | 'check';
  /** Whether to check the file before it serves writes, however large it is. */
  readonly looksFirst: boolean;
}

interface WriteMessage {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export type ToThread = WriteMessage | { readonly id: number; readonly query: Query } | 'close';

export type FromThread =
  | { readonly checked: string | undefined }
  | { readonly opened: true }
  | { readonly done: readonly { readonly id: number; readonly output: unknown }[] }
  | { readonly failed: readonly number[]; readonly error: Problem };

export interface Problem {
  readonly message: string;
  readonly isDamage: boolean;
}

/** Writes of one transaction. */
const MOST_WRITES = 1_000;
/** Larger files are checked once the product runs. The check takes some tenths of a second for this size. */
const CHECKED_BYTES = 64 * 1024 * 1024;
const CACHE_KIB = 16_384;
const AFTER_BACKUP_BYTES = 64 * 1024 * 1024;
const BUSY_MS = 100;
const TRUNCATE_AFTER_MS = 200;
const TRUNCATE_AGAIN_MS = 1_000;

type AllWrites = Readonly<Record<string, Write<never, unknown>>>;

/**
 * The only writer of a file, on a thread of its own. Writes that arrive during a commit share the next one. SQLite syncs
 * the commit before it answers, and other connections read synced commits only. Writes named in `unsynced` are the
 * exception: the next sync includes them. A loss of power can undo the last commits, but never a part of one.
 */
export function serveDatabase(writes: AllWrites, unsynced: ReadonlySet<string>): void {
  const port = parentPort;
  if (port === null) throw new Error('this program runs on a thread');
  const { file, task, looksFirst } = workerData as ThreadData;
  const tell = (message: FromThread) => port.postMessage(message);
  if (task === 'check') {
    tell({ checked: checkedFile(file) });
    return;
  }
  if (task === 'query') {
    serveQueries(new DatabaseSync(file, { readOnly: true }), port);
    return;
  }
  const database = opened(file, looksFirst);
  if (typeof database === 'string') tell({ checked: database });
  else serveWrites(database, writes, unsynced, port);
}

function serveQueries(database: DatabaseSync, port: MessagePort): void {
  const statements = new Statements(database);
  port.on('message', (message: ToThread) => {
    if (message === 'close') {
      database.close();
      port.close();
    } else if ('query' in message) port.postMessage(answerOf(message.id, message.query));
  });

  function answerOf(id: number, query: Query): FromThread {
    try {
      // Documents are read as they were when their keys were found.
      database.exec('BEGIN');
      return { done: [{ id, output: answerQuery(statements, query) }] };
    } catch (error) {
      return { failed: [id], error: problemOf(error) };
    } finally {
      if (database.isTransaction) database.exec('COMMIT');
    }
  }
}

function serveWrites(
  database: DatabaseSync,
  writes: AllWrites,
  unsynced: ReadonlySet<string>,
  port: MessagePort,
): void {
  const tell = (message: FromThread) => port.postMessage(message);
  const sql = new WritableStatements(database);
  /** As the connection was opened. */
  let syncs = true;
  let truncating: NodeJS.Timeout | undefined;
  if (!truncate(database)) truncateLater(TRUNCATE_AGAIN_MS);

  function truncateLater(ms: number): void {
    truncating ??= setTimeout(() => {
      truncating = undefined;
      if (!truncate(database)) truncateLater(TRUNCATE_AGAIN_MS);
    }, ms);
  }

  function commit(group: readonly WriteMessage[], isSynced: boolean): void {
    if (group.length === 0) return;
    try {
      if (isSynced !== syncs) sql.execute(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
      syncs = isSynced;
      sql.execute('BEGIN IMMEDIATE');
      const done = group.map(({ id, name, input }) => ({ id, output: writes[name]?.(sql, input as never) }));
      sql.execute('COMMIT');
      tell({ done });
    } catch (error) {
      if (database.isTransaction) sql.execute('ROLLBACK');
      tell({ failed: group.map(({ id }) => id), error: problemOf(error) });
    }
    if (!sql.hasErased) return;
    sql.hasErased = false;
    truncateLater(TRUNCATE_AFTER_MS);
  }

  port.on('message', (first: ToThread) => {
    const group: WriteMessage[] = [];
    let message: ToThread | undefined = first;
    while (message !== undefined && message !== 'close') {
      if ('name' in message) group.push(message);
      if (group.length === MOST_WRITES) break;
      message = receiveMessageOnPort(port)?.message;
    }
    const isUnsynced = ({ name }: WriteMessage) => unsynced.has(name);
    // Commands wait for events, and then for views.
    commit(
      group.filter((each) => !isUnsynced(each)),
      true,
    );
    commit(group.filter(isUnsynced), false);
    if (message !== 'close') return;
    clearTimeout(truncating);
    // The last connection writes everything into the file and removes the WAL.
    database.close();
    port.close();
  });
  tell({ opened: true });
}

/** @returns the connection, or a damage of the file */
function opened(file: string, looksFirst: boolean): DatabaseSync | string {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: BUSY_MS });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA cache_size = -${CACHE_KIB}; PRAGMA journal_size_limit = ${AFTER_BACKUP_BYTES}`);
    const isChecked = looksFirst || statSync(file).size <= CHECKED_BYTES;
    const damage = isChecked ? damageOf(database) : undefined;
    if (damage === undefined) return database;
    database.close();
    return damage;
  } catch (error) {
    database?.close();
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return damage;
  }
}

function checkedFile(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return damageOf(database);
  } finally {
    database.close();
  }
}

/** Moves the WAL into the file and empties it; false if a reader or the disk does not let it. */
function truncate(database: DatabaseSync): boolean {
  try {
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } catch {
    return false;
  }
}

function problemOf(error: unknown): Problem {
  const damage = damageIn(error);
  return {
    message: damage ?? (error instanceof Error ? error.message : String(error)),
    isDamage: damage !== undefined,
  };
}
