import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Writes } from '../database-thread.ts';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import type { Logger } from '../process/observability/log.ts';
import { DamagedFile } from './damaged-file.ts';
import { Reader } from './reader.ts';
import type { FromThread, Problem, ThreadData, ToThread } from './serve-database.ts';

/** Name of the file of all embedded stores in a data directory. */
export const DATABASE_FILE = 'volant.db';

/** The file of a database, and those that SQLite keeps beside it. */
export function filesOf(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

declare const VOLANT_BUILD: string | undefined;

type Name = keyof Writes;
type InputOf<N extends Name> = Parameters<Writes[N]>[1];
type OutputOf<N extends Name> = ReturnType<Writes[N]>;

/** A file of SQLite. Reads run on this thread and see synced commits only; writes run on a thread of their own. */
export interface Database {
  readonly file: string;
  readonly reader: Reader;
  /**
   * Resolves once the write is synced.
   * @throws DomainError UNAVAILABLE if the disk refuses; nothing is written in that case
   */
  write<N extends Name>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
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

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** @throws DamagedFile; Error if the file cannot be opened */
export async function openDatabase({ file, log, looksFirst = false }: DatabaseOptions): Promise<Database> {
  await makeDirectory(path.dirname(file));
  const thread = startThread({ file, task: 'write', looksFirst });
  const opening = await firstOf(thread);
  if ('checked' in opening) throw new DamagedFile(file, opening.checked ?? 'cannot be read');
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closing: Promise<void> | undefined;
  let onIdle = () => {};

  function settle(id: number, settleWith: (waiting: Waiting) => void): void {
    const waited = waiting.get(id);
    waiting.delete(id);
    if (waited !== undefined) settleWith(waited);
    if (waiting.size > 0) return;
    thread.unref();
    onIdle();
  }

  function failureOf({ message, isDamage }: Problem): Error {
    const cause = isDamage ? new DamagedFile(file, message) : new Error(`${file} cannot be written: ${message}`);
    if (isDamage) log?.error({ err: cause }, cause.message);
    return unavailable(cause);
  }

  thread.on('message', (message: FromThread) => {
    if ('done' in message) {
      for (const { id, output } of message.done) settle(id, ({ resolve }) => resolve(output));
    } else if ('failed' in message) {
      const failure = failureOf(message.error);
      for (const id of message.failed) settle(id, ({ reject }) => reject(failure));
    }
  });
  thread.on('error', (error) => {
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(unavailable(error)));
    // Without its writer the process cannot work: it ends and is started again.
    throw error;
  });
  thread.unref();

  const connection = new DatabaseSync(file, { readOnly: true });
  const reader = new Reader(connection, file);

  async function write<N extends Name>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    if (closing !== undefined) throw new Error(`${file} is closed`);
    lastId += 1;
    const id = lastId;
    thread.ref();
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      thread.postMessage({ id, name, input } satisfies ToThread);
    });
  }

  async function end(): Promise<void> {
    if (waiting.size > 0) {
      await new Promise<void>((idle) => {
        onIdle = idle;
      });
    }
    connection.close();
    const ended = once(thread, 'exit');
    thread.ref();
    thread.postMessage('close' satisfies ToThread);
    await ended;
  }

  return {
    file,
    reader,
    write,
    async ensureTables(tables) {
      const present = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = ?";
      const missing = Object.entries(tables).filter(([name]) => reader.value(present, name) === 0);
      if (missing.length > 0) await write('execute', missing.map(([, sql]) => sql).join(';'));
    },
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

function startThread(workerData: ThreadData): Worker {
  const source = new URL('../database-thread.ts', import.meta.url);
  const isBuilt = typeof VOLANT_BUILD !== 'undefined';
  const program = isBuilt ? new URL(source.href.replace(/\/src\/([\w-]+)\.ts$/, '/dist/$1.js')) : source;
  // Node reads its TypeScript itself: loading a loader takes longer than opening the file.
  return new Worker(program, { workerData, execArgv: [] });
}

async function firstOf(thread: Worker): Promise<FromThread> {
  const [message] = await once(thread, 'message');
  return message;
}
