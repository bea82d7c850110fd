import type { Database } from '../sqlite/database.ts';
import type { Reader } from '../sqlite/reader.ts';
import type { Claim, Reservations } from './event-store.ts';
import { type ReservationRow, tablesOf } from './sqlite-tables.ts';
import { hasLapsed } from './sqlite-writes.ts';
import { checkKey, isKey } from './store-key.ts';

export function createSqliteReservations(
  owner: string,
  reader: Reader,
  write: Database['write'],
  clock: () => Date,
): Reservations {
  const reservationOf = (key: string) =>
    reader.row<ReservationRow>(`SELECT * FROM ${tablesOf(owner).reservations} WHERE key = ?`, key);

  async function reserveAll(claims: readonly Claim[], expiresAt: Date): Promise<readonly boolean[]> {
    for (const { key } of claims) checkKey(key);
    return write('reserve', { owner, claims, expiresAt: expiresAt.getTime(), now: clock().getTime() });
  }

  async function confirmAll(claims: readonly Claim[]): Promise<void> {
    if (!(await write('confirm', { owner, claims }))) {
      throw new Error('a reservation can only be confirmed by its owner');
    }
  }

  return {
    reserve: async (key, holder, expiresAt) => (await reserveAll([{ key, owner: holder }], expiresAt))[0] === true,
    reserveAll,
    confirm: (key, holder) => confirmAll([{ key, owner: holder }]),
    confirmAll,
    async release(key, holder) {
      if (isKey(key)) await write('release', { owner, claim: { key, owner: holder } });
    },
    async ownerOf(key) {
      if (!isKey(key)) return undefined;
      const [, holder, expires = null] = reservationOf(key) ?? [];
      return hasLapsed(expires, clock().getTime()) ? undefined : holder;
    },
    async areConfirmed(claims) {
      return claims.every(({ key, owner: holder }) => {
        const [, heldBy, expires] = reservationOf(key) ?? [];
        return heldBy === holder && expires === null;
      });
    },
    reap: (now) => write('reap', { owner, now: now.getTime() }),
  };
}
