import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../objects/write-durably.ts';

/**
 * On Linux each write is followed by what `fdatasync` does, on one way to the thread pool instead of two. Elsewhere the
 * flag may reach no further than the disk's cache, or not be there.
 */
const SYNCED = process.platform === 'linux' ? constants.O_DSYNC : 0;

/**
 * A file that is only ever written behind its end, each time durably or not at all: what a full or a broken disk has
 * taken of a write that failed is cut off before anything else is written.
 */
export class AppendFile {
  readonly #handle: FileHandle;
  #length: number;
  /** Whether there may be something behind the end. */
  #torn = false;

  private constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  /** A new file, which outlives a power failure once this resolves. */
  static async create(path: string): Promise<AppendFile> {
    const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | SYNCED, 0o600);
    try {
      await syncDirectory(dirname(path));
    } catch (error) {
      await handle.close();
      await rm(path, { force: true });
      throw error;
    }
    return new AppendFile(handle, 0);
  }

  /** A file that is there, as far as it is whole; what lies behind that is cut off. */
  static async open(path: string, length: number): Promise<AppendFile> {
    const handle = await open(path, constants.O_WRONLY | SYNCED);
    try {
      if ((await handle.stat()).size !== length) await handle.truncate(length);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new AppendFile(handle, length);
  }

  get length(): number {
    return this.#length;
  }

  /** One at a time. @throws the error of the disk; nothing is kept then */
  async append(parts: readonly Uint8Array[]): Promise<void> {
    if (this.#torn) await this.#cut();
    this.#torn = true;
    const bytes = Buffer.concat(parts);
    try {
      for (let written = 0; written < bytes.length; ) {
        const position = this.#length + written;
        written += (await this.#handle.write(bytes, written, bytes.length - written, position)).bytesWritten;
      }
      if (SYNCED === 0) await this.#handle.datasync();
    } catch (error) {
      // Tried again before the next write where this fails, too.
      await this.#cut().catch(() => {});
      throw error;
    }
    this.#length += bytes.length;
    this.#torn = false;
  }

  async #cut(): Promise<void> {
    await this.#handle.truncate(this.#length);
    this.#torn = false;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
