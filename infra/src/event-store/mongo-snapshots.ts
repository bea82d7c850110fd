import { type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey, orUnavailable } from '../mongo/outage.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Snapshots } from './event-store.ts';
import { type CommitModel, NOT_ERASED } from './mongo-commits.ts';
import { isKey } from './store-key.ts';

interface SnapshotDocument {
  readonly _id: string;
  readonly streamId: string;
  readonly version: number;
  readonly shape: string;
  /** JSON, because the server may treat some field names as operators. */
  readonly state: string;
}

const schema = new Schema(
  { _id: { type: String, required: true }, streamId: String, version: Number, shape: String, state: String },
  { versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false, collection: 'snapshots' },
);

export interface MongoSnapshots extends Snapshots {
  remove(streamId: string): Promise<void>;
}

export function createMongoSnapshots(connection: Connection, commits: CommitModel, log: Logger): MongoSnapshots {
  const snapshots: Model<SnapshotDocument> = connection.model<SnapshotDocument>('Snapshot', schema);

  async function isAlive(streamId: string, version: number): Promise<boolean> {
    const found = await orUnavailable(
      commits
        .find({ streamId, version, ...NOT_ERASED }, { _id: 1 })
        .limit(1)
        .lean(),
    );
    return found.length > 0;
  }

  async function put({ _id, ...values }: SnapshotDocument): Promise<void> {
    const older = [{ version: { $lt: values.version } }, { shape: { $ne: values.shape } }];
    try {
      await orUnavailable(snapshots.updateOne({ _id, $or: older }, { $set: values }, { upsert: true }));
    } catch (error) {
      // A newer snapshot exists.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  return {
    async load(fold, streamId) {
      if (!isKey(streamId)) return undefined;
      const found = await orUnavailable(snapshots.findById(idOf(streamId, fold)).lean<SnapshotDocument>());
      return found === null
        ? undefined
        : { version: found.version, shape: found.shape, state: JSON.parse(found.state) };
    },

    async save(fold, streamId, { version, shape, state }) {
      if (!isKey(streamId)) return;
      try {
        const _id = idOf(streamId, fold);
        await put({ _id, streamId, version, shape, state: JSON.stringify(state) });
        // Check afterwards: an erasure that ran before this write did not remove the new snapshot.
        if (!(await isAlive(streamId, version))) await orUnavailable(snapshots.deleteOne({ _id }));
      } catch (error) {
        log.warn({ err: error, streamId, fold }, 'a snapshot cannot be kept');
      }
    },

    async remove(streamId) {
      await orUnavailable(snapshots.deleteMany({ _id: { $gte: idOf(streamId, ''), $lt: idOf(streamId, '\uffff') } }));
    },
  };
}

/** Ids of one stream are adjacent. */
function idOf(streamId: string, fold: string): string {
  return `${JSON.stringify(streamId)} ${fold}`;
}
