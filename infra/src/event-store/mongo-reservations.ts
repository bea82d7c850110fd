import { type Connection, type Model, Schema } from 'mongoose';
import { collectionOf, isDuplicateKey, orUnavailable, refusedAsDuplicates } from '../mongo/outage.ts';
import type { Claim, Reservations } from './event-store.ts';
import { checkKey, isKey } from './store-key.ts';

/** `expiresAt` in milliseconds since 1970; a confirmed reservation has no expiry. */
export interface ReservationDocument {
  readonly _id: string;
  readonly owner: string;
  readonly expiresAt?: number;
}

export type ReservationModel = Model<ReservationDocument>;

const schema = new Schema(
  { _id: { type: String, required: true }, owner: String, expiresAt: Number },
  { versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false, collection: 'reservations' },
);
schema.index({ expiresAt: 1 }, { sparse: true, name: 'expires' });

export function reservationModel(connection: Connection): ReservationModel {
  return connection.model<ReservationDocument>('Reservation', schema);
}

/**
 * An expired reservation is free for others at once, before `reap` runs; its owner may still confirm it if no other
 * owner has taken the key.
 */
export function createMongoReservations(reservations: ReservationModel, clock: () => Date): Reservations {
  const collection = collectionOf(reservations);
  const find = (key: string) => orUnavailable(reservations.findById(key).lean<ReservationDocument>());

  async function reserve(key: string, owner: string, expiresAt: Date): Promise<boolean> {
    checkKey(key);
    while (!(await take(key, owner, expiresAt))) {
      // Another owner holds the key and it cannot be taken over, or it has become free since.
      const held = await find(key);
      if (held?.owner === owner && held.expiresAt === undefined) return true;
      if (held !== null && held.owner !== owner && !hasLapsed(held, clock())) return false;
    }
    return true;
  }

  /** Reserves a key that is free, has lapsed, or is reserved by this owner and not confirmed; false if there is another. */
  async function take(key: string, owner: string, expiresAt: Date): Promise<boolean> {
    const mayTake = [{ owner, expiresAt: { $exists: true } }, { expiresAt: { $lt: clock().getTime() } }];
    const update = { $set: { owner, expiresAt: expiresAt.getTime() } };
    try {
      await orUnavailable(reservations.updateOne({ _id: key, $or: mayTake }, update, { upsert: true }));
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  /** Keys reserved in batches are nearly always new: insert them all, and check only the ones that are taken. */
  async function reserveAll(claims: readonly Claim[], expiresAt: Date): Promise<readonly boolean[]> {
    for (const { key } of claims) checkKey(key);
    const documents = claims.map(({ key, owner }) => ({ _id: key, owner, expiresAt: expiresAt.getTime() }));
    const taken = await refusedAsDuplicates(documents, (all) => collection.insertMany([...all], { ordered: false }));
    const reserved = claims.map(() => true);
    for (const index of taken) {
      const { key, owner } = claims[index] as Claim;
      reserved[index] = await reserve(key, owner, expiresAt);
    }
    return reserved;
  }

  async function confirmAll(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    const { matchedCount } = await orUnavailable(
      collection.bulkWrite(
        claims.map(({ key, owner }) => ({
          updateOne: { filter: { _id: key, owner }, update: { $unset: { expiresAt: 1 } } },
        })),
        { ordered: false },
      ),
    );
    if (matchedCount < claims.length) throw new Error('a reservation can only be confirmed by its owner');
  }

  return {
    reserve,
    reserveAll,
    confirm: (key, owner) => confirmAll([{ key, owner }]),
    confirmAll,

    async release(key, owner) {
      await orUnavailable(reservations.deleteOne({ _id: key, owner }));
    },

    async ownerOf(key) {
      if (!isKey(key)) return undefined;
      const held = await find(key);
      return held === null || hasLapsed(held, clock()) ? undefined : held.owner;
    },

    async areConfirmed(claims) {
      const confirmed = { _id: { $in: claims.map(({ key }) => key) }, expiresAt: { $exists: false } };
      const found = await orUnavailable(reservations.find(confirmed).lean<ReservationDocument[]>());
      const owners = new Map(found.map(({ _id, owner }) => [_id, owner]));
      return claims.every(({ key, owner }) => owners.get(key) === owner);
    },

    async reap(now) {
      const { deletedCount } = await orUnavailable(reservations.deleteMany({ expiresAt: { $lt: now.getTime() } }));
      return deletedCount;
    },
  };
}

function hasLapsed({ expiresAt }: ReservationDocument, now: Date): boolean {
  return expiresAt !== undefined && expiresAt < now.getTime();
}
