import { type Connection, type Model, Schema } from 'mongoose';
import type { MongoConnection } from '../mongo/connection.ts';
import { type IndexedModel, makeIndexes, type SeesToIndexes } from '../mongo/indexes.ts';
import { orUnavailable } from '../mongo/outage.ts';
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
  StoreContents,
} from './event-store.ts';
import { isMarker, markerOf, VersionConflict } from './event-store.ts';
import { gatedEventStore } from './gated-event-store.ts';
import { MongoAppender } from './mongo-appender.ts';
import {
  type CommitModel,
  commitModel,
  firstVersion,
  headOf,
  lastCommit,
  NOT_ERASED,
  readCommits,
} from './mongo-commits.ts';
import { type CheckpointDocument, createMongoContents } from './mongo-contents.ts';
import { HeadWatch } from './mongo-head-watch.ts';
import { createMongoReservations, reservationModel } from './mongo-reservations.ts';
import { createMongoSnapshots, type MongoSnapshots } from './mongo-snapshots.ts';
import { checkKey, isKey } from './store-key.ts';
import { SLICE_COMMITS, wholeStream } from './stream-slices.ts';
import type { WriteGate } from './write-gate.ts';

export interface MongoEventStoreOptions {
  /** Used by a single service; the caller closes it. */
  readonly connection: MongoConnection;
  readonly log: Logger;
  /** Decides whether a reservation has expired. */
  readonly clock?: () => Date;
  /** Holds back writes, once the store is open. */
  readonly gate?: WriteGate;
  /** By default creates the missing indexes. */
  readonly seeToIndexes?: SeesToIndexes;
}

const checkpointSchema = new Schema(
  { _id: { type: String, required: true }, position: Number },
  { versionKey: false, autoIndex: false, autoCreate: false, id: false, collection: 'checkpoints' },
);

/** Models of the store that have indexes. */
export function eventStoreModels({ mongoose }: MongoConnection): readonly IndexedModel[] {
  return [commitModel(mongoose), reservationModel(mongoose)];
}

/** Commits emptied by one command. */
const EMPTIED_TOGETHER = 200;

/** Event store of a service that runs in any number of processes. */
export async function openMongoEventStore({
  connection,
  log,
  clock = () => new Date(),
  gate,
  seeToIndexes = async (models) => void (await makeIndexes(models)),
}: MongoEventStoreOptions): Promise<EventStore> {
  await seeToIndexes(eventStoreModels(connection));
  const store = new MongoEventStore(connection.mongoose, clock, log);
  await store.finishErasing();
  return gate === undefined ? store : gatedEventStore(store, gate);
}

class MongoEventStore implements EventStore {
  readonly reservations: Reservations;
  readonly snapshots: MongoSnapshots;
  readonly checkpoints: Checkpoints;
  readonly contents: StoreContents;
  readonly #commits: CommitModel;
  readonly #appender: MongoAppender;
  readonly #watch: HeadWatch;
  /** A position known to exist. */
  #floor = 0;

  constructor(connection: Connection, clock: () => Date, log: Logger) {
    this.#commits = commitModel(connection);
    this.#watch = new HeadWatch(() => this.head(), log);
    this.#appender = new MongoAppender(this.#commits, (position) => this.#watch.reached(position));
    const reservations = reservationModel(connection);
    this.reservations = createMongoReservations(reservations, clock);
    const checkpoints: Model<CheckpointDocument> = connection.model<CheckpointDocument>('Checkpoint', checkpointSchema);
    this.snapshots = createMongoSnapshots(connection, this.#commits, log);
    this.contents = createMongoContents({
      commits: this.#commits,
      reservations,
      checkpoints,
      head: () => this.head(),
    });
    this.checkpoints = {
      load: async (name) => (await orUnavailable(checkpoints.findById(name).lean<CheckpointDocument>()))?.position ?? 0,
      save: async (name, position) => {
        checkKey(name);
        await orUnavailable(checkpoints.updateOne({ _id: name }, { $set: { position } }, { upsert: true }));
      },
    };
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    checkKey(request.streamId);
    checkKey(request.commandId);
    const { streamId, expectedVersion, commandId, events, meta, at } = request;
    return this.#appender.append({ streamId, expectedVersion, commandId, events, meta, at });
  }

  async findCommand(commandId: string): Promise<Commit | undefined> {
    if (!isKey(commandId)) return undefined;
    return (await readCommits(this.#commits, { commandId }, { _id: 1 }, 1))[0];
  }

  readStream(streamId: string, after?: number): Promise<readonly Commit[]> {
    return wholeStream(this, streamId, after);
  }

  async readSlice(streamId: string, after: number): Promise<Slice> {
    if (!isKey(streamId)) return { commits: [], isEnd: true };
    const filter = { streamId, version: { $gt: after } };
    const commits = await readCommits(this.#commits, filter, { version: 1 }, SLICE_COMMITS);
    this.#appender.noteVersion(streamId, commits.at(-1)?.version ?? 0);
    return { commits, isEnd: commits.length < SLICE_COMMITS };
  }

  async readAll(after: number, limit: number): Promise<readonly Commit[]> {
    if (limit < 1) return [];
    return readCommits(this.#commits, { _id: { $gt: after } }, { _id: 1 }, limit);
  }

  async head(): Promise<number> {
    this.#floor = Math.max(this.#floor, await headOf(this.#commits, this.#floor));
    return this.#floor;
  }

  onAppend(listener: () => void): () => void {
    return this.#watch.listen(listener);
  }

  async eraseStream(streamId: string, meta: CommitMeta, at: string): Promise<void> {
    if (!isKey(streamId)) return;
    for (;;) {
      const last = await lastCommit(this.#commits, streamId);
      if (last === undefined) return;
      if (isMarker(last)) return this.#empty(streamId, last.version);
      try {
        // Write the marker first: if the process dies after it, the next start finds the unfinished erasure.
        await this.#appender.append({ ...markerOf(streamId, last.version, meta, at), erasing: true });
      } catch (error) {
        // Another process has written to the stream or erased it meanwhile.
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
  }

  /** Completes erasures that a former process left unfinished. */
  async finishErasing(): Promise<void> {
    const marks = await orUnavailable(
      this.#commits.find({ erasing: true }).lean<{ readonly streamId: string; readonly version: number }[]>(),
    );
    for (const { streamId, version } of marks) await this.#empty(streamId, version);
  }

  async close(): Promise<void> {
    this.#watch.close();
    await this.#appender.close();
  }

  /**
   * Empties the commits before the marker, oldest first, removes the snapshots, and only then clears the `erasing`
   * flag. Snapshots that readers save meanwhile are removed by the second removal, or by `save` itself.
   */
  async #empty(streamId: string, mark: number): Promise<void> {
    await this.snapshots.remove(streamId);
    for (let from = await firstVersion(this.#commits, streamId); from < mark; from += EMPTIED_TOGETHER) {
      await orUnavailable(
        this.#commits.updateMany(
          { streamId, version: { $gte: from, $lt: Math.min(from + EMPTIED_TOGETHER, mark) }, ...NOT_ERASED },
          { $set: { erased: true }, $unset: { commandId: 1, events: 1, meta: 1, at: 1, erasing: 1 } },
        ),
      );
    }
    await this.snapshots.remove(streamId);
    await orUnavailable(this.#commits.updateOne({ streamId, version: mark }, { $unset: { erasing: 1 } }));
  }
}
