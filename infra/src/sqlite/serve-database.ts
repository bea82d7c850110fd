import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { damageOf } from './check.ts';
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
  /** `write`: serves writes. `check`: answers with the first damage of the file. */
  readonly task: 'write' | 'check';
  /** Whether to check the file before it serves writes, however large it is. */
  readonly looksFirst: boolean;
}

export type ToThread = { readonly id: number; readonly name: string; readonly input: unknown } | 'close';

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

/**
 * The only writer of a file, on a thread of its own. Writes that arrive during a commit share the next one. SQLite syncs
 * the commit before it answers, and other connections read only what is synced.
 */
export function serveDatabase(writes: Readonly<Record<string, Write<never, unknown>>>): void {
  const port = parentPort;
  if (port === null) throw new Error('this program runs on a thread');
  const { file, task, looksFirst } = workerData as ThreadData;
  const tell = (message: FromThread) => port.postMessage(message);
  if (task === 'check') {
    tell({ checked: checkedFile(file) });
    return;
  }
  const database = opened(file, looksFirst);
  if (typeof database === 'string') tell({ checked: database });
  else serveWrites(database, writes, port);
}

function serveWrites(
  database: DatabaseSync,
  writes: Readonly<Record<string, Write<never, unknown>>>,
  port: MessagePort,
): void {
  const tell = (message: FromThread) => port.postMessage(message);
  const sql = new WritableStatements(database);
  let truncating: NodeJS.Timeout | undefined;
  if (!truncate(database)) truncateLater(TRUNCATE_AGAIN_MS);

  function truncateLater(ms: number): void {
    truncating ??= setTimeout(() => {
      truncating = undefined;
      if (!truncate(database)) truncateLater(TRUNCATE_AGAIN_MS);
    }, ms);
  }

  function commit(group: readonly Exclude<ToThread, 'close'>[]): void {
    try {
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
    const group: Exclude<ToThread, 'close'>[] = [];
    let message: ToThread | undefined = first;
    while (message !== undefined && message !== 'close') {
      group.push(message);
      if (group.length === MOST_WRITES) break;
      message = receiveMessageOnPort(port)?.message;
    }
    if (group.length > 0) commit(group);
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
