import type { Database, RootDatabase } from 'lmdb';

/** `expiresAt` in milliseconds since 1970; a confirmed reservation has no expiry. */
export interface LmdbReservation {
  readonly owner: string;
  readonly expiresAt?: number;
}

/** A put or a removal writes the reservation, adds its expiry entry and removes the former one. */
export const ENTRIES_OF_A_RESERVATION = 3;

/** Sorts before all expiry entries; its presence means that every unconfirmed reservation has one. */
const NOTED: [number, string] = [0, ''];

/**
 * Reservations by key, plus expiry entries for the unconfirmed ones. Most reservations are confirmed, so finding
 * expired ones must not read them all. All writes run in the caller's transaction.
 */
export class LmdbReservationTable {
  readonly #reservations: Database<LmdbReservation, string>;
  /** [expiresAt, key] of unconfirmed reservations */
  readonly #lapses: Database<true, [number, string]>;

  constructor(root: RootDatabase) {
    this.#reservations = root.openDB({ name: 'reservations' });
    this.#lapses = root.openDB({ name: 'reservation-lapses' });
  }

  get(key: string): LmdbReservation | undefined {
    return this.#reservations.get(key);
  }

  put(key: string, reservation: LmdbReservation): void {
    this.#forgetLapse(key);
    this.#reservations.putSync(key, reservation);
    if (reservation.expiresAt !== undefined) this.#lapses.putSync([reservation.expiresAt, key], true);
  }

  remove(key: string): void {
    this.#forgetLapse(key);
    this.#reservations.removeSync(key);
  }

  /** Expiry entries before `now`. */
  lapsingBefore(now: Date): readonly [number, string][] {
    return [...this.#lapses.getKeys({ start: [1, ''], end: [now.getTime(), ''] })];
  }

  /** Removes an outdated entry: its reservation has another expiry, or no longer exists. */
  removeLapse(lapse: [number, string]): void {
    this.#lapses.removeSync(lapse);
  }

  /** False if the store was written before expiry entries existed. */
  hasNotedLapses(): boolean {
    return this.#lapses.doesExist(NOTED);
  }

  noteLapses(): void {
    for (const { key, value } of this.#reservations.getRange({})) {
      if (value.expiresAt !== undefined) this.#lapses.putSync([value.expiresAt, key], true);
    }
    this.#lapses.putSync(NOTED, true);
  }

  count(): number {
    return this.#reservations.getKeysCount();
  }

  /** Sorted by key, starting after `after`; from the first key if `after` is empty. */
  list(after: string, limit: number) {
    const start = after === '' ? {} : { start: after, exclusiveStart: true };
    return [...this.#reservations.getRange({ ...start, limit })].map(({ key, value }) => ({ key, ...value }));
  }

  #forgetLapse(key: string): void {
    const before = this.#reservations.get(key)?.expiresAt;
    if (before !== undefined) this.#lapses.removeSync([before, key]);
  }
}
