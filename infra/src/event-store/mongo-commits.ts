import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { isOutage, orUnavailable } from '../mongo/outage.ts';
import type { AppendRequest, Commit } from './event-store.ts';

/** A commit in the database: its position is the id. */
export interface CommitDocument extends Omit<Commit, 'position'> {
  readonly _id: number;
  /** On the marker commit of an erased stream until all earlier commits are emptied. */
  readonly erasing?: boolean;
}

/** A request, with the field that only erasures set. */
export type Appending = AppendRequest & Pick<CommitDocument, 'erasing'>;

export type CommitModel = Model<CommitDocument>;

/**
 * Filter that hides erased commits. Only their positions and versions and `erased: true` remain, so that neither is
 * reused, even by a delayed writer that wakes up later.
 */
export const NOT_ERASED = { erased: { $exists: false } } as const;

/** The largest limit that all servers accept. */
const LARGEST_LIMIT = 2 ** 31 - 1;

const OPTIONS = { versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false } as const;

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    streamId: String,
    version: Number,
    commandId: String,
    events: Schema.Types.Mixed,
    meta: Schema.Types.Mixed,
    at: String,
    erasing: Boolean,
    erased: Boolean,
  },
  { ...OPTIONS, collection: 'commits' },
);
schema.index({ streamId: 1, version: 1 }, { unique: true, name: 'stream_version' });
// Sparse, because erased commits have no command.
schema.index({ commandId: 1 }, { unique: true, sparse: true, name: 'command' });
schema.index({ erasing: 1 }, { sparse: true, name: 'erasing' });

export function commitModel(connection: Connection): CommitModel {
  return connection.model<CommitDocument>('Commit', schema);
}

export function toCommit({ _id, streamId, version, commandId, events, meta, at }: CommitDocument): Commit {
  return { position: _id, streamId, version, commandId, events, meta, at };
}

/**
 * Highest position in the store, including erased commits.
 * @param floor a position known to exist, or 0
 */
export async function headOf(commits: CommitModel, floor: number): Promise<number> {
  const last = await orUnavailable(
    commits
      .findOne({ _id: { $gte: floor } }, { _id: 1 })
      .sort({ _id: -1 })
      .lean<Pick<CommitDocument, '_id'>>(),
  );
  return last?._id ?? floor;
}

/** Commits that the driver decodes in one turn of the event loop. */
const BATCH = 50;

export async function readCommits(
  commits: CommitModel,
  filter: Readonly<Record<string, unknown>>,
  order: Readonly<Record<string, 1 | -1>>,
  limit?: number,
): Promise<readonly Commit[]> {
  const cursor = commits
    .find({ ...filter, ...NOT_ERASED })
    .sort({ ...order })
    .limit(Math.min(limit ?? LARGEST_LIMIT, LARGEST_LIMIT))
    .batchSize(BATCH)
    .lean<CommitDocument[]>()
    .cursor();
  const found: Commit[] = [];
  await orUnavailable(
    cursor.eachAsync((document) => {
      found.push(toCommit(document as unknown as CommitDocument));
    }),
  );
  return found;
}

export async function lastCommit(commits: CommitModel, streamId: string): Promise<Commit | undefined> {
  return (await readCommits(commits, { streamId }, { version: -1 }, 1))[0];
}

/** The lowest version of a stream that is not erased; infinite if there is no such version. */
export async function firstVersion(commits: CommitModel, streamId: string): Promise<number> {
  return (await readCommits(commits, { streamId }, { version: 1 }, 1))[0]?.version ?? Number.POSITIVE_INFINITY;
}

export function documentOf(request: Appending, position: number): CommitDocument {
  const { streamId, expectedVersion, commandId, events, meta, at, erasing } = request;
  const document = { _id: position, streamId, version: expectedVersion + 1, commandId, events, meta, at };
  return erasing === true ? { ...document, erasing } : document;
}

/** Commits of those commands that have already run. */
export async function commandsDone(
  commits: CommitModel,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, CommitDocument>> {
  if (commandIds.length === 0) return new Map();
  const filter = { commandId: { $in: [...new Set(commandIds)] }, ...NOT_ERASED };
  const documents = await orUnavailable(commits.find(filter).lean<CommitDocument[]>());
  return new Map(documents.map((document) => [document.commandId, document]));
}

/** Current versions of the streams, omitting those below the expected version. */
export async function versionsOf(
  commits: CommitModel,
  requests: readonly Appending[],
): Promise<ReadonlyMap<string, number>> {
  const expected = new Map<string, number>();
  for (const { streamId, expectedVersion } of requests) {
    expected.set(streamId, Math.min(expectedVersion, expected.get(streamId) ?? expectedVersion));
  }
  const found = await orUnavailable(
    commits
      .find(
        { $or: [...expected].map(([streamId, version]) => ({ streamId, version: { $gte: version } })) },
        { streamId: 1, version: 1 },
      )
      .lean<Pick<CommitDocument, '_id' | 'streamId' | 'version'>[]>(),
  );
  const versions = new Map<string, number>();
  for (const { streamId, version } of found) versions.set(streamId, Math.max(version, versions.get(streamId) ?? 0));
  return versions;
}

/** Stops at the first document that cannot be inserted. */
export async function insertInOrder(
  commits: CommitModel,
  documents: readonly CommitDocument[],
): Promise<{ readonly inserted: number; readonly error?: unknown }> {
  try {
    await commits.insertMany([...documents], { ordered: true, lean: true });
    return { inserted: documents.length };
  } catch (error) {
    // If the server does not name the first failure, the outcome of all inserts is unknown.
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || isOutage(error)) return { inserted: 0, error };
    return { inserted: error.result.insertedCount, error };
  }
}
