import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isDuplicateKey, isOutage, unavailable } from '../mongo/outage.ts';
import type { AppendResult } from './event-store.ts';
import { VersionConflict } from './event-store.ts';
import {
  type Appending,
  type CommitDocument,
  type CommitModel,
  commandsDone,
  documentOf,
  headOf,
  insertInOrder,
  toCommit,
  versionsOf,
} from './mongo-commits.ts';

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
const STREAMS_KNOWN = 10_000;
/** Rounds lost to other processes in a row before a pause keeps them apart. */
const PATIENT_ROUNDS = 3;
const LONGEST_PAUSE_MS = 50;
const LONGEST_WAIT_MS = 10_000;

/**
 * Gives commits their positions. Requests that wait go to the server together, in one ordered insert at the
 * positions after the last known one. An ordered insert ends at its first failure, so that positions have no gaps.
 * Who may write is decided by the unique keys; where they refuse, the store is looked at again, for commands done
 * before and versions taken.
 */
export class MongoAppender {
  readonly #commits: CommitModel;
  readonly #onAppended: (position: number) => void;
  #queue: Queued[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
  /** The last position of all, read or acknowledged; undefined where it has to be asked for. */
  #last: number | undefined;
  /** A position that is there; the last one is not below it. */
  #floor = 0;
  /** The last round was refused in part: somebody else writes, too. */
  #refused = false;
  /** Versions that streams have reached; they may have gone on since. */
  readonly #versions = new LRUCache<string, number>({ max: STREAMS_KNOWN });

  /** @param onAppended hears of the highest position of what has just been made durable */
  constructor(commits: CommitModel, onAppended: (position: number) => void) {
    this.#commits = commits;
    this.#onAppended = onAppended;
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

  /** A version of a stream has been read, which spares the next append to ask for it. */
  noteVersion(streamId: string, version: number): void {
    if (version > (this.#versions.get(streamId) ?? 0)) this.#versions.set(streamId, version);
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
        lost = (await this.#appendAll(batch)) ? 0 : lost + 1;
      } catch (error) {
        this.#last = undefined;
        this.#forget(new Set(batch));
        for (const { fail } of batch) fail(error);
      }
      if (lost <= PATIENT_ROUNDS) continue;
      // A server without a majority refuses a position that it does not show to anybody yet.
      this.#failLate();
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
    this.#draining = undefined;
  }

  #forget(settled: ReadonlySet<Queued>): void {
    if (settled.size > 0) this.#queue = this.#queue.filter((queued) => !settled.has(queued));
  }

  #failLate(): void {
    const now = performance.now();
    const late = this.#queue.filter(({ deadline }) => deadline < now);
    this.#forget(new Set(late));
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
    const doubtful = this.#refused || batch.some(({ request }) => !this.#isAt(request));
    const left = doubtful ? await this.#settleOld(batch) : batch;
    const next = firstOfEach(left);
    if (next.length === 0) return left.length < batch.length;

    const first = (this.#last ?? (await headOf(this.#commits, this.#floor))) + 1;
    const documents = next.map(({ request }, index) => documentOf(request, first + index));
    const { inserted, error } = await insertInOrder(this.#commits, documents);
    this.#refused = error !== undefined;
    this.#last = error === undefined ? first + inserted - 1 : undefined;
    this.#floor = first + inserted - 1;

    const appended = next.slice(0, inserted);
    this.#settleAppended(appended, documents);
    if (error !== undefined && !isDuplicateKey(error)) await this.#settleUnknown(next.slice(inserted), error);
    const overtaken = left.filter((queued) => !next.includes(queued));
    await this.#settleOvertaken(overtaken, documents.slice(0, inserted));
    return inserted > 0 || left.length < batch.length;
  }

  /** Whether the unique keys alone can tell if the stream is at the version expected: the version before is there. */
  #isAt({ streamId, expectedVersion }: Appending): boolean {
    return expectedVersion === 0 || (this.#versions.get(streamId) ?? 0) >= expectedVersion;
  }

  /** Settles what was done before or is at another version; the others may be inserted. */
  async #settleOld(batch: readonly Queued[]): Promise<readonly Queued[]> {
    const requests = batch.map(({ request }) => request);
    const [done, versions] = await Promise.all([
      commandsDone(this.#commits, commandIds(batch)),
      versionsOf(this.#commits, requests),
    ]);
    for (const [streamId, version] of versions) this.noteVersion(streamId, version);
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

  #settleAppended(appended: readonly Queued[], documents: readonly CommitDocument[]): void {
    this.#forget(new Set(appended));
    appended.forEach(({ settle }, index) => {
      const document = documents[index];
      if (document === undefined) return;
      this.noteVersion(document.streamId, document.version);
      settle({ outcome: 'appended', commit: toCommit(document) });
    });
    if (appended.length > 0) this.#onAppended(this.#floor);
  }

  /** Settles those whose version or command another of the same round has just taken. */
  async #settleOvertaken(left: readonly Queued[], documents: readonly CommitDocument[]): Promise<void> {
    const streams = new Set(documents.map(({ streamId }) => streamId));
    const commands = new Map(documents.map((document) => [document.commandId, document]));
    const overtaken = left.filter(({ request }) => streams.has(request.streamId) || commands.has(request.commandId));
    const others = commandIds(overtaken).filter((commandId) => !commands.has(commandId));
    const before = await commandsDone(this.#commits, others);
    this.#forget(new Set(overtaken));
    for (const { request, settle, fail } of overtaken) {
      const done = commands.get(request.commandId) ?? before.get(request.commandId);
      if (done === undefined) fail(conflict(request));
      else settle({ outcome: 'duplicate', commit: toCommit(done) });
    }
  }

  /** The server did not say what it did. If it cannot be asked, the same command sent again finds out. */
  async #settleUnknown(left: readonly Queued[], error: unknown): Promise<void> {
    this.#forget(new Set(left));
    const outage = isOutage(error);
    const done: ReadonlyMap<string, CommitDocument> = outage
      ? await commandsDone(this.#commits, commandIds(left)).catch(() => new Map())
      : new Map();
    for (const { request, settle, fail } of left) {
      const document = done.get(request.commandId);
      if (document !== undefined) settle({ outcome: 'duplicate', commit: toCommit(document) });
      else fail(outage ? unavailable(error) : error);
    }
  }
}

/** At most one for a stream and a command: the next has to see what came of it. */
function firstOfEach(batch: readonly Queued[]): readonly Queued[] {
  const streams = new Set<string>();
  const commands = new Set<string>();
  return batch.filter(({ request: { streamId, commandId } }) => {
    if (streams.has(streamId) || commands.has(commandId)) return false;
    streams.add(streamId);
    commands.add(commandId);
    return true;
  });
}

function commandIds(batch: readonly Queued[]): readonly string[] {
  return batch.map(({ request }) => request.commandId);
}

function conflict({ streamId, expectedVersion }: Appending): VersionConflict {
  return new VersionConflict(streamId, expectedVersion);
}
