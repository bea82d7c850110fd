import type { Database } from 'lmdb';
import { type Environment, openWithoutErased } from '../lmdb/environment.ts';
import type { Logger } from '../process/log.ts';
import type {
  AppendRequest,
  AppendResult,
  Checkpoints,
  Commit,
  CommitMeta,
  EventStore,
  Reservations,
  StoreContents,
} from './event-store.ts';
import { STREAM_ERASED, VersionConflict } from './event-store.ts';
import { createLmdbContents, ENTRIES_OF_A_COMMIT } from './lmdb-contents.ts';
import { LmdbReservationTable } from './lmdb-reservation-table.ts';
import { createLmdbReservations } from './lmdb-reservations.ts';
import { LmdbWriter } from './lmdb-writer.ts';
import { checkKey, isKey } from './store-key.ts';

export interface LmdbEventStoreOptions {
  /** Directory of the store; made if it does not exist. */
  readonly path: string;
  /** Tells when a reservation has lapsed. */
  readonly clock?: () => Date;
  readonly log?: Logger;
}

/** A commit as it lies on the disk: its position is its key. */
type StoredCommit = Omit<Commit, 'position'>;

/** The event store of one machine, in one LMDB environment. */
export async function openLmdbEventStore({
  path,
  clock = () => new Date(),
  log,
}: LmdbEventStoreOptions): Promise<EventStore> {
  return new LmdbEventStore(await openWithoutErased({ path, marks: 'marks', encoding: 'json' }, log), clock);
}

class LmdbEventStore implements EventStore {
  readonly reservations: Reservations;
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
  readonly #listeners = new Set<() => void>();

  constructor(environment: Environment, clock: () => Date) {
    const { root, room } = environment;
    this.#environment = environment;
    this.#writer = new LmdbWriter(root, room);
    this.#commits = root.openDB({ name: 'commits' });
    this.#streams = root.openDB({ name: 'streams' });
    this.#commands = root.openDB({ name: 'commands' });
    this.#checkpoints = root.openDB({ name: 'checkpoints' });
    const reservations = new LmdbReservationTable(root);
    this.reservations = createLmdbReservations(reservations, this.#writer, clock);
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
    // Taken over now, and as it will be read: what cannot be written fails here and not in
    // the transaction, and what the caller does to its objects later does not reach the disk.
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

  async readStream(streamId: string, after = 0): Promise<readonly Commit[]> {
    if (!isKey(streamId)) return [];
    return this.#positionsOf(streamId, after).map((position) => this.#read(position));
  }

  async readStreams(streamIds: readonly string[]): Promise<ReadonlyMap<string, readonly Commit[]>> {
    const streams = new Map<string, readonly Commit[]>();
    for (const streamId of streamIds) {
      const commits = await this.readStream(streamId);
      if (commits.length > 0) streams.set(streamId, commits);
    }
    return streams;
  }

  async readAll(after: number, limit: number): Promise<readonly Commit[]> {
    if (limit < 1) return [];
    return [...this.#commits.getRange({ start: after + 1, limit })].map(({ key, value }) => ({
      position: key,
      ...value,
    }));
  }

  async head(): Promise<number> {
    return this.#last();
  }

  onAppend(listener: () => void): () => void {
    // A wrapper of its own, so that the same function given twice is two listeners.
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async eraseStream(streamId: string, meta: CommitMeta, at: string): Promise<void> {
    if (!isKey(streamId)) return;
    // What is appended until its turn comes has brought room of its own.
    const commitsNow = this.#versionOf(streamId) + 1;
    const work = { entries: commitsNow * ENTRIES_OF_A_COMMIT + 1, bytes: JSON.stringify(meta).length };
    const erased = await this.#writer.write<boolean>(work, () => {
      const positions = this.#positionsOf(streamId);
      const commits = positions.map((position) => this.#read(position));
      const last = commits.at(-1);
      if (last === undefined || last.events.at(-1)?.type === STREAM_ERASED) return { result: false };

      const version = last.version + 1;
      const commandId = `erase:${streamId}:${version}`;
      const marker: StoredCommit = {
        streamId,
        version,
        commandId,
        events: [{ id: commandId, type: STREAM_ERASED, schema: 1, data: {} }],
        meta: { ...meta },
        at,
      };
      return {
        result: true,
        apply: () => {
          this.#environment.markErased();
          this.#put(this.#last() + 1, marker);
          for (const commit of commits) {
            this.#commits.removeSync(commit.position);
            this.#commands.removeSync(commit.commandId);
            this.#streams.removeSync([streamId, commit.version]);
          }
        },
      };
    });
    if (erased) this.#tell();
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

  #positionsOf(streamId: string, after = 0): readonly number[] {
    const entries = this.#streams.getRange({ start: [streamId, after + 1], end: [streamId, Number.MAX_SAFE_INTEGER] });
    return [...entries].map(({ value }) => value);
  }

  #tell(): void {
    // In a task of its own, so that a listener's error is the listener's and not the appender's.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }
}
