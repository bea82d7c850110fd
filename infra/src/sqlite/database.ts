import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Writes } from '../database-writes.ts';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import type { Logger } from '../process/observability/log.ts';
import { programOf } from '../process/thread/program-of.ts';
import { DamagedFile } from './damaged-file.ts';
import type { Query } from './query.ts';
import { Reader } from './reader.ts';
import type { FromThread, Problem, ThreadData } from './serve-database.ts';
import { createThreadCalls, type ThreadCalls } from './thread-calls.ts';

/** Name of the file of all embedded stores in a data directory. */
export const DATABASE_FILE = 'volant.db';

/** The file of a database, and those that SQLite keeps beside it. */
export function filesOf(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

type Name = keyof Writes;
type InputOf<N extends Name> = Parameters<Writes[N]>[1];
type OutputOf<N extends Name> = ReturnType<Writes[N]>;

/**
 * A file of SQLite. Short reads run on this thread, queries of any length and writes on threads of their own. What is
 * read of events and the log is synced.
 */
export interface Database {
  readonly file: string;
  readonly reader: Reader;
  /**
   * Resolves once the write is synced, or visible if it belongs to a view.
   * @throws DomainError UNAVAILABLE if the disk refuses; nothing is written in that case
   */
  write<N extends Name>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
  /**
   * Answers with the rows or documents as JSON arrays.
   * @throws DomainError UNAVAILABLE if the file is damaged
   */
  query(query: Query): Promise<readonly string[]>;
  /** Creates missing tables; writes nothing if there are none. */
  ensureTables(tables: Readonly<Record<string, string>>): Promise<void>;
  /** Runs work on a reader that sees all tables as they are now; writes go on meanwhile. */
  atOnePoint<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Reads the whole file on another thread. @returns a sentence that names a damage */
  damage(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Created if missing, with its directory. No other process may have it open. */
  readonly file: string;
  readonly log?: Logger | undefined;
  /** Whether it is checked before it is opened, however large it is. */
  readonly looksFirst?: boolean;
}

/** @throws DamagedFile; Error if the file cannot be opened */
export async function openDatabase({ file, log, looksFirst = false }: DatabaseOptions): Promise<Database> {
  await makeDirectory(path.dirname(file));
  const thread = startThread({ file, task: 'write', looksFirst });
  const opening = await firstOf(thread);
  if ('checked' in opening) throw new DamagedFile(file, opening.checked ?? 'cannot be read');
  const failureOf = (verb: string) => {
    return ({ message, isDamage }: Problem): Error => {
      const cause = isDamage ? new DamagedFile(file, message) : new Error(`${file} cannot be ${verb}: ${message}`);
      if (isDamage) log?.error({ err: cause }, cause.message);
      return unavailable(cause);
    };
  };
  const writes = createThreadCalls(thread, failureOf('written'));
  let queries: ThreadCalls | undefined;
  let closing: Promise<void> | undefined;
  const connection = new DatabaseSync(file, { readOnly: true });
  const reader = new Reader(connection, file);

  function refuseIfClosed(): void {
    if (closing !== undefined) throw new Error(`${file} is closed`);
  }

  async function write<N extends Name>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    refuseIfClosed();
    return writes.call((id) => ({ id, name, input }));
  }

  async function end(): Promise<void> {
    await Promise.all([writes.idle(), queries?.idle()]);
    await queries?.close();
    connection.close();
    await writes.close();
  }

  return {
    file,
    reader,
    write,
    async query(query) {
      refuseIfClosed();
      queries ??= createThreadCalls(startThread({ file, task: 'query', looksFirst }), failureOf('read'));
      return queries.call((id) => ({ id, query }));
    },
    ensureTables: (tables) => ensureTablesOf(reader, write, tables),
    async atOnePoint(work) {
      const own = new DatabaseSync(file, { readOnly: true });
      try {
        own.exec('BEGIN');
        // The snapshot is taken by the first read.
        own.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
        return await work(new Reader(own, file));
      } finally {
        own.close();
      }
    },
    async damage() {
      const checker = startThread({ file, task: 'check', looksFirst: true });
      const answer = await firstOf(checker);
      await checker.terminate();
      const found = 'checked' in answer ? answer.checked : undefined;
      return found === undefined ? undefined : new DamagedFile(file, found).message;
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

export async function ensureTablesOf(
  reader: Reader,
  write: Database['write'],
  tables: Readonly<Record<string, string>>,
): Promise<void> {
  const present = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = ?";
  const missing = Object.entries(tables).filter(([name]) => reader.value(present, name) === 0);
  if (missing.length > 0) await write('execute', missing.map(([, sql]) => sql).join(';'));
}

function startThread(workerData: ThreadData): Worker {
  const source = new URL('../database-thread.ts', import.meta.url);
  // Node reads its TypeScript itself: loading a loader takes longer than opening the file.
  return new Worker(programOf(source), { workerData, execArgv: [] });
}

async function firstOf(thread: Worker): Promise<FromThread> {
  const [message] = await once(thread, 'message');
  return message;
}
