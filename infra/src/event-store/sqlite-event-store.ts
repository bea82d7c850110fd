import path from 'node:path';
import type { Logger } from '../process/observability/log.ts';
import { DATABASE_FILE, type Database, openDatabase } from '../sqlite/database.ts';
import type { Reader } from '../sqlite/reader.ts';
import {
  type AppendRequest,
  type AppendResult,
  type Checkpoints,
  type Commit,
  type CommitMeta,
  type EventStore,
  isMarker,
  markerOf,
  type Reservations,
  type Slice,
  type Snapshots,
  type StoreContents,
  VersionConflict,
} from './event-store.ts';
import { bodyIn, bodyOf, commitOf, SqliteCommits } from './sqlite-commits.ts';
import { createSqliteContents } from './sqlite-contents.ts';
import { createSqliteReservations } from './sqlite-reservations.ts';
import { type CheckpointRow, definitionsOf, type SnapshotRow, tablesOf } from './sqlite-tables.ts';
import { checkKey, isKey } from './store-key.ts';
import { turnOfNextSlice, wholeStream } from './stream-slices.ts';

export interface SqliteEventStoreOptions {
  /** Shared by the stores of a process; closed by its opener. */
  readonly database: Database;
  /** Name of the service. */
  readonly owner: string;
  /** Decides whether a reservation has expired. */
  readonly clock?: () => Date;
  readonly log?: Logger | undefined;
}

/** Event store of a service on a single machine: tables in a file of SQLite. */
export async function createSqliteEventStore(options: SqliteEventStoreOptions): Promise<EventStore> {
  const { database, owner, log } = options;
  await database.ensureTables(definitionsOf(owner));
  const store = new SqliteEventStore(options, database.reader);
  // Without disk space the store stays readable, and the next start retries.
  await store.finishErasing().catch((error: unknown) => log?.error({ err: error }, 'an erasure is not finished'));
  return store;
}

/** The store as it was when the reader took its snapshot. */
export function eventStoreAtOnePoint(options: SqliteEventStoreOptions, reader: Reader): EventStore {
  return new SqliteEventStore(options, reader);
}

interface OpenedAlone extends Partial<Omit<SqliteEventStoreOptions, 'database'>> {
  /** Data directory. */
  readonly path: string;
}

/** One store without the others of its data directory, for tests and their tools. */
export async function openSqliteEventStore({
  path: directory,
  owner = 'events',
  ...options
}: OpenedAlone): Promise<EventStore> {
  const database = await openDatabase({ file: path.join(directory, DATABASE_FILE), log: options.log });
  const store = await createSqliteEventStore({ database, owner, ...options });
  const close = store.close.bind(store);
  return Object.assign(store, {
    async close() {
      await close();
      await database.close();
    },
  });
}

class SqliteEventStore implements EventStore {
  readonly reservations: Reservations;
  readonly snapshots: Snapshots;
  readonly checkpoints: Checkpoints;
  readonly contents: StoreContents;
  readonly #owner: string;
  readonly #reader: Reader;
  readonly #write: Database['write'];
  readonly #commits: SqliteCommits;
  readonly #listeners = new Set<() => void>();

  constructor({ database, owner, clock = () => new Date(), log }: SqliteEventStoreOptions, reader: Reader) {
    const { write } = database;
    this.#owner = owner;
    this.#reader = reader;
    this.#write = write;
    this.#commits = new SqliteCommits(reader, owner);
    this.reservations = createSqliteReservations(owner, reader, write, clock);
    this.snapshots = createSnapshots(owner, reader, write, log);
    this.checkpoints = createCheckpoints(owner, reader, write);
    this.contents = createSqliteContents(owner, this.#commits, reader, write);
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const { streamId, expectedVersion, commandId } = request;
    checkKey(streamId);
    checkKey(commandId);
    const version = expectedVersion + 1;
    // Serialize now: later changes by the caller do not reach the disk.
    const body = bodyOf(request);
    const result = await this.#write('append', { owner: this.#owner, streamId, version, commandId, body });
    if (result.outcome === 'conflict') throw new VersionConflict(streamId, expectedVersion);
    if (result.outcome === 'duplicate') return { outcome: 'duplicate', commit: commitOf(result.row) };
    this.#notify();
    const commit = { position: result.position, streamId, version, commandId, ...bodyIn(body) };
    return { outcome: 'appended', commit };
  }

  async findCommand(commandId: string): Promise<Commit | undefined> {
    return isKey(commandId) ? this.#commits.ofCommand(commandId) : undefined;
  }

  readStream(streamId: string, after?: number): Promise<readonly Commit[]> {
    return wholeStream(this, streamId, after);
  }

  async readSlice(streamId: string, after: number): Promise<Slice> {
    return isKey(streamId) ? this.#commits.sliceOfStream(streamId, after) : { commits: [], isEnd: true };
  }

  async readAll(after: number, limit: number): Promise<readonly Commit[]> {
    const commits: Commit[] = [];
    let last = after;
    for (;;) {
      const { commits: slice, isEnd, wasKept } = this.#commits.sliceOfAll(last);
      commits.push(...slice.slice(0, limit - commits.length));
      if (isEnd || commits.length >= limit) return commits;
      last = slice.at(-1)?.position ?? last;
      if (!wasKept) await turnOfNextSlice();
    }
  }

  async head(): Promise<number> {
    return this.#commits.last();
  }

  onAppend(listener: () => void): () => void {
    // The wrapper lets the same function be registered twice.
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async eraseStream(streamId: string, meta: CommitMeta, at: string): Promise<void> {
    if (!isKey(streamId)) return;
    const owner = this.#owner;
    for (let isMarked = false; !isMarked; ) {
      const last = this.#commits.lastOfStream(streamId);
      if (last === undefined || isMarker(last)) break;
      const { expectedVersion, commandId, ...marker } = markerOf(streamId, last.version, meta, at);
      const version = expectedVersion + 1;
      isMarked = await this.#write('markErased', { owner, streamId, version, commandId, body: bodyOf(marker) });
      this.#commits.forget();
      if (isMarked) this.#notify();
    }
    await this.#eraseRest(streamId);
  }

  /** Completes erasures that a former process left unfinished. */
  async finishErasing(): Promise<void> {
    const { erasing } = tablesOf(this.#owner);
    for (const [streamId] of this.#reader.rows<readonly [string, number, number]>(`SELECT * FROM ${erasing}`)) {
      await this.#eraseRest(streamId);
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }

  async #eraseRest(streamId: string): Promise<void> {
    const { erasing } = tablesOf(this.#owner);
    if (this.#reader.value(`SELECT 1 FROM ${erasing} WHERE stream = ?`, streamId) === undefined) return;
    while (await this.#write('eraseMore', { owner: this.#owner, streamId }));
    this.#commits.forget();
  }

  #notify(): void {
    // Run in a separate task, so that a listener's error does not reach the appender.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }
}

function createCheckpoints(owner: string, reader: Reader, write: Database['write']): Checkpoints {
  const { checkpoints } = tablesOf(owner);
  return {
    async load(name) {
      return reader.row<CheckpointRow>(`SELECT * FROM ${checkpoints} WHERE name = ?`, name)?.[1] ?? 0;
    },
    async save(name, position) {
      checkKey(name);
      await write('saveCheckpoint', { owner, name, position });
    },
  };
}

function createSnapshots(owner: string, reader: Reader, write: Database['write'], log: Logger | undefined): Snapshots {
  const { snapshots } = tablesOf(owner);
  return {
    async load(fold, streamId) {
      if (!isKey(streamId)) return undefined;
      const sql = `SELECT * FROM ${snapshots} WHERE stream = ? AND fold = ?`;
      const row = reader.row<SnapshotRow>(sql, streamId, fold);
      return row === undefined ? undefined : { version: row[2], shape: row[3], state: JSON.parse(row[4]) };
    },
    async save(fold, streamId, snapshot) {
      if (!isKey(streamId)) return;
      try {
        const state = JSON.stringify(snapshot.state);
        await write('saveSnapshot', { owner, streamId, fold, snapshot: { ...snapshot, state } });
      } catch (error) {
        log?.warn({ err: error, streamId, fold }, 'a snapshot cannot be kept');
      }
    },
  };
}
