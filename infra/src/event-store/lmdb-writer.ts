import type { RootDatabase } from 'lmdb';
import { DomainError } from '../errors/domain-error.ts';
import { type Room, totalWork, type Work } from '../lmdb/room.ts';

/** What a write found when it looked, and what it wants done about it. */
export interface PreparedWrite<T> {
  readonly result: T;
  /** Puts and removes; left out where nothing has to be written. */
  readonly apply?: () => void;
}

interface Queued {
  readonly work: Work;
  /** Looks, and writes; throws only if the database failed. */
  run(): void;
  settle(): void;
  fail(error: unknown): void;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * One queue of writes for one environment. Everything that is queued while a
 * transaction is on its way to the disk goes into the next one, so that many
 * writers share one flush, and each write looks at the data inside the
 * transaction that changes it.
 */
export class LmdbWriter {
  readonly #root: RootDatabase;
  readonly #room: Room;
  #queue: Queued[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  /** @param root must be opened with `overlappingSync: false`, so that a commit is flushed once it resolves */
  constructor(root: RootDatabase, room: Room) {
    this.#root = root;
    this.#room = room;
  }

  /**
   * Resolves once the write is on the disk.
   * @param work what it will do at most
   * @param prepare looks at the data and may refuse by throwing; it must not write
   * @throws DomainError UNAVAILABLE when the disk refuses; nothing is written then
   */
  write<T>(work: Work, prepare: () => PreparedWrite<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the event store is closed'));
    return new Promise<T>((resolve, reject) => {
      let outcome: () => void = () => undefined;
      this.#queue.push({
        work,
        run: () => {
          let prepared: PreparedWrite<T>;
          try {
            prepared = prepare();
          } catch (refusal) {
            outcome = () => reject(refusal);
            return;
          }
          const { result, apply } = prepared;
          apply?.();
          outcome = () => resolve(result);
        },
        settle: () => outcome(),
        fail: reject,
      });
      this.#draining ??= this.#drain();
    });
  }

  /** Refuses new writes and resolves when the queued ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Lets the other writers of this turn of the event loop come along.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#room.write(totalWork(batch.map(({ work }) => work)), () =>
          // A child transaction, because only it is undone when one of its writes fails.
          this.#root.childTransaction(() => {
            for (const queued of batch) queued.run();
          }),
        );
        for (const queued of batch) queued.settle();
      } catch (error) {
        const cause = await causeOf(error);
        for (const queued of batch) queued.fail(unavailable(cause));
      }
    }
    this.#draining = undefined;
  }
}

function unavailable(cause: unknown): DomainError {
  const error = new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
  error.cause = cause;
  return error;
}

/** lmdb hands the reason of a failed commit over as a rejected promise, which nobody else looks at. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  try {
    return await error.commitError;
  } catch (reason) {
    return reason;
  }
}
