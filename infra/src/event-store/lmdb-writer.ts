import type { RootDatabase } from 'lmdb';
import { DomainError } from '../errors/domain-error.ts';
import { type Room, totalWork, type Work } from '../lmdb/room.ts';
import { Batcher } from '../process/batcher.ts';

/** What a write found when it looked, and what it wants done about it. */
export interface PreparedWrite<T> {
  readonly result: T;
  /** Puts and removes; left out where nothing has to be written. */
  readonly apply?: () => void;
}

interface Write {
  readonly work: Work;
  readonly prepare: () => PreparedWrite<unknown>;
}

/** Gives the result of a write, or throws why it was refused. */
type Outcome = () => unknown;

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
  readonly #batcher = new Batcher<Write, Outcome>({
    work: (writes) => this.#commit(writes),
    // Lets the other writers of this turn of the event loop come along.
    gather: () => Promise.resolve(),
  });
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
  async write<T>(work: Work, prepare: () => PreparedWrite<T>): Promise<T> {
    if (this.#closed) throw new Error('the event store is closed');
    const outcome = await this.#batcher.add({ work, prepare });
    return outcome() as T;
  }

  /** Refuses new writes and resolves when the queued ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#batcher.idle();
  }

  async #commit(writes: readonly Write[]): Promise<readonly Outcome[]> {
    try {
      return await this.#room.write(totalWork(writes.map(({ work }) => work)), () =>
        // A child transaction, because only it is undone when one of its writes fails.
        this.#root.childTransaction(() => writes.map(run)),
      );
    } catch (error) {
      throw unavailable(await causeOf(error));
    }
  }
}

/** Throws only if the database failed. */
function run({ prepare }: Write): Outcome {
  let prepared: PreparedWrite<unknown>;
  try {
    prepared = prepare();
  } catch (refusal) {
    return () => {
      throw refusal;
    };
  }
  const { result, apply } = prepared;
  apply?.();
  return () => result;
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
