import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PageSums } from './page-sums.ts';
import {
  type BigValue,
  commitOf,
  DamagedPage,
  isBigValue,
  linksIn,
  type Meta,
  metaIn,
  type Tree,
  type TreeCounts,
} from './pages.ts';

export const DATA_FILE = 'data.mdb';
/** Checksums of the pages, beside the data. */
export const SUMS_FILE = 'page-sums';

/** `all` compares every page; `new` only takes the checksums of pages that have none. */
export type Scope = 'all' | 'new';

const META_AT_ONCE = 256;
/** Pages between two yields to other work of the process. */
const PAGES_A_TURN = 64;
/** The last pages need not be in the file if they are free. */
const NOT_WRITTEN_BYTES = 64 * 1024 * 1024;
/** A page of the smallest size holds hundreds of keys, so that no tree is deeper. */
const DEEPEST = 32;

/**
 * Looks through the pages that the last commit refers to, and takes their checksums. Free pages are left out: LMDB reads
 * none of them. While the environment is open, the caller holds a read transaction, so that no page is reused.
 * @returns numbers of damaged pages
 */
export async function lookThrough(directory: string, scope: Scope, signal?: AbortSignal): Promise<readonly number[]> {
  const handle = await open(path.join(directory, DATA_FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return [];
  try {
    const { size } = await handle.stat();
    // LMDB was ended before it wrote anything.
    if (size === 0) return [];
    const file = path.join(directory, SUMS_FILE);
    const known = await PageSums.read(file);
    const metas = await metasIn(handle);
    const [meta] = metas;
    if (meta.lastPage * meta.pageSize > size + NOT_WRITTEN_BYTES) throw new DamagedPage(meta.commit % 2);
    if (scope === 'new' && known?.newest === meta.commit) return [];
    const look = new Look(handle, meta, known, scope, signal);
    const damaged = await look.through(metas);
    if (damaged.length === 0) await look.sums.write(file);
    return damaged;
  } catch (error) {
    if (error instanceof DamagedPage) return [error.page];
    throw error;
  } finally {
    await handle.close();
  }
}

/** The last commit and the one before. */
async function metasIn(handle: FileHandle): Promise<readonly [Meta, Meta]> {
  const first = metaIn(await bytesAt(handle, 0, Buffer.alloc(META_AT_ONCE), 0), 0);
  const second = metaIn(await bytesAt(handle, first.pageSize, Buffer.alloc(META_AT_ONCE), 1), 1);
  // Commits write the two by turns. A new environment has none yet.
  if (Math.abs(first.commit - second.commit) !== 1 && first.commit + second.commit > 0) throw new DamagedPage(0);
  return first.commit >= second.commit ? [first, second] : [second, first];
}

async function bytesAt(handle: FileHandle, at: number, bytes: Buffer, page: number): Promise<Buffer> {
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
  if (bytesRead < bytes.length) throw new DamagedPage(page);
  return bytes;
}

class Look {
  readonly sums: PageSums;
  readonly #handle: FileHandle;
  readonly #meta: Meta;
  readonly #known: PageSums | undefined;
  readonly #scope: Scope;
  readonly #signal: AbortSignal | undefined;
  readonly #damaged = new Set<number>();
  /** Each page is read into it: buffers for all of them would fill the young generation, which then stays large. */
  readonly #bytes: Buffer;
  #turns = 0;

  constructor(
    handle: FileHandle,
    meta: Meta,
    known: PageSums | undefined,
    scope: Scope,
    signal: AbortSignal | undefined,
  ) {
    this.#handle = handle;
    this.#meta = meta;
    this.#known = known;
    this.#scope = scope;
    this.#signal = signal;
    this.#bytes = Buffer.allocUnsafe(meta.pageSize);
    this.sums = new PageSums(meta.lastPage + 1, scope === 'new' ? known : undefined);
    this.sums.newest = meta.commit;
  }

  async through(metas: readonly Meta[]): Promise<readonly number[]> {
    for (const { commit, bytes } of metas) {
      const page = commit % 2;
      if (this.#known?.fits(page, commit, bytes) === false) this.#damaged.add(page);
      this.sums.set(page, commit, bytes);
    }
    for (const tree of this.#meta.trees) await this.#tree(tree, this.#meta.commit, this.#meta.commit % 2);
    return [...this.#damaged].sort((one, other) => one - other);
  }

  /** @param holder page that says where the tree begins */
  async #tree(tree: Tree, newest: number, holder: number): Promise<void> {
    const counts = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
    const isWhole = tree.root === undefined || (await this.#page(tree.root, newest, counts, 1));
    if (!isWhole) return;
    const names = Object.keys(counts) as (keyof TreeCounts)[];
    const differs = (name: keyof TreeCounts) =>
      tree.counts[name] !== counts[name] && !(name === 'entries' && tree.hasSeveralValues);
    if (names.some(differs)) this.#damaged.add(holder);
  }

  /**
   * @param newest commit of the page that refers to this one, which was written with it or later
   * @returns false if not all pages below were counted
   */
  async #page(page: number, newest: number, counts: TreeCounts, depth: number): Promise<boolean> {
    try {
      if (depth > DEEPEST) throw new DamagedPage(page);
      const bytes = await this.#read(page, 1);
      const commit = commitOf(bytes);
      // A page that changes is written anew, and so are all pages above it.
      if (this.#scope === 'new' && this.#known?.commitOf(page) === commit) return false;
      const links = linksIn(bytes, page);
      this.#take(page, commit, newest, bytes);
      counts[links.isBranch ? 'branches' : 'leaves'] += 1;
      if (!links.isBranch) counts.entries += links.entries;
      let isWhole = true;
      for (const child of links.children) isWhole = (await this.#page(child, commit, counts, depth + 1)) && isWhole;
      for (const value of links.values) isWhole = (await this.#value(value, commit, counts)) && isWhole;
      for (const tree of links.subtrees) await this.#tree(tree, commit, page);
      return isWhole;
    } catch (error) {
      return this.#note(error);
    }
  }

  async #value(value: BigValue, newest: number, counts: TreeCounts): Promise<boolean> {
    const { page, commit, pages } = value;
    try {
      const bytes = await this.#read(page, pages);
      if (!isBigValue(bytes, value)) throw new DamagedPage(page);
      this.#take(page, commit, newest, bytes);
      counts.overflows += pages;
      return true;
    } catch (error) {
      return this.#note(error);
    }
  }

  #take(page: number, commit: number, newest: number, bytes: Buffer): void {
    const isTwice = this.#scope === 'all' && this.sums.commitOf(page) > 0;
    if (isTwice || commit > newest || this.#known?.fits(page, commit, bytes) === false) throw new DamagedPage(page);
    this.sums.set(page, commit, bytes);
  }

  /** @returns bytes that the next page replaces */
  async #read(page: number, pages: number): Promise<Buffer> {
    this.#turns += 1;
    if (this.#turns % PAGES_A_TURN === 0) await setImmediate();
    this.#signal?.throwIfAborted();
    const { lastPage, pageSize } = this.#meta;
    if (page < 2 || pages < 1 || page + pages - 1 > lastPage) throw new DamagedPage(page);
    const bytes = pages === 1 ? this.#bytes : Buffer.allocUnsafe(pages * pageSize);
    return bytesAt(this.#handle, page * pageSize, bytes, page);
  }

  #note(error: unknown): false {
    if (!(error instanceof DamagedPage)) throw error;
    this.#damaged.add(error.page);
    return false;
  }
}
