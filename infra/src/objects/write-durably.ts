import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../files/make-directory.ts';

/**
 * Writes a file atomically and durably, also across a power failure: temporary file, fsync, rename, fsync of the
 * directory.
 * @param temporary a free name on the same file system
 */
export async function writeDurably(
  file: string,
  temporary: string,
  parts: Iterable<Uint8Array | string>,
): Promise<void> {
  try {
    const handle = await open(temporary, 'wx');
    try {
      for (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const firstMade = await makeDirectory(dirname(file));
    await rename(temporary, file);
    await syncDirectory(dirname(file));
    if (firstMade !== undefined) await syncNewDirectories(dirname(file), firstMade);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes removals and renames in this directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new directory is durable once its parent is synced. */
export async function syncNewDirectories(innermost: string, outermost: string): Promise<void> {
  for (let path = innermost; path.length >= outermost.length; path = dirname(path)) {
    await syncDirectory(dirname(path));
  }
}
