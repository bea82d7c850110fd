import type { Work } from '../lmdb/room.ts';
import type { LmdbWriter } from '../lmdb/writer.ts';
import type { Claim, Reservations } from './event-store.ts';
import { ENTRIES_OF_A_RESERVATION, type LmdbReservation, type LmdbReservationTable } from './lmdb-reservation-table.ts';
import { checkKey, isKey } from './store-key.ts';

const RESERVATION_BYTES = 200;

/**
 * An expired reservation is free for others at once, before `reap` runs; its owner may still confirm it if no other
 * owner has taken the key.
 */
export function createLmdbReservations(
  table: LmdbReservationTable,
  writer: LmdbWriter,
  clock: () => Date,
): Reservations {
  const hasLapsed = ({ expiresAt }: LmdbReservation, now: Date) => expiresAt !== undefined && expiresAt < now.getTime();

  async function reserveAll(claims: readonly Claim[], expiresAt: Date): Promise<readonly boolean[]> {
    for (const { key } of claims) checkKey(key);
    return writer.write(workOf(claims.length), () => {
      const changed = new Map<string, LmdbReservation>();
      const result = claims.map(({ key, owner }) => {
        const held = changed.get(key) ?? table.get(key);
        if (held !== undefined && held.owner !== owner && !hasLapsed(held, clock())) return false;
        const lasts = held?.owner === owner && held.expiresAt === undefined;
        if (!lasts) changed.set(key, { owner, expiresAt: expiresAt.getTime() });
        return true;
      });
      return { result, apply: () => putAll(changed) };
    });
  }

  async function confirmAll(claims: readonly Claim[]): Promise<void> {
    const held = await writer.write(workOf(claims.length), () => {
      const lasting = new Map<string, LmdbReservation>();
      let result = true;
      for (const { key, owner } of claims) {
        const before = table.get(key);
        if (before?.owner !== owner) result = false;
        else if (before.expiresAt !== undefined) lasting.set(key, { owner });
      }
      return { result, apply: () => putAll(lasting) };
    });
    if (!held) throw new Error('a reservation can only be confirmed by its owner');
  }

  function putAll(reservations: ReadonlyMap<string, LmdbReservation>): void {
    for (const [key, reservation] of reservations) table.put(key, reservation);
  }

  return {
    reserve: async (key, owner, expiresAt) => (await reserveAll([{ key, owner }], expiresAt))[0] === true,
    reserveAll,
    confirm: (key, owner) => confirmAll([{ key, owner }]),
    confirmAll,

    release: async (key, owner) =>
      writer.write(workOf(1), () => {
        if (!isKey(key) || table.get(key)?.owner !== owner) return { result: undefined };
        return { result: undefined, apply: () => table.remove(key) };
      }),

    ownerOf: async (key) => {
      if (!isKey(key)) return undefined;
      const held = table.get(key);
      return held === undefined || hasLapsed(held, clock()) ? undefined : held.owner;
    },

    reap: async (now) => {
      if (!table.hasNotedLapses()) {
        await writer.apply(workOf(table.count()), () => table.noteLapses());
      }
      const lapses = table.lapsingBefore(now);
      if (lapses.length === 0) return 0;
      return writer.write(workOf(lapses.length), () => {
        // The reservations may have been confirmed or taken since they were listed.
        const stands = ([expiresAt, key]: [number, string]) => table.get(key)?.expiresAt === expiresAt;
        const lapsed = lapses.filter(stands);
        const over = lapses.filter((lapse) => !stands(lapse));
        return {
          result: lapsed.length,
          apply: () => {
            for (const [, key] of lapsed) table.remove(key);
            for (const lapse of over) table.removeLapse(lapse);
          },
        };
      });
    },
  };
}

function workOf(reservations: number): Work {
  return { entries: reservations * ENTRIES_OF_A_RESERVATION, bytes: reservations * RESERVATION_BYTES };
}
