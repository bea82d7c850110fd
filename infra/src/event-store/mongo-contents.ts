import type { Model } from 'mongoose';
import { asked } from '../mongo/outage.ts';
import type { Commit, StoreContents } from './event-store.ts';
import { type CommitDocument, type CommitModel, NOT_ERASED } from './mongo-commits.ts';
import type { ReservationDocument, ReservationModel } from './mongo-reservations.ts';
import { checkRising } from './rising-positions.ts';
import { checkKey } from './store-key.ts';

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
        commits: await asked(commits.countDocuments({ ...NOT_ERASED })),
        reservations: await asked(reservations.countDocuments({})),
      };
    },

    async reservations(after, limit) {
      const found = await asked(
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
      const found = await asked(checkpoints.find({}).lean<CheckpointDocument[]>());
      return found.map(({ _id, position }) => ({ name: _id, position }));
    },

    async restoreCommits(restored) {
      for (const { streamId, commandId } of restored) {
        checkKey(streamId);
        checkKey(commandId);
      }
      checkRising(restored, await head());
      if (restored.length === 0) return;
      await asked(commits.insertMany(restored.map(documentOf), { ordered: true, lean: true }));
    },

    async restoreReservations(restored) {
      for (const { key } of restored) checkKey(key);
      if (restored.length === 0) return;
      const writes = restored.map(({ key, ...held }) => ({
        replaceOne: { filter: { _id: key }, replacement: { _id: key, ...held }, upsert: true },
      }));
      await asked(reservations.bulkWrite(writes, { ordered: true }));
    },
  };
}

function documentOf({ position, streamId, version, commandId, events, meta, at }: Commit): CommitDocument {
  return { _id: position, streamId, version, commandId, events, meta, at };
}
