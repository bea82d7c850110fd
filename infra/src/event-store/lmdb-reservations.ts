import type { Database } from 'lmdb';
import type { Reservations } from './event-store.ts';
import type { LmdbWriter } from './lmdb-writer.ts';
import { checkKey, isKey } from './store-key.ts';

/** `expiresAt` in milliseconds; a confirmed reservation has none. */
export interface LmdbReservation {
  readonly owner: string;
  readonly expiresAt?: number;
}

/**
 * A reservation that lapsed is free for others at once, before `reap` comes by;
 * its owner may still confirm it as long as nobody else has taken it.
 */
export function createLmdbReservations(
  database: Database<LmdbReservation, string>,
  writer: LmdbWriter,
  clock: () => Date,
): Reservations {
  const hasLapsed = ({ expiresAt }: LmdbReservation, now: Date) => expiresAt !== undefined && expiresAt < now.getTime();

  return {
    reserve: async (key, owner, expiresAt) => {
      checkKey(key);
      return writer.write(() => {
        const held = database.get(key);
        if (held !== undefined && held.owner !== owner && !hasLapsed(held, clock())) return { result: false };
        if (held?.owner === owner && held.expiresAt === undefined) return { result: true };
        return {
          result: true,
          apply: () => void database.putSync(key, { owner, expiresAt: expiresAt.getTime() }),
        };
      });
    },

    confirm: async (key, owner) =>
      writer.write(() => {
        const held = database.get(key);
        if (held?.owner !== owner) throw new Error('a reservation can only be confirmed by its owner');
        if (held.expiresAt === undefined) return { result: undefined };
        return { result: undefined, apply: () => void database.putSync(key, { owner }) };
      }),

    release: async (key, owner) =>
      writer.write(() => {
        if (!isKey(key) || database.get(key)?.owner !== owner) return { result: undefined };
        return { result: undefined, apply: () => void database.removeSync(key) };
      }),

    ownerOf: async (key) => {
      if (!isKey(key)) return undefined;
      const held = database.get(key);
      return held === undefined || hasLapsed(held, clock()) ? undefined : held.owner;
    },

    reap: (now) =>
      writer.write(() => {
        const lapsed = [...database.getRange({})].filter(({ value }) => hasLapsed(value, now)).map(({ key }) => key);
        return {
          result: lapsed.length,
          apply: () => {
            for (const key of lapsed) database.removeSync(key);
          },
        };
      }),
  };
}
