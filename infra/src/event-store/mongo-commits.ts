import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { asked, isOutage } from '../mongo/outage.ts';
import type { AppendRequest, Commit, CommitMeta, StoredEvent } from './event-store.ts';

/** A commit as it lies in the database: its position is its id. */
export interface CommitDocument {
  readonly _id: number;
  readonly streamId: string;
  readonly version: number;
  readonly commandId: string;
  readonly events: readonly StoredEvent[];
  readonly meta: CommitMeta;
  readonly at: string;
  /** On the commit that marks an erased stream, until every earlier one is empty. */
  readonly erasing?: boolean;
}

/** A request with what the erasing of a stream adds to it. */
export type Appending = AppendRequest & Pick<CommitDocument, 'erasing'>;

export type CommitModel = Model<CommitDocument>;

/**
 * Keeps erased commits out of every answer. What stays of one are its places and `erased: true`, so that neither
 * its position nor its version is ever given out again, whatever a writer that was asleep meanwhile still sends.
 */
export const NOT_ERASED = { erased: { $exists: false } } as const;

/** The largest limit that every server takes. */
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
// Sparse, as what is erased has no command any more.
schema.index({ commandId: 1 }, { unique: true, sparse: true, name: 'command' });
schema.index({ erasing: 1 }, { sparse: true, name: 'erasing' });

export function commitModel(connection: Connection): CommitModel {
  return connection.model<CommitDocument>('Commit', schema);
}

export function toCommit({ _id, streamId, version, commandId, events, meta, at }: CommitDocument): Commit {
  return { position: _id, streamId, version, commandId, events, meta, at };
}

/**
 * Highest position there is, of an erased commit too.
 * @param floor a position that is there, or 0
 */
export async function headOf(commits: CommitModel, floor: number): Promise<number> {
  const last = await asked(
    commits
      .findOne({ _id: { $gte: floor } }, { _id: 1 })
      .sort({ _id: -1 })
      .lean<Pick<CommitDocument, '_id'>>(),
  );
  return last?._id ?? floor;
}

/** Commits that the driver makes objects of in one turn of the event loop. */
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
  await asked(
    cursor.eachAsync((document) => {
      found.push(toCommit(document as unknown as CommitDocument));
    }),
  );
  return found;
}

export async function lastCommit(commits: CommitModel, streamId: string): Promise<Commit | undefined> {
  return (await readCommits(commits, { streamId }, { version: -1 }, 1))[0];
}

/** The lowest version of a stream that is not erased; infinite where there is none. */
export async function firstVersion(commits: CommitModel, streamId: string): Promise<number> {
  return (await readCommits(commits, { streamId }, { version: 1 }, 1))[0]?.version ?? Number.POSITIVE_INFINITY;
}

export function documentOf(request: Appending, position: number): CommitDocument {
  const { streamId, expectedVersion, commandId, events, meta, at, erasing } = request;
  const document = { _id: position, streamId, version: expectedVersion + 1, commandId, events, meta, at };
  return erasing === true ? { ...document, erasing } : document;
}

/** What the commands did that are done. */
export async function commandsDone(
  commits: CommitModel,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, CommitDocument>> {
  if (commandIds.length === 0) return new Map();
  const filter = { commandId: { $in: [...new Set(commandIds)] }, ...NOT_ERASED };
  const documents = await asked(commits.find(filter).lean<CommitDocument[]>());
  return new Map(documents.map((document) => [document.commandId, document]));
}

/** The versions of the streams, as far as they are not below what is expected. */
export async function versionsOf(
  commits: CommitModel,
  requests: readonly Appending[],
): Promise<ReadonlyMap<string, number>> {
  const expected = new Map<string, number>();
  for (const { streamId, expectedVersion } of requests) {
    expected.set(streamId, Math.min(expectedVersion, expected.get(streamId) ?? expectedVersion));
  }
  const found = await asked(
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

/** Ends at the first that cannot be inserted. */
export async function insertInOrder(
  commits: CommitModel,
  documents: readonly CommitDocument[],
): Promise<{ readonly inserted: number; readonly error?: unknown }> {
  try {
    await commits.insertMany([...documents], { ordered: true, lean: true });
    return { inserted: documents.length };
  } catch (error) {
    // Unless the server names the first that failed, nothing is known of any of them.
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || isOutage(error)) return { inserted: 0, error };
    return { inserted: error.result.insertedCount, error };
  }
}
