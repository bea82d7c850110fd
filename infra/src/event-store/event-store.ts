import { DomainError } from '../errors/domain-error.ts';

/** An event as a decider returns it: a fact, without time, position or actor. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** An event as it lies in a commit. `schema` is the version of the shape of `data`, starting at 1. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly schema: number;
  readonly data: unknown;
}

/** Who caused a commit, and which request it belongs to. */
export interface CommitMeta {
  /** User id, or `system`, or `operator`. */
  readonly actor: string;
  readonly correlationId: string;
}

/** The unit of storage: what one command did, in one document. */
export interface Commit {
  /** Place in the one order of all commits: 1, 2, 3, … without gaps when appended. */
  readonly position: number;
  readonly streamId: string;
  /** Place in its stream: 1, 2, 3, … */
  readonly version: number;
  readonly commandId: string;
  readonly events: readonly StoredEvent[];
  readonly meta: CommitMeta;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface AppendRequest {
  readonly streamId: string;
  /** Version the stream must have now; 0: the stream must not exist. */
  readonly expectedVersion: number;
  /** Unique over the whole store: the same command appended twice is done once. */
  readonly commandId: string;
  readonly events: readonly StoredEvent[];
  readonly meta: CommitMeta;
  readonly at: string;
}

/** `duplicate`: the command was appended before, and this is what it did then. */
export interface AppendResult {
  readonly outcome: 'appended' | 'duplicate';
  readonly commit: Commit;
}

/**
 * The stream has another version than the caller expected. Only this error is
 * retried; what is left after the retries is told as a CONFLICT.
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

/** Type of the one event that stays where a stream was erased; it carries no data. */
export const STREAM_ERASED = 'StreamErased';

/** A key, and who is to have it. */
export interface Claim {
  readonly key: string;
  readonly owner: string;
}

/**
 * Uniqueness across streams (an e-mail address, a page id): reserve before the
 * append, confirm after it. A reservation never confirmed is freed by `reap`.
 */
export interface Reservations {
  /**
   * True if `key` now belongs to `owner` (also when it did before), false if it
   * belongs to somebody else. Unconfirmed, it lapses at `expiresAt` and is free for others.
   */
  reserve(key: string, owner: string, expiresAt: Date): Promise<boolean>;
  /** `reserve` for each of them, in one go. */
  reserveAll(claims: readonly Claim[], expiresAt: Date): Promise<readonly boolean[]>;
  /**
   * Makes the reservation lasting, also when it lapsed and nobody else has taken it.
   * Throws if `owner` does not hold it.
   */
  confirm(key: string, owner: string): Promise<void>;
  /** `confirm` for each of them, in one go. Throws if one is not held by its owner, after the others are confirmed. */
  confirmAll(claims: readonly Claim[]): Promise<void>;
  /** Frees the key if `owner` holds it; otherwise does nothing. */
  release(key: string, owner: string): Promise<void>;
  ownerOf(key: string): Promise<string | undefined>;
  /** Frees every unconfirmed reservation that lapsed before `now`; returns how many. */
  reap(now: Date): Promise<number>;
}

/** Durable positions of readers whose effect lies outside the views (relays). */
export interface Checkpoints {
  load(name: string): Promise<number>;
  save(name: string, position: number): Promise<void>;
}

/** A reservation as it lies in the store. */
export interface StoredReservation {
  readonly key: string;
  readonly owner: string;
  /** In milliseconds since 1970; a confirmed reservation has none. */
  readonly expiresAt?: number;
}

export interface StoredCheckpoint {
  readonly name: string;
  readonly position: number;
}

/** The store as what is carried elsewhere, beside its commits. Nobody works with it meanwhile. */
export interface StoreContents {
  size(): Promise<{ readonly commits: number; readonly reservations: number }>;
  /** Reservations behind the key `after`, in an order of the store's own, at most `limit`; lapsed ones as well. */
  reservations(after: string, limit: number): Promise<readonly StoredReservation[]>;
  checkpoints(): Promise<readonly StoredCheckpoint[]>;
  /**
   * Puts commits of another store where they were there, positions and versions with their gaps.
   * @throws RangeError unless their positions rise and lie behind the head of this store
   */
  restoreCommits(commits: readonly Commit[]): Promise<void>;
  /** Puts reservations as they are, whoever had their keys. */
  restoreReservations(reservations: readonly StoredReservation[]): Promise<void>;
}

/** A part of a stream that is read in one turn of the event loop. */
export interface Slice {
  /** In order; none where there are none behind the version asked for. */
  readonly commits: readonly Commit[];
  /** False where there may be more behind them. */
  readonly isEnd: boolean;
}

/** What a fold made of a stream up to a version. */
export interface StoredSnapshot {
  /** Version of the stream. */
  readonly version: number;
  /** Of the state; a reader that knows another shape ignores the snapshot. */
  readonly shape: string;
  /** What JSON can hold. */
  readonly state: unknown;
}

/**
 * A cache that lies with the streams, so that long ones need not be read from their beginning: never the truth, not
 * exported, and erased with its stream.
 */
export interface Snapshots {
  /** The snapshots of a fold, by stream; nothing of streams that have none. */
  load(fold: string, streamIds: readonly string[]): Promise<ReadonlyMap<string, StoredSnapshot>>;
  /**
   * Replaces an older snapshot or one of another shape. Does nothing where the stream was erased since, and logs
   * where the store cannot write: readers can do without.
   */
  save(fold: string, streamId: string, snapshot: StoredSnapshot): Promise<void>;
}

export interface EventStore {
  /**
   * Appends one commit; resolves once it is durable.
   * @throws VersionConflict; DomainError UNAVAILABLE when nobody answers that it is durable. On a server it may have
   * become so all the same: the same command appended again finds out, and what it reserved must not be released.
   */
  append(request: AppendRequest): Promise<AppendResult>;
  /** The commit a command made, unless its stream was erased since; none for a text that cannot be a key. */
  findCommand(commandId: string): Promise<Commit | undefined>;
  /**
   * All commits of a stream in order, those with a higher version than `after` if it is given; empty if it does not
   * exist, also where its name cannot be a key. For streams that are short or nearly read: folds use `loadStream`.
   */
  readStream(streamId: string, after?: number): Promise<readonly Commit[]>;
  /** The next commits of a stream behind the version `after`, few enough to be read and folded in a few milliseconds. */
  readSlice(streamId: string, after: number): Promise<Slice>;
  /** A slice of each stream behind the version given for it, in one go; nothing of streams that are empty there. */
  readStreams(after: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Slice>>;
  /** Commits with `position > after`, in order, at most `limit`; fewer where they are large, none only at the end. */
  readAll(after: number, limit: number): Promise<readonly Commit[]>;
  /** Highest position in the store; 0 if it is empty. */
  head(): Promise<number>;
  /** Calls `listener` after a commit may have been appended (a hint, not a promise); returns the way to stop it. */
  onAppend(listener: () => void): () => void;
  /**
   * Deletes every commit of the stream and leaves one commit with a single
   * `StreamErased` event at a new position, so that readers learn of it and no
   * position is ever given out twice. Does nothing for an unknown or erased stream. Long streams are emptied part by
   * part, the mark first: what stands before it may be there in part meanwhile, and means nothing.
   */
  eraseStream(streamId: string, meta: CommitMeta, at: string): Promise<void>;
  readonly reservations: Reservations;
  readonly snapshots: Snapshots;
  readonly checkpoints: Checkpoints;
  readonly contents: StoreContents;
  close(): Promise<void>;
}
