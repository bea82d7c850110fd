import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import type { Logger } from '../process/log.ts';

/** What a write does to the file, as far as its caller knows beforehand: rather too much than too little. */
export interface Work {
  /** Entries put or removed somewhere in a tree; those appended at its end count as one together. */
  readonly entries: number;
  /** Bytes of the values that are put. */
  readonly bytes: number;
}

/** What several writes do together. */
export function totalWork(works: readonly Work[]): Work {
  const total = { entries: 0, bytes: 0 };
  for (const { entries, bytes } of works) {
    total.entries += entries;
    total.bytes += bytes;
  }
  return total;
}

/**
 * The room an environment has in its file. LMDB must never meet a full disk: where it tells which page it could not
 * write, it writes beyond its buffer (`mdb_page_flush`, from lmdb 3.0.1 to 3.5.6 at least), and the process aborts
 * soon after. So the file is made longer here before LMDB needs it, and a write that there is no room for is refused
 * without LMDB.
 */
export interface Room {
  /**
   * Runs a write, once there is the room that it may need. Every write to the environment comes through here, and
   * none from within another.
   * @throws Error of the file system where the file cannot be made longer; nothing is written then
   */
  write<T>(work: Work, action: () => PromiseLike<T> | T): Promise<T>;
}

type Environment = Pick<RootDatabase, 'getStats'>;

/** Made at once beyond what is needed, so that it seldom has to be. */
const AHEAD = 1024 * 1024;
/** What is written in larger pieces, Linux also keeps in larger ones, and flushing a page of it then takes longer. */
const ZEROS = Buffer.alloc(128 * 1024);
/** Pages that every commit changes, in the trees of names and of free pages. */
const COMMIT_PAGES = 32;
/** A leaf, the branch above it and what a split adds; of the pages that are there, each once at most. */
const ENTRY_PAGES = 3;
/** Its key and what LMDB keeps with it. */
const ENTRY_BYTES = 512;
/** With a commit the list of free pages may be written anew: 8 bytes for each page, at most twice. */
const FREE_LIST_SHARE = 1 / 256;
/** For the databases that are made in a new environment. */
const OPENING: Work = { entries: 8, bytes: 0 };

/**
 * To be called before the environment's databases are opened.
 * @param path directory of the environment, which no other process may write to meanwhile
 * @throws Error of the file system where there is no room for a new environment; one that was there can be read
 */
export async function openRoom(environment: Environment, path: string, logger: Logger | undefined): Promise<Room> {
  const room = new FileRoom(environment, join(path, 'data.mdb'));
  try {
    await room.write(OPENING, () => undefined);
  } catch (error) {
    if (statsOf(environment).entryCount === 0) throw error;
    logger?.error({ err: error, path }, 'no room to write; what is there can be read');
  }
  return room;
}

class FileRoom implements Room {
  readonly #environment: Environment;
  readonly #file: string;
  #length = 0;
  #pageSize = 0;
  /** Bytes up to the last page that was LMDB's when it was last looked at. */
  #used = 0;
  /** Bytes beyond those, less what the writes since then may have taken. */
  #spare = 0;
  #running = 0;
  #waiting = 0;
  #turn: Promise<void> = Promise.resolve();
  #onIdle = () => {};

  constructor(environment: Environment, file: string) {
    this.#environment = environment;
    this.#file = file;
    this.#look();
  }

  async write<T>(work: Work, action: () => PromiseLike<T> | T): Promise<T> {
    const need = this.#needOf(work);
    // Without a turn of its own wherever possible, so that writes of the same moment still share a commit.
    if (this.#waiting === 0 && this.#spare >= need) this.#take(need);
    else await this.#takeInTurn(need);
    try {
      return await action();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle();
    }
  }

  #needOf({ entries, bytes }: Work): number {
    const changed = COMMIT_PAGES * this.#pageSize + ENTRY_PAGES * Math.min(entries * this.#pageSize, this.#used);
    // Twice, since pages are seldom full.
    const added = 2 * (bytes + entries * ENTRY_BYTES);
    return changed + added + this.#used * FREE_LIST_SHARE;
  }

  #take(need: number): void {
    this.#spare -= need;
    this.#running += 1;
  }

  async #takeInTurn(need: number): Promise<void> {
    this.#waiting += 1;
    const taken = this.#turn.then(async () => {
      if (this.#spare < need) await this.#makeSpare(need);
      this.#take(need);
    });
    // Who comes next tries for itself.
    this.#turn = taken.catch(() => {});
    try {
      await taken;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Only while nobody writes: what lies beyond the end of the file is then surely nobody's. */
  async #makeSpare(need: number): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.#look();
    if (this.#spare >= need) return;
    const handle = await open(this.#file, 'r+');
    try {
      this.#length = (await handle.stat()).size;
      const wanted = this.#used + need + AHEAD;
      if (this.#length < this.#used + need) this.#length = await lengthen(handle, this.#length, wanted);
    } finally {
      await handle.close();
      this.#look();
    }
  }

  #look(): void {
    const { pageSize, lastPageNumber } = statsOf(this.#environment);
    this.#pageSize = pageSize;
    this.#used = (lastPageNumber + 1) * pageSize;
    this.#spare = this.#length - this.#used;
  }
}

/** Writes zeros, since bytes that were never written have no place on the disk yet. */
async function lengthen(handle: FileHandle, from: number, to: number): Promise<number> {
  try {
    for (let at = from; at < to; ) {
      const { bytesWritten } = await handle.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
      at += bytesWritten;
    }
  } catch (error) {
    await handle.truncate(from);
    throw error;
  }
  return to;
}

interface EnvironmentStats {
  readonly pageSize: number;
  readonly lastPageNumber: number;
  readonly entryCount: number;
}

/** lmdb types what it tells as `{}`. */
function statsOf(environment: Environment): EnvironmentStats {
  return environment.getStats() as EnvironmentStats;
}
