import { type Connection, type Model, Schema } from 'mongoose';
import { asked, isDuplicateKey } from '../mongo/outage.ts';
import type { Reservations } from './event-store.ts';
import { checkKey, isKey } from './store-key.ts';

/** `expiresAt` in milliseconds; a confirmed reservation has none. */
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
 * A reservation that lapsed is free for others at once, before `reap` comes by;
 * its owner may still confirm it as long as nobody else has taken it.
 */
export function createMongoReservations(reservations: ReservationModel, clock: () => Date): Reservations {
  const find = (key: string) => asked(reservations.findById(key).lean<ReservationDocument>());

  return {
    async reserve(key, owner, expiresAt) {
      checkKey(key);
      for (;;) {
        const mayTake = [{ owner, expiresAt: { $exists: true } }, { expiresAt: { $lt: clock().getTime() } }];
        try {
          await asked(
            reservations.updateOne(
              { _id: key, $or: mayTake },
              { $set: { owner, expiresAt: expiresAt.getTime() } },
              { upsert: true },
            ),
          );
          return true;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        // Somebody has it and it may not be taken over; or had it, and it is free by now.
        const held = await find(key);
        if (held?.owner === owner && held.expiresAt === undefined) return true;
        if (held !== null && held.owner !== owner && !hasLapsed(held, clock())) return false;
      }
    },

    async confirm(key, owner) {
      const { matchedCount } = await asked(reservations.updateOne({ _id: key, owner }, { $unset: { expiresAt: 1 } }));
      if (matchedCount === 0) throw new Error('a reservation can only be confirmed by its owner');
    },

    async release(key, owner) {
      await asked(reservations.deleteOne({ _id: key, owner }));
    },

    async ownerOf(key) {
      if (!isKey(key)) return undefined;
      const held = await find(key);
      return held === null || hasLapsed(held, clock()) ? undefined : held.owner;
    },

    async reap(now) {
      const { deletedCount } = await asked(reservations.deleteMany({ expiresAt: { $lt: now.getTime() } }));
      return deletedCount;
    },
  };
}

function hasLapsed({ expiresAt }: ReservationDocument, now: Date): boolean {
  return expiresAt !== undefined && expiresAt < now.getTime();
}
