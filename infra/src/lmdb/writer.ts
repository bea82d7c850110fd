import type { RootDatabase } from 'lmdb';
import { unavailable } from '../errors/domain-error.ts';
import { Batcher } from '../process/waiting/batcher.ts';
import { type Room, totalWork, type Work } from './room.ts';

/** Result of a prepared write and the changes to apply. */
export interface PreparedWrite<T> {
  readonly result: T;
  /** Puts and removes; omitted if the write changes nothing. */
  readonly apply?: () => void;
}

interface Write {
  readonly work: Work;
  readonly prepare: () => PreparedWrite<unknown>;
}

/** Returns the result of a write, or throws its refusal. */
type Outcome = () => unknown;

/** Entries of a transaction, which blocks the event loop for a few milliseconds. */
const MAX_ENTRIES = 5_000;

/**
 * The write queue of one environment. All writes queued during a running commit go into the next transaction, so that
 * many writers share one flush. Each write reads the data inside the transaction that changes it.
 */
export class LmdbWriter {
  readonly #root: RootDatabase;
  readonly #room: Room;
  readonly #batcher = new Batcher<Write, Outcome>({
    work: (writes) => this.#commit(writes),
    capacity: MAX_ENTRIES,
    weigh: ({ work }) => work.entries,
  });
  #closed = false;

  /** @param root must be opened with `overlappingSync: false`, so that a commit is flushed once it resolves */
  constructor(root: RootDatabase, room: Room) {
    this.#root = root;
    this.#room = room;
  }

  /**
   * Resolves once the write is on disk.
   * @param work upper limit of the write's work
   * @param prepare reads the data and may refuse by throwing; it must not write
   * @throws DomainError UNAVAILABLE if the disk refuses; nothing is written in that case
   */
  async write<T>(work: Work, prepare: () => PreparedWrite<T>): Promise<T> {
    if (this.#closed) throw new Error('the environment is closed');
    const outcome = await this.#batcher.add({ work, prepare });
    return outcome() as T;
  }

  /** A write without a result, which cannot be refused. */
  async apply(work: Work, apply: () => void): Promise<void> {
    await this.write(work, () => ({ result: undefined, apply }));
  }

  /** Refuses new writes and resolves when the queued ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#batcher.idle();
  }

  async #commit(writes: readonly Write[]): Promise<readonly Outcome[]> {
    try {
      const work = totalWork(writes.map((write) => write.work));
      // Only a child transaction is rolled back if one of its writes fails.
      return await this.#room.write(work, () => this.#root.childTransaction(() => writes.map(run)));
    } catch (error) {
      throw unavailable(await causeOf(error));
    }
  }
}

/** Throws only if the database fails. */
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

/** lmdb reports the cause of a failed commit as a separate rejected promise. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  try {
    return await error.commitError;
  } catch (reason) {
    return reason;
  }
}
