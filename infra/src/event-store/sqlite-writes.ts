import type { WritableStatements } from '../sqlite/serve-database.ts';
import type { Claim, StoredCheckpoint, StoredReservation, StoredSnapshot } from './event-store.ts';
import { type CommitRow, type ReservationRow, type SnapshotRow, tablesOf } from './sqlite-tables.ts';

/** A commit without its position. */
interface NewCommit {
  readonly streamId: string;
  readonly version: number;
  readonly commandId: string;
  readonly body: string;
}

interface OfOwner {
  readonly owner: string;
}

type Appended =
  | { readonly outcome: 'appended'; readonly position: number }
  | { readonly outcome: 'duplicate'; readonly row: CommitRow }
  | { readonly outcome: 'conflict' };

/** Commits deleted in one transaction, so that other writes need not wait for a long stream. */
const TOGETHER = 100;

/** Writes of the event stores, each atomic. They run on the thread of the file. */
export const eventStoreWrites = {
  append(sql: WritableStatements, { owner, ...commit }: OfOwner & NewCommit): Appended {
    const { commits } = tablesOf(owner);
    const row = sql.row<CommitRow>(`SELECT * FROM ${commits} WHERE command = ?`, commit.commandId);
    if (row !== undefined) return { outcome: 'duplicate', row };
    if (versionOf(sql, owner, commit.streamId) !== commit.version - 1) return { outcome: 'conflict' };
    return { outcome: 'appended', position: insertLast(sql, owner, commit) };
  },

  /** Adds the marker and begins to erase the stream; false if it has another version meanwhile. */
  markErased(sql: WritableStatements, { owner, ...marker }: OfOwner & NewCommit): boolean {
    const { streamId, version } = marker;
    if (versionOf(sql, owner, streamId) !== version - 1) return false;
    insertLast(sql, owner, marker);
    sql.replace(tablesOf(owner).erasing, [streamId, version]);
    eraseSome(sql, owner, streamId);
    return true;
  },

  /** Deletes the next commits of a stream that is being erased; false once none is left. */
  eraseMore(sql: WritableStatements, { owner, streamId }: OfOwner & { readonly streamId: string }): boolean {
    return eraseSome(sql, owner, streamId);
  },

  reserve(
    sql: WritableStatements,
    {
      owner: store,
      claims,
      expiresAt,
      now,
    }: OfOwner & { readonly claims: readonly Claim[]; readonly expiresAt: number; readonly now: number },
  ): readonly boolean[] {
    const { reservations } = tablesOf(store);
    return claims.map(({ key, owner }) => {
      const held = reservationOf(sql, store, key);
      if (held !== undefined && held.owner !== owner && !hasLapsed(held.expires, now)) return false;
      const lasts = held?.owner === owner && held.expires === null;
      if (!lasts) sql.replace(reservations, [key, owner, expiresAt]);
      return true;
    });
  },

  /** False if another owner holds one of them; the others are confirmed. */
  confirm(sql: WritableStatements, { owner: store, claims }: OfOwner & { readonly claims: readonly Claim[] }): boolean {
    let areHeld = true;
    for (const { key, owner } of claims) {
      const held = reservationOf(sql, store, key);
      if (held?.owner !== owner) areHeld = false;
      else if (held.expires !== null) sql.replace(tablesOf(store).reservations, [key, owner, null]);
    }
    return areHeld;
  },

  release(sql: WritableStatements, { owner: store, claim: { key, owner } }: OfOwner & { readonly claim: Claim }): void {
    const removed = sql.run(`DELETE FROM ${tablesOf(store).reservations} WHERE key = ? AND owner = ?`, key, owner);
    if (removed > 0) sql.hasErased = true;
  },

  reap(sql: WritableStatements, { owner, now }: OfOwner & { readonly now: number }): number {
    const removed = sql.run(`DELETE FROM ${tablesOf(owner).reservations} WHERE expires < ?`, now);
    if (removed > 0) sql.hasErased = true;
    return removed;
  },

  saveCheckpoint(sql: WritableStatements, { owner, name, position }: OfOwner & StoredCheckpoint): void {
    sql.replace(tablesOf(owner).checkpoints, [name, position]);
  },

  saveSnapshot(
    sql: WritableStatements,
    {
      owner,
      streamId,
      fold,
      snapshot: { version, shape, state },
    }: OfOwner & {
      readonly streamId: string;
      readonly fold: string;
      readonly snapshot: StoredSnapshot & { readonly state: string };
    },
  ): void {
    const { snapshots, commits } = tablesOf(owner);
    const stored = sql.row<SnapshotRow>(`SELECT * FROM ${snapshots} WHERE stream = ? AND fold = ?`, streamId, fold);
    const isNewer = stored === undefined || stored[3] !== shape || stored[2] < version;
    const exists = sql.value(`SELECT 1 FROM ${commits} WHERE stream = ? AND version = ?`, streamId, version) === 1;
    const isErased = version <= erasedBefore(sql, owner, streamId);
    if (isNewer && exists && !isErased) sql.replace(snapshots, [streamId, fold, version, shape, state]);
  },

  restoreCommits(
    sql: WritableStatements,
    { owner, restored }: OfOwner & { readonly restored: readonly (NewCommit & { readonly position: number })[] },
  ): void {
    const { commits } = tablesOf(owner);
    for (const { position, streamId, version, commandId, body } of restored) {
      sql.insert(commits, [position, streamId, version, commandId, body]);
    }
  },

  restoreReservations(
    sql: WritableStatements,
    { owner: store, restored }: OfOwner & { readonly restored: readonly StoredReservation[] },
  ): void {
    for (const { key, owner, expiresAt } of restored) {
      sql.replace(tablesOf(store).reservations, [key, owner, expiresAt ?? null]);
    }
  },
};

/** An expired reservation is free for others at once, before it is reaped. */
export function hasLapsed(expires: number | null, now: number): boolean {
  return expires !== null && expires < now;
}

function reservationOf(sql: WritableStatements, store: string, key: string) {
  const { reservations } = tablesOf(store);
  const row = sql.row<ReservationRow>(`SELECT * FROM ${reservations} WHERE key = ?`, key);
  return row === undefined ? undefined : { owner: row[1], expires: row[2] };
}

function versionOf(sql: WritableStatements, owner: string, streamId: string): number {
  return sql.value<number>(`SELECT MAX(version) FROM ${tablesOf(owner).commits} WHERE stream = ?`, streamId) ?? 0;
}

function insertLast(sql: WritableStatements, owner: string, { streamId, version, commandId, body }: NewCommit): number {
  const { commits } = tablesOf(owner);
  const position = (sql.value<number>(`SELECT MAX(position) FROM ${commits}`) ?? 0) + 1;
  sql.insert(commits, [position, streamId, version, commandId, body]);
  return position;
}

/** Version before which the commits of a stream are being erased. */
function erasedBefore(sql: WritableStatements, owner: string, streamId: string): number {
  return sql.value<number>(`SELECT version FROM ${tablesOf(owner).erasing} WHERE stream = ?`, streamId) ?? 0;
}

/** Deletes the oldest commits first, and at the end the note that the stream is being erased. */
function eraseSome(sql: WritableStatements, owner: string, streamId: string): boolean {
  const { commits, snapshots, erasing } = tablesOf(owner);
  const before = erasedBefore(sql, owner, streamId);
  if (before === 0) return false;
  sql.hasErased = true;
  // Also those that a reader has saved since the marker.
  sql.run(`DELETE FROM ${snapshots} WHERE stream = ?`, streamId);
  const removed = sql.run(
    `DELETE FROM ${commits} WHERE position IN
      (SELECT position FROM ${commits} WHERE stream = ? AND version < ? ORDER BY version LIMIT ${TOGETHER})`,
    streamId,
    before,
  );
  if (removed === TOGETHER) return true;
  sql.run(`DELETE FROM ${erasing} WHERE stream = ?`, streamId);
  return false;
}
