import { DomainError } from '../errors/domain-error.ts';

/** An event as a decider returns it: a fact, without time, position or actor. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** An event in a commit. `schema` is the version of the shape of `data`, starting at 1. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly schema: number;
  readonly data: unknown;
}

/** Author of a commit and the request that it belongs to. */
export interface CommitMeta {
  /** User id, or `system`, or `operator`. */
  readonly actor: string;
  readonly correlationId: string;
}

/** The unit of storage: all events of one command, in one document. */
export interface Commit {
  /** Position in the global order of all commits: 1, 2, 3, … Appends leave no gaps. */
  readonly position: number;
  readonly streamId: string;
  /** Position in its stream: 1, 2, 3, … */
  readonly version: number;
  readonly commandId: string;
  readonly events: readonly StoredEvent[];
  readonly meta: CommitMeta;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface AppendRequest {
  readonly streamId: string;
  /** Version that the stream must have now; 0: the stream must not exist. */
  readonly expectedVersion: number;
  /** Unique in the whole store: appending the same command again writes nothing. */
  readonly commandId: string;
  readonly events: readonly StoredEvent[];
  readonly meta: CommitMeta;
  readonly at: string;
}

/** `duplicate`: the command was appended before; `commit` is its first result. */
export interface AppendResult {
  readonly outcome: 'appended' | 'duplicate';
  readonly commit: Commit;
}

/**
 * The stream has another version than the caller expected. Only this error is retried; after the last retry it is
 * reported as CONFLICT.
 */
export class VersionConflict extends DomainError {
  override readonly name = 'VersionConflict';
  constructor(
    readonly streamId: string,
    readonly expectedVersion: number,
  ) {
    super('CONFLICT');
    this.message = `stream ${streamId} is not at version ${expectedVersion}`;
  }
}

/** Type of the one event that remains of an erased stream; it carries no data. */
export const STREAM_ERASED = 'StreamErased';

/** The commit that marks a stream as erased. */
export function markerOf(streamId: string, expectedVersion: number, meta: CommitMeta, at: string): AppendRequest {
  const commandId = `erase:${streamId}:${expectedVersion + 1}`;
  const events = [{ id: commandId, type: STREAM_ERASED, schema: 1, data: {} }];
  return { streamId, expectedVersion, commandId, events, meta: { ...meta }, at };
}

export function isMarker({ events }: Pick<Commit, 'events'>): boolean {
  return events.at(-1)?.type === STREAM_ERASED;
}

/** A key and its intended owner. */
export interface Claim {
  readonly key: string;
  readonly owner: string;
}

/**
 * Uniqueness across streams (an e-mail address, a page id): reserve before the append, confirm after it. `reap` removes
 * reservations that were never confirmed in time.
 */
export interface Reservations {
  /**
   * True if `key` now belongs to `owner` (also if it did before), false if it has another owner. Expires at `expiresAt`
   * unless confirmed; others may then reserve the key.
   */
  reserve(key: string, owner: string, expiresAt: Date): Promise<boolean>;
  /** `reserve` for several claims in one write. */
  reserveAll(claims: readonly Claim[], expiresAt: Date): Promise<readonly boolean[]>;
  /**
   * Makes the reservation permanent, even after its expiry if no other owner has reserved the key. Throws if `owner`
   * does not hold it.
   */
  confirm(key: string, owner: string): Promise<void>;
  /** `confirm` for several claims in one write. If an owner does not hold a claim, confirms the others and throws. */
  confirmAll(claims: readonly Claim[]): Promise<void>;
  /** Frees the key if `owner` holds it; otherwise does nothing. */
  release(key: string, owner: string): Promise<void>;
  ownerOf(key: string): Promise<string | undefined>;
  /** Whether each claim is confirmed. */
  areConfirmed(claims: readonly Claim[]): Promise<boolean>;
  /** Frees all unconfirmed reservations that expired before `now`; returns their number. */
  reap(now: Date): Promise<number>;
}

/** Durable positions of readers with effects outside the views (relays). */
export interface Checkpoints {
  load(name: string): Promise<number>;
  save(name: string, position: number): Promise<void>;
}

export interface StoredReservation {
  readonly key: string;
  readonly owner: string;
  /** In milliseconds since 1970; a confirmed reservation has no expiry. */
  readonly expiresAt?: number;
}

export interface StoredCheckpoint {
  readonly name: string;
  readonly position: number;
}

/** Raw contents for export and import. Callers must ensure that the store is not in use meanwhile. */
export interface StoreContents {
  size(): Promise<{ readonly commits: number; readonly reservations: number }>;
  /** At most `limit` reservations after the key `after`, in a store-specific order; includes expired ones. */
  reservations(after: string, limit: number): Promise<readonly StoredReservation[]>;
  checkpoints(): Promise<readonly StoredCheckpoint[]>;
  /**
   * Writes commits of another store at their former positions and versions, including gaps.
   * @throws RangeError unless the positions rise and all lie after the head of this store
   */
  restoreCommits(commits: readonly Commit[]): Promise<void>;
  /** Writes reservations unchanged and overwrites existing ones of the same keys. */
  restoreReservations(reservations: readonly StoredReservation[]): Promise<void>;
}

/** A part of a stream that is read in one turn of the event loop. */
export interface Slice {
  /** In order; empty if the stream has no later commits. */
  readonly commits: readonly Commit[];
  /** False if more commits may follow. */
  readonly isEnd: boolean;
}

/** State of a fold at a version of a stream. */
export interface StoredSnapshot {
  readonly version: number;
  /** Shape of the state; a reader that knows another shape ignores the snapshot. */
  readonly shape: string;
  /** Must be JSON-serializable. */
  readonly state: unknown;
}

/**
 * A cache beside the streams that spares reading long ones from their beginning. It is never the source of truth, is
 * not exported, and is erased with its stream.
 */
export interface Snapshots {
  load(fold: string, streamId: string): Promise<StoredSnapshot | undefined>;
  /**
   * Replaces an older snapshot or one of another shape. Does nothing if the stream has been erased since. Only logs a
   * failed write, because readers do not need the snapshot.
   */
  save(fold: string, streamId: string, snapshot: StoredSnapshot): Promise<void>;
}

export interface EventStore {
  /**
   * Appends one commit; resolves once it is durable.
   * @throws VersionConflict; DomainError UNAVAILABLE if the store does not confirm durability. On a server the commit
   * may still become durable: append the same command again to find out, and do not release its reservations.
   */
  append(request: AppendRequest): Promise<AppendResult>;
  /** The commit of a command; undefined after its stream was erased, or if the id is not a valid key. */
  findCommand(commandId: string): Promise<Commit | undefined>;
  /**
   * All commits of a stream in order, or those after the version `after`; empty if the stream does not exist or its
   * name is not a valid key. Use it for short streams or a short remainder; folds use `loadStream`.
   */
  readStream(streamId: string, after?: number): Promise<readonly Commit[]>;
  /** The next commits after the version `after`; the slice is small enough to read and fold in a few milliseconds. */
  readSlice(streamId: string, after: number): Promise<Slice>;
  /** At most `limit` commits with `position > after`, in order; fewer if they are large, and empty only at the end. */
  readAll(after: number, limit: number): Promise<readonly Commit[]>;
  /** Highest position in the store; 0 if it is empty. */
  head(): Promise<number>;
  /** Calls `listener` after possible appends (a hint without a guarantee); returns a function that stops it. */
  onAppend(listener: () => void): () => void;
  /**
   * Deletes all commits of the stream and leaves one commit with a single `StreamErased` event at a new position:
   * readers learn of the erasure, and positions are never reused. Does nothing for an unknown or erased stream. Long
   * streams are deleted in parts after that marker is written; until then readers may see some of the commits before
   * the marker and must ignore them.
   */
  eraseStream(streamId: string, meta: CommitMeta, at: string): Promise<void>;
  readonly reservations: Reservations;
  readonly snapshots: Snapshots;
  readonly checkpoints: Checkpoints;
  readonly contents: StoreContents;
  close(): Promise<void>;
}
