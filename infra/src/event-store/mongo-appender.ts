import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../errors/domain-error.ts';
import { isDuplicateKey, isOutage } from '../mongo/outage.ts';
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
  /** Length of its JSON in code units, a sufficient estimate. */
  readonly bytes: number;
  /** By this process's monotonic clock; a longer wait counts as an outage. */
  readonly deadline: number;
  settle(result: AppendResult): void;
  fail(error: unknown): void;
}

const LARGEST_BATCH = 500;
/** Half of the 16 MB limit of a MongoDB command. */
const LARGEST_BYTES = 8_000_000;
const STREAMS_KNOWN = 10_000;
/** Consecutive rounds lost to other processes before a random pause separates them. */
const PATIENT_ROUNDS = 3;
const LONGEST_PAUSE_MS = 50;
const LONGEST_WAIT_MS = 10_000;

/**
 * Assigns positions to commits. Waiting requests are sent together, in one ordered insert at the positions after the
 * last known one. An ordered insert stops at its first failure, so positions have no gaps. The unique keys decide
 * between concurrent writers; after a refusal the store is read again, for repeated commands and taken versions.
 */
export class MongoAppender {
  readonly #commits: CommitModel;
  readonly #onAppended: (position: number) => void;
  #queue: Queued[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
  /** The last position, read or acknowledged; undefined if it must be read. */
  #last: number | undefined;
  /** A position known to exist; the last one is not below it. */
  #floor = 0;
  /** The last round was partly refused, so other processes write too. */
  #refused = false;
  /** Versions that streams have reached at least; they may be higher by now. */
  readonly #versions = new LRUCache<string, number>({ max: STREAMS_KNOWN });

  /** @param onAppended receives the highest position of the commits that have just become durable */
  constructor(commits: CommitModel, onAppended: (position: number) => void) {
    this.#commits = commits;
    this.#onAppended = onAppended;
  }

  append(request: Appending): Promise<AppendResult> {
    if (this.#closed) return Promise.reject(new Error('the event store is closed'));
    // Serialize now, so that later changes by the caller do not reach the server.
    const text = JSON.stringify(request);
    const taken = JSON.parse(text) as Appending;
    return new Promise<AppendResult>((resolve, reject) => {
      const deadline = performance.now() + LONGEST_WAIT_MS;
      this.#queue.push({ request: taken, bytes: text.length, deadline, settle: resolve, fail: reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Records a version that was read, so that the next append need not query it. */
  noteVersion(streamId: string, version: number): void {
    if (version > (this.#versions.get(streamId) ?? 0)) this.#versions.set(streamId, version);
  }

  /** Refuses new requests and resolves when the queued ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Lets other writers of the same event loop turn join the batch.
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
      // A server without a majority refuses a position as taken although its commit is not readable yet.
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

  /** The first queued requests, limited to the size of one command. */
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

  /** Settles as many requests of the batch as possible; the others stay queued. Returns whether any was settled. */
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

  /** Whether the unique keys alone can check the expected version, because the version before it exists. */
  #isAt({ streamId, expectedVersion }: Appending): boolean {
    return expectedVersion === 0 || (this.#versions.get(streamId) ?? 0) >= expectedVersion;
  }

  /** Settles repeated commands and version conflicts; returns the requests that may be inserted. */
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

  /** Settles requests whose version or command was just taken by another request of the same round. */
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

  /**
   * The server did not report the outcome. If it cannot be queried either, the caller finds out by sending the same
   * command again.
   */
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

/** At most one request per stream and command: a later one depends on the outcome of the first. */
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
