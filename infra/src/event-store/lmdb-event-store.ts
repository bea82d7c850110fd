import type { Database } from 'lmdb';
import { type Environment, openWithoutErased } from '../lmdb/environment.ts';
import type { Logger } from '../process/observability/log.ts';
import type {
  AppendRequest,
  AppendResult,
  Checkpoints,
  Commit,
  CommitMeta,
  EventStore,
  Reservations,
  Slice,
  Snapshots,
  StoreContents,
  StoredSnapshot,
} from './event-store.ts';
import { VersionConflict } from './event-store.ts';
import { createLmdbContents, ENTRIES_OF_A_COMMIT, type StoredCommit } from './lmdb-contents.ts';
import { LmdbErasure } from './lmdb-erasure.ts';
import { LmdbReservationTable } from './lmdb-reservation-table.ts';
import { createLmdbReservations } from './lmdb-reservations.ts';
import { createLmdbSnapshots } from './lmdb-snapshots.ts';
import { LmdbWriter } from './lmdb-writer.ts';
import { checkKey, isKey } from './store-key.ts';
import { SLICE_BYTES, SLICE_COMMITS, turnOfNextSlice, wholeStream } from './stream-slices.ts';

export interface LmdbEventStoreOptions {
  /** Directory of the store; created if missing. */
  readonly path: string;
  /** Decides whether a reservation has expired. */
  readonly clock?: () => Date;
  readonly log?: Logger;
}

/** Event store of a single machine in one LMDB environment. */
export async function openLmdbEventStore({
  path,
  clock = () => new Date(),
  log,
}: LmdbEventStoreOptions): Promise<EventStore> {
  const store = new LmdbEventStore(
    await openWithoutErased({ path, marks: 'marks', encoding: 'json' }, log),
    clock,
    log,
  );
  // Without disk space the store stays readable, and the next start retries.
  await store.finishErasing().catch((error: unknown) => log?.error({ err: error, path }, 'an erasure is not finished'));
  return store;
}

class LmdbEventStore implements EventStore {
  readonly reservations: Reservations;
  readonly snapshots: Snapshots;
  readonly checkpoints: Checkpoints;
  readonly contents: StoreContents;
  readonly #environment: Environment;
  readonly #writer: LmdbWriter;
  readonly #commits: Database<StoredCommit, number>;
  /** [stream, version] → position */
  readonly #streams: Database<number, [string, number]>;
  /** command id → position */
  readonly #commands: Database<number, string>;
  readonly #checkpoints: Database<number, string>;
  readonly #erasure: LmdbErasure;
  readonly #listeners = new Set<() => void>();

  constructor(environment: Environment, clock: () => Date, log: Logger | undefined) {
    const { root, room } = environment;
    this.#environment = environment;
    this.#writer = new LmdbWriter(root, room);
    this.#commits = root.openDB({ name: 'commits' });
    this.#streams = root.openDB({ name: 'streams' });
    this.#commands = root.openDB({ name: 'commands' });
    this.#checkpoints = root.openDB({ name: 'checkpoints' });
    const reservations = new LmdbReservationTable(root);
    this.reservations = createLmdbReservations(reservations, this.#writer, clock);
    const snapshots = root.openDB<StoredSnapshot, [string, string]>({ name: 'snapshots' });
    this.#erasure = new LmdbErasure({
      environment,
      writer: this.#writer,
      commits: this.#commits,
      streams: this.#streams,
      commands: this.#commands,
      snapshots,
      versionOf: (streamId) => this.#versionOf(streamId),
      sliceOf: (streamId, after) => this.#sliceOf(this.#positionsOf(streamId, after)),
      put: (commit) => this.#put(this.#last() + 1, commit),
      onMarked: () => this.#tell(),
    });
    const isAlive = (streamId: string, version: number) => this.#erasure.isAlive(streamId, version);
    this.snapshots = createLmdbSnapshots({ table: snapshots, writer: this.#writer, isAlive, log });
    this.contents = createLmdbContents({
      writer: this.#writer,
      commits: this.#commits,
      reservations,
      checkpoints: this.#checkpoints,
      last: () => this.#last(),
      put: ({ position, ...stored }) => this.#put(position, stored),
    });
    this.checkpoints = {
      load: async (name) => this.#checkpoints.get(name) ?? 0,
      save: async (name, position) => {
        checkKey(name);
        await this.#writer.write({ entries: 1, bytes: 0 }, () => ({
          result: undefined,
          apply: () => void this.#checkpoints.putSync(name, position),
        }));
      },
    };
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const { streamId, expectedVersion, commandId } = request;
    checkKey(streamId);
    checkKey(commandId);
    // Serialize now: unserializable data fails here and not in the transaction, and later changes by the caller do not
    // reach the disk.
    const text = JSON.stringify(request);
    const { events, meta, at } = JSON.parse(text) as AppendRequest;

    const work = { entries: ENTRIES_OF_A_COMMIT, bytes: Buffer.byteLength(text) };
    const result = await this.#writer.write<AppendResult>(work, () => {
      const done = this.#commands.get(commandId);
      if (done !== undefined) return { result: { outcome: 'duplicate', commit: this.#read(done) } };
      if (this.#versionOf(streamId) !== expectedVersion) throw new VersionConflict(streamId, expectedVersion);
      const stored: StoredCommit = { streamId, version: expectedVersion + 1, commandId, events, meta, at };
      const position = this.#last() + 1;
      return {
        result: { outcome: 'appended', commit: { position, ...stored } },
        apply: () => this.#put(position, stored),
      };
    });
    if (result.outcome === 'appended') this.#tell();
    return result;
  }

  async findCommand(commandId: string): Promise<Commit | undefined> {
    if (!isKey(commandId)) return undefined;
    const position = this.#commands.get(commandId);
    return position === undefined ? undefined : this.#read(position);
  }

  readStream(streamId: string, after?: number): Promise<readonly Commit[]> {
    return wholeStream(this, streamId, after);
  }

  async readSlice(streamId: string, after: number): Promise<Slice> {
    return isKey(streamId) ? this.#sliceOf(this.#positionsOf(streamId, after)) : { commits: [], isEnd: true };
  }

  async readAll(after: number, limit: number): Promise<readonly Commit[]> {
    const commits: Commit[] = [];
    let last = after;
    for (;;) {
      const entries = this.#commits.getKeys({ start: last + 1 });
      const { commits: slice, isEnd } = this.#sliceOf(entries, limit - commits.length);
      commits.push(...slice);
      if (isEnd || commits.length >= limit) return commits;
      last = slice.at(-1)?.position ?? last;
      await turnOfNextSlice();
    }
  }

  async head(): Promise<number> {
    return this.#last();
  }

  onAppend(listener: () => void): () => void {
    // The wrapper lets the same function be registered twice.
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async eraseStream(streamId: string, meta: CommitMeta, at: string): Promise<void> {
    if (isKey(streamId)) await this.#erasure.erase(streamId, meta, at);
  }

  /** Completes erasures that a former process left unfinished. */
  finishErasing(): Promise<void> {
    return this.#erasure.finish();
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#listeners.clear();
    await this.#environment.root.close();
  }

  #put(position: number, commit: StoredCommit): void {
    this.#commits.putSync(position, commit);
    this.#streams.putSync([commit.streamId, commit.version], position);
    this.#commands.putSync(commit.commandId, position);
  }

  #read(position: number): Commit {
    const stored = this.#commits.get(position);
    if (stored === undefined) throw new Error(`the event store has lost commit ${position}`);
    return { position, ...stored };
  }

  #last(): number {
    for (const position of this.#commits.getKeys({ reverse: true, limit: 1 })) return position;
    return 0;
  }

  #versionOf(streamId: string): number {
    const keys = this.#streams.getKeys({
      start: [streamId, Number.MAX_SAFE_INTEGER],
      end: [streamId, 0],
      reverse: true,
      limit: 1,
    });
    for (const [, version] of keys) return version;
    return 0;
  }

  #positionsOf(streamId: string, after: number): Iterable<number> {
    const entries = this.#streams.getRange({ start: [streamId, after + 1], end: [streamId, Number.MAX_SAFE_INTEGER] });
    return entries.map(({ value }) => value);
  }

  /** The first commits at these positions, limited to the work of one turn of the event loop. */
  #sliceOf(positions: Iterable<number>, most = SLICE_COMMITS): Slice {
    const commits: Commit[] = [];
    let bytes = 0;
    for (const position of positions) {
      if (commits.length >= Math.min(most, SLICE_COMMITS) || bytes >= SLICE_BYTES) return { commits, isEnd: false };
      bytes += this.#commits.getBinaryFast(position)?.length ?? 0;
      commits.push(this.#read(position));
    }
    return { commits, isEnd: true };
  }

  #tell(): void {
    // Run in a separate task, so that a listener's error does not reach the appender.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }
}
