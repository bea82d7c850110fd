import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import type { Logger } from '../process/observability/log.ts';

/** Estimated changes of a write to the file; rather too high than too low. */
export interface Work {
  /** Entries put or removed at arbitrary places of a tree; all entries appended at its end together count as one. */
  readonly entries: number;
  /** Bytes of the values that are put. */
  readonly bytes: number;
}

export function totalWork(works: readonly Work[]): Work {
  const total = { entries: 0, bytes: 0 };
  for (const { entries, bytes } of works) {
    total.entries += entries;
    total.bytes += bytes;
  }
  return total;
}

/**
 * Disk space reserved in an environment's file. LMDB must never meet a full disk: when it reports the page that it
 * could not write, it writes beyond its buffer (`mdb_page_flush`, at least from lmdb 3.0.1 to 3.5.6) and the process
 * aborts soon after. So the file is extended before LMDB needs the space, and writes without space are refused before
 * they reach LMDB.
 */
export interface Room {
  /**
   * Runs a write once its space is reserved. Every write to the environment must go through here, and must not be
   * nested.
   * @throws Error of the file system if the file cannot be extended; nothing is written in that case
   */
  write<T>(work: Work, action: () => PromiseLike<T> | T): Promise<T>;
}

type Environment = Pick<RootDatabase, 'getStats'>;

/** Bytes reserved beyond the immediate need, so that extensions are rare. */
const AHEAD = 1024 * 1024;
/** Linux caches larger writes in larger units, which makes flushing a single page slower. */
const ZEROS = Buffer.alloc(128 * 1024);
/** Pages that every commit changes, in the trees of names and of free pages. */
const COMMIT_PAGES = 32;
/** A leaf, its branch page and the page of a split; each existing page counts at most once. */
const ENTRY_PAGES = 3;
/** Key and LMDB's overhead. */
const ENTRY_BYTES = 512;
/** A commit may rewrite the list of free pages: 8 bytes per page, at most twice. */
const FREE_LIST_SHARE = 1 / 256;
/** Creating the databases of a new environment. */
const OPENING: Work = { entries: 8, bytes: 0 };

/**
 * Call before opening the environment's databases.
 * @param path directory of the environment; no other process may write to it meanwhile
 * @throws Error of the file system if a new environment has no space; an existing one stays readable
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
  /** Bytes up to the last page that LMDB used at the last check. */
  #used = 0;
  /** Bytes after `#used`, minus the estimated work of the writes since then. */
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
    // Skip the queue if possible, so that concurrent writes can share a commit.
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
    // Doubled, because pages are rarely full.
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
    // The next waiting write retries by itself.
    this.#turn = taken.catch(() => {});
    try {
      await taken;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Waits until no write runs: only then is the space after LMDB's last page certainly unused. */
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

/** Writes zeros, because the disk has not allocated bytes that were never written. */
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

/** lmdb types its statistics as `{}`. */
function statsOf(environment: Environment): EnvironmentStats {
  return environment.getStats() as EnvironmentStats;
}
