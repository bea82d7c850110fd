import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../objects/write-durably.ts';

/**
 * On Linux, O_DSYNC has the effect of `fdatasync` after each write, with one trip to the thread pool instead of two. On
 * other systems the flag may be missing or reach only the disk's cache.
 */
const SYNCED = process.platform === 'linux' ? constants.O_DSYNC : 0;

/**
 * An append-only file whose writes are durable and atomic: the bytes that a full or broken disk accepted of a failed
 * write are cut off before the next write.
 */
export class AppendFile {
  readonly #handle: FileHandle;
  #length: number;
  /** Whether the file may hold bytes of a failed write after its end. */
  #torn = false;

  private constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  /** Creates a file that survives a power failure once this resolves. */
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

  /** Opens an existing file and truncates it to `length`, its intact part. */
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

  /** Callers must not overlap. @throws the disk's error; the append then has no effect */
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
      // If the cut fails, the next append retries it.
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
