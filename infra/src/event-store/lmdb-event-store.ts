import type { CheckedFiles } from '../lmdb/checked-files.ts';
import { type Environment, openWithoutErased } from '../lmdb/environment.ts';
import type { WriteGate } from '../lmdb/write-gate.ts';
import { LmdbWriter } from '../lmdb/writer.ts';
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
import { ENTRIES_OF_A_COMMIT, LmdbCommits } from './lmdb-commits.ts';
import { createLmdbContents } from './lmdb-contents.ts';
import { LmdbErasure } from './lmdb-erasure.ts';
import { LmdbReservationTable } from './lmdb-reservation-table.ts';
import { createLmdbReservations } from './lmdb-reservations.ts';
import { createLmdbSnapshots } from './lmdb-snapshots.ts';
import { checkKey, isKey } from './store-key.ts';
import { turnOfNextSlice, wholeStream } from './stream-slices.ts';

export interface LmdbEventStoreOptions {
  /** Directory of the store; created if missing. */
  readonly path: string;
  /** Decides whether a reservation has expired. */
  readonly clock?: () => Date;
  readonly log?: Logger;
  /** Holds back writes while a backup reads the store. */
  readonly gate?: WriteGate;
  /** Keeps checksums of the store's pages. */
  readonly files?: CheckedFiles;
}

/** Event store of a single machine in one LMDB environment. */
export async function openLmdbEventStore({
  path,
  clock = () => new Date(),
  log,
  gate,
  files,
}: LmdbEventStoreOptions): Promise<EventStore> {
  const store = new LmdbEventStore(
    await openWithoutErased({ path, marks: 'marks', encoding: 'json', files }, log),
    clock,
    log,
    gate,
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
  readonly #commits: LmdbCommits;
  readonly #erasure: LmdbErasure;
  readonly #listeners = new Set<() => void>();

  constructor(environment: Environment, clock: () => Date, log: Logger | undefined, gate: WriteGate | undefined) {
    const { root, room } = environment;
    this.#environment = environment;
    const writer = new LmdbWriter(root, room, gate);
    this.#writer = writer;
    const commits = new LmdbCommits(root);
    this.#commits = commits;
    const checkpoints = root.openDB<number, string>({ name: 'checkpoints' });
    const reservations = new LmdbReservationTable(root);
    this.reservations = createLmdbReservations(reservations, writer, clock);
    const snapshots = root.openDB<StoredSnapshot, [string, string]>({ name: 'snapshots' });
    this.#erasure = new LmdbErasure({ environment, writer, commits, snapshots, onMarked: () => this.#tell() });
    this.snapshots = createLmdbSnapshots(snapshots, writer, this.#erasure, log);
    this.contents = createLmdbContents(writer, commits, reservations, checkpoints);
    this.checkpoints = {
      load: async (name) => checkpoints.get(name) ?? 0,
      async save(name, position) {
        checkKey(name);
        await writer.apply({ entries: 1, bytes: 0 }, () => void checkpoints.putSync(name, position));
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
      const done = this.#commits.ofCommand(commandId);
      if (done !== undefined) return { result: { outcome: 'duplicate', commit: done } };
      if (this.#commits.versionOf(streamId) !== expectedVersion) throw new VersionConflict(streamId, expectedVersion);
      const position = this.#commits.last() + 1;
      const commit: Commit = { position, streamId, version: expectedVersion + 1, commandId, events, meta, at };
      return { result: { outcome: 'appended', commit }, apply: () => this.#commits.put(commit) };
    });
    if (result.outcome === 'appended') this.#tell();
    return result;
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
      const { commits: slice, isEnd } = this.#commits.sliceOfAll(last, limit - commits.length);
      commits.push(...slice);
      if (isEnd || commits.length >= limit) return commits;
      last = slice.at(-1)?.position ?? last;
      await turnOfNextSlice();
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
    if (isKey(streamId)) await this.#erasure.erase(streamId, meta, at);
  }

  /** Completes erasures that a former process left unfinished. */
  finishErasing(): Promise<void> {
    return this.#erasure.finish();
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#listeners.clear();
    await this.#environment.close();
  }

  #tell(): void {
    // Run in a separate task, so that a listener's error does not reach the appender.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }
}
