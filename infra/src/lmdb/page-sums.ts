import { readFile, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeDurably } from '../objects/write-durably.ts';

/** Checksum of what follows, and the newest commit. */
const HEAD_BYTES = 12;
const ENTRY_BYTES = 12;

/**
 * Checksums of the pages of an LMDB file, which has none. LMDB never changes a page that a commit wrote; it reuses the
 * page later, for a newer commit. So a page with the same number and commit must have the same checksum.
 */
export class PageSums {
  /** By page: the commit that wrote it, 0 if unknown, and its checksum. */
  readonly #commits: Float64Array;
  readonly #sums: Uint32Array;
  /** Newest commit that was looked at. */
  newest = 0;

  constructor(pages: number, former?: PageSums) {
    this.#commits = new Float64Array(pages);
    this.#sums = new Uint32Array(pages);
    if (former === undefined) return;
    this.#commits.set(former.#commits.subarray(0, pages));
    this.#sums.set(former.#sums.subarray(0, pages));
    this.newest = former.newest;
  }

  /** @returns undefined if there are none yet, or the file cannot be used */
  static async read(file: string): Promise<PageSums | undefined> {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined || bytes.length < HEAD_BYTES) return undefined;
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) return undefined;
    const pages = (bytes.length - HEAD_BYTES) / ENTRY_BYTES;
    const read = new PageSums(pages);
    read.newest = bytes.readDoubleLE(4);
    for (let page = 0, at = HEAD_BYTES; page < pages; page += 1, at += ENTRY_BYTES) {
      read.#commits[page] = bytes.readDoubleLE(at);
      read.#sums[page] = bytes.readUInt32LE(at + 8);
    }
    return read;
  }

  async write(file: string): Promise<void> {
    const bytes = Buffer.alloc(HEAD_BYTES + this.#sums.length * ENTRY_BYTES);
    bytes.writeDoubleLE(this.newest, 4);
    for (let page = 0, at = HEAD_BYTES; page < this.#sums.length; page += 1, at += ENTRY_BYTES) {
      bytes.writeDoubleLE(this.commitOf(page), at);
      bytes.writeUInt32LE(this.#sums[page] ?? 0, at + 8);
    }
    bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
    const temporary = `${file}.new`;
    // Left by a process that was killed.
    await rm(temporary, { force: true });
    await writeDurably(file, temporary, [bytes]);
  }

  commitOf(page: number): number {
    return this.#commits[page] ?? 0;
  }

  /** Whether the page is as this commit wrote it; also true if nothing is known of it. */
  fits(page: number, commit: number, bytes: Buffer): boolean {
    const known = this.commitOf(page);
    return known === commit ? this.#sums[page] === crc32(bytes) : known < commit;
  }

  set(page: number, commit: number, bytes: Buffer): void {
    this.#commits[page] = commit;
    this.#sums[page] = crc32(bytes);
  }
}
