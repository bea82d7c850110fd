import type { Model } from 'mongoose';
import { orUnavailable } from '../mongo/outage.ts';
import type { StoreContents } from './event-store.ts';
import { type CommitModel, documentOf, NOT_ERASED } from './mongo-commits.ts';
import type { ReservationDocument, ReservationModel } from './mongo-reservations.ts';
import { checkKey, checkRestored } from './store-key.ts';

export interface CheckpointDocument {
  readonly _id: string;
  readonly position: number;
}

export interface MongoContentsParts {
  readonly commits: CommitModel;
  readonly reservations: ReservationModel;
  readonly checkpoints: Model<CheckpointDocument>;
  readonly head: () => Promise<number>;
}

export function createMongoContents({ commits, reservations, checkpoints, head }: MongoContentsParts): StoreContents {
  return {
    async size() {
      return {
        commits: await orUnavailable(commits.countDocuments({ ...NOT_ERASED })),
        reservations: await orUnavailable(reservations.countDocuments({})),
      };
    },

    async reservations(after, limit) {
      const found = await orUnavailable(
        reservations
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<ReservationDocument[]>(),
      );
      return found.map(({ _id, owner, expiresAt }) => ({
        key: _id,
        owner,
        ...(expiresAt === undefined ? {} : { expiresAt }),
      }));
    },

    async checkpoints() {
      const found = await orUnavailable(checkpoints.find({}).lean<CheckpointDocument[]>());
      return found.map(({ _id, position }) => ({ name: _id, position }));
    },

    async restoreCommits(restored) {
      checkRestored(restored, await head());
      if (restored.length === 0) return;
      const documents = restored.map((commit) =>
        documentOf({ ...commit, expectedVersion: commit.version - 1 }, commit.position),
      );
      await orUnavailable(commits.insertMany(documents, { ordered: true, lean: true }));
    },

    async restoreReservations(restored) {
      for (const { key } of restored) checkKey(key);
      if (restored.length === 0) return;
      const writes = restored.map(({ key, ...held }) => ({
        replaceOne: { filter: { _id: key }, replacement: { _id: key, ...held }, upsert: true },
      }));
      await orUnavailable(reservations.bulkWrite(writes, { ordered: true }));
    },
  };
}
