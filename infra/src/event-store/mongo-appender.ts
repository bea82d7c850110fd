import mongoose from 'mongoose';
import { asked, isDuplicateKey, isOutage, unavailable } from '../mongo/outage.ts';
import type { AppendRequest, AppendResult } from './event-store.ts';
import { VersionConflict } from './event-store.ts';
import { type CommitDocument, type CommitModel, headOf, NOT_ERASED, toCommit } from './mongo-commits.ts';

/** A request with what the erasing of a stream adds to it. */
export type Appending = AppendRequest & Pick<CommitDocument, 'erasing'>;

interface Queued {
  readonly request: Appending;
  /** Of its JSON, which is near enough. */
  readonly bytes: number;
  /** By the clock of this process; what lasts longer is an outage. */
  readonly deadline: number;
  settle(result: AppendResult): void;
  fail(error: unknown): void;
}

const LARGEST_BATCH = 500;
/** Of 16 MB that a command may have. */
const LARGEST_BYTES = 8_000_000;
/** Rounds lost to other processes in a row before a pause keeps them apart. */
const PATIENT_ROUNDS = 3;
const LONGEST_PAUSE_MS = 50;
const LONGEST_WAIT_MS = 10_000;

/**
 * Gives commits their positions. Requests that wait go to the server together: one read that finds commands done
 * before and versions taken, then one ordered insert at the positions after the last known one. An ordered insert
 * ends at its first failure, so that positions have no gaps, and the unique keys decide between processes.
 */
export class MongoAppender {
  readonly #commits: CommitModel;
  readonly #appended: (position: number) => void;
  #queue: Queued[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
  /** A position that was read or acknowledged; undefined where the next one has to be asked for. */
  #last: number | undefined;

  /** @param appended hears of the highest position of what has just been made durable */
  constructor(commits: CommitModel, appended: (position: number) => void) {
    this.#commits = commits;
    this.#appended = appended;
  }

  append(request: Appending): Promise<AppendResult> {
    if (this.#closed) return Promise.reject(new Error('the event store is closed'));
    // Taken over now: what the caller does to its objects later does not reach the server.
    const text = JSON.stringify(request);
    const taken = JSON.parse(text) as Appending;
    return new Promise<AppendResult>((resolve, reject) => {
      const deadline = performance.now() + LONGEST_WAIT_MS;
      this.#queue.push({ request: taken, bytes: text.length, deadline, settle: resolve, fail: reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Refuses new requests and resolves when the queued ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Lets the other writers of this turn of the event loop come along.
    await Promise.resolve();
    let lost = 0;
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      try {
        const appended = await this.#appendAll(batch);
        lost = appended ? 0 : lost + 1;
      } catch (error) {
        this.#forget(new Set(batch));
        for (const { fail } of batch) fail(error);
      }
      if (lost <= PATIENT_ROUNDS) continue;
      // A server without a majority refuses a position that it does not show to anybody yet.
      this.#failLate();
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
    this.#draining = undefined;
  }

  #forget(settled: ReadonlySet<Queued>): void {
    if (settled.size > 0) this.#queue = this.#queue.filter((queued) => !settled.has(queued));
  }

  #failLate(): void {
    const now = performance.now();
    const late = this.#queue.filter(({ deadline }) => deadline < now);
    this.#queue = this.#queue.filter(({ deadline }) => deadline >= now);
    for (const { fail } of late) fail(unavailable(new Error('the position stayed taken')));
  }

  /** The first requests in the queue, as many as one command to the server may carry. */
  #nextBatch(): readonly Queued[] {
    let bytes = 0;
    let end = 0;
    for (const queued of this.#queue.slice(0, LARGEST_BATCH)) {
      bytes += queued.bytes;
      if (end > 0 && bytes > LARGEST_BYTES) break;
      end += 1;
    }
    return this.#queue.slice(0, end);
  }

  /** Settles of the batch what can be settled; the rest stays in the queue. Tells whether anything was settled. */
  async #appendAll(batch: readonly Queued[]): Promise<boolean> {
    const left = await this.#settleOld(batch);
    // At most one for a stream and a command: the next has to see what came of it.
    const streams = new Set<string>();
    const commands = new Set<string>();
    const next = left.filter(({ request: { streamId, commandId } }) => {
      if (streams.has(streamId) || commands.has(commandId)) return false;
      streams.add(streamId);
      commands.add(commandId);
      return true;
    });
    const first = (this.#last ?? (await headOf(this.#commits))) + 1;
    const documents = next.map(({ request }, index) => documentOf(request, first + index, request.expectedVersion + 1));

    const { inserted, error } = await this.#insert(documents);
    this.#last = error === undefined ? first + inserted - 1 : undefined;
    const appended = documents.slice(0, inserted);
    const settled = this.#settleNew(left, new Set(next.slice(0, inserted)), appended);
    this.#forget(settled);
    if (inserted > 0) this.#appended(first + inserted - 1);
    if (error !== undefined && !isDuplicateKey(error)) {
      for (const queued of next.slice(inserted)) await this.#settleUnknown(queued, error);
    }
    return settled.size > 0 || left.length < batch.length;
  }

  /** Settles what was done before or is at another version; the others may be inserted. */
  async #settleOld(batch: readonly Queued[]): Promise<readonly Queued[]> {
    const { done, versions } = await this.#look(batch.map(({ request }) => request));
    const settled = new Set<Queued>();
    for (const queued of batch) {
      const { request, settle, fail } = queued;
      const before = done.get(request.commandId);
      if (before !== undefined) settle({ outcome: 'duplicate', commit: toCommit(before) });
      else if ((versions.get(request.streamId) ?? 0) !== request.expectedVersion) fail(conflict(request));
      else continue;
      settled.add(queued);
    }
    this.#forget(settled);
    return batch.filter((queued) => !settled.has(queued));
  }

  /** Settles what has just been appended, and those that lost their version or their command to it. */
  #settleNew(
    left: readonly Queued[],
    inserted: ReadonlySet<Queued>,
    documents: readonly CommitDocument[],
  ): ReadonlySet<Queued> {
    const byCommand = new Map(documents.map((document) => [document.commandId, document]));
    const byStream = new Map(documents.map((document) => [document.streamId, document]));
    const settled = new Set<Queued>();
    for (const queued of left) {
      const { request, settle, fail } = queued;
      const document = byCommand.get(request.commandId);
      if (document !== undefined) {
        settle({ outcome: inserted.has(queued) ? 'appended' : 'duplicate', commit: toCommit(document) });
      } else if (byStream.has(request.streamId)) {
        fail(conflict(request));
      } else continue;
      settled.add(queued);
    }
    return settled;
  }

  /** Which of the commands are done, and the versions of the streams as far as they are not below what is expected. */
  async #look(requests: readonly Appending[]): Promise<{
    readonly done: ReadonlyMap<string, CommitDocument>;
    readonly versions: ReadonlyMap<string, number>;
  }> {
    const commandIds = new Set(requests.map(({ commandId }) => commandId));
    const expected = new Map<string, number>();
    for (const { streamId, expectedVersion } of requests) {
      expected.set(streamId, Math.min(expectedVersion, expected.get(streamId) ?? expectedVersion));
    }
    const found = await asked(
      this.#commits
        .find(
          {
            $or: [
              { commandId: { $in: [...commandIds] } },
              ...[...expected].map(([streamId, version]) => ({ streamId, version: { $gte: version } })),
            ],
          },
          { streamId: 1, version: 1, commandId: 1 },
        )
        .lean<Pick<CommitDocument, '_id' | 'streamId' | 'version' | 'commandId'>[]>(),
    );
    const versions = new Map<string, number>();
    for (const { streamId, version } of found) versions.set(streamId, Math.max(version, versions.get(streamId) ?? 0));
    const done = found.filter(({ commandId }) => commandIds.has(commandId)).map(({ _id }) => _id);
    return { done: await this.#byCommand(done), versions };
  }

  async #byCommand(positions: readonly number[]): Promise<ReadonlyMap<string, CommitDocument>> {
    if (positions.length === 0) return new Map();
    const documents = await asked(
      this.#commits.find({ _id: { $in: [...positions] }, ...NOT_ERASED }).lean<CommitDocument[]>(),
    );
    return new Map(documents.map((document) => [document.commandId, document]));
  }

  async #insert(
    documents: readonly CommitDocument[],
  ): Promise<{ readonly inserted: number; readonly error?: unknown }> {
    if (documents.length === 0) return { inserted: 0 };
    try {
      await this.#commits.insertMany([...documents], { ordered: true, lean: true });
      return { inserted: documents.length };
    } catch (error) {
      // Unless the server names the first that failed, nothing is known of any of them.
      if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || isOutage(error)) return { inserted: 0, error };
      return { inserted: error.result.insertedCount, error };
    }
  }

  /**
   * The server did not say what it did. Whatever it is, the same command sent again finds out: its id is unique.
   */
  async #settleUnknown(queued: Queued, error: unknown): Promise<void> {
    this.#forget(new Set([queued]));
    if (!isOutage(error)) {
      queued.fail(error);
      return;
    }
    const { commandId } = queued.request;
    try {
      const done = await this.#commits.findOne({ commandId, ...NOT_ERASED }).lean<CommitDocument>();
      if (done === null) queued.fail(unavailable(error));
      else queued.settle({ outcome: 'duplicate', commit: toCommit(done) });
    } catch {
      queued.fail(unavailable(error));
    }
  }
}

function documentOf(request: Appending, position: number, version: number): CommitDocument {
  const { streamId, commandId, events, meta, at, erasing } = request;
  const document = { _id: position, streamId, version, commandId, events, meta, at };
  return erasing === true ? { ...document, erasing } : document;
}

function conflict({ streamId, expectedVersion }: Appending): VersionConflict {
  return new VersionConflict(streamId, expectedVersion);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
