import type { Database, RootDatabase } from 'lmdb';

/** `expiresAt` in milliseconds; a confirmed reservation has none. */
export interface LmdbReservation {
  readonly owner: string;
  readonly expiresAt?: number;
}

/** A put or a removal writes the reservation and its lapse, and takes the former lapse away. */
export const ENTRIES_OF_A_RESERVATION = 3;

/** Before every lapse: says that those of all reservations are noted. */
const NOTED: [number, string] = [0, ''];

/**
 * Reservations by key, and those that will lapse by when: most are confirmed, and whoever looks for the lapsed ones
 * should not have to read them all. Everything that writes runs in its caller's transaction.
 */
export class LmdbReservationTable {
  readonly #reservations: Database<LmdbReservation, string>;
  /** [expiresAt, key] of what is not confirmed. */
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

  /** What was to lapse before `now`. */
  lapsingBefore(now: Date): readonly [number, string][] {
    return [...this.#lapses.getKeys({ start: [1, ''], end: [now.getTime(), ''] })];
  }

  /** One that holds no more: its reservation has another, or none. */
  removeLapse(lapse: [number, string]): void {
    this.#lapses.removeSync(lapse);
  }

  /** False in a store that was written before lapses were noted. */
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

  /** In the order of their keys, from the one after `after` on; from the first where it is empty. */
  list(after: string, limit: number) {
    const start = after === '' ? {} : { start: after, exclusiveStart: true };
    return [...this.#reservations.getRange({ ...start, limit })].map(({ key, value }) => ({ key, ...value }));
  }

  #forgetLapse(key: string): void {
    const before = this.#reservations.get(key)?.expiresAt;
    if (before !== undefined) this.#lapses.removeSync([before, key]);
  }
}
