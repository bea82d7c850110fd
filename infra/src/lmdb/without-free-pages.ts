import { mkdir, open as openFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';

const DATA_FILE = 'data.mdb';

/**
 * Writes an environment's file anew from what is in it and closes it. LMDB never
 * overwrites what it removes: the bytes stay in free pages until those are used
 * again, and that may be never. Killed at any moment it leaves the old file or
 * the new one, each whole.
 * @param path directory of the environment, which is closed afterwards either way
 */
export async function rewriteWithoutFreePages(
  environment: Pick<RootDatabase, 'backup' | 'close'>,
  path: string,
): Promise<void> {
  const copy = copyOf(path);
  try {
    await discardUnfinishedRewrite(path);
    await mkdir(copy);
    await environment.backup(copy, true);
  } finally {
    await environment.close();
  }
  await sync(join(copy, DATA_FILE));
  await rename(join(copy, DATA_FILE), join(path, DATA_FILE));
  await sync(path);
  await rm(copy, { recursive: true });
}

/** Removes what a process that was killed while it rewrote has left; call it at each start, it may hold what is erased since. */
export async function discardUnfinishedRewrite(path: string): Promise<void> {
  await rm(copyOf(path), { recursive: true, force: true });
}

function copyOf(path: string): string {
  return `${path}.rewriting`;
}

async function sync(file: string): Promise<void> {
  const handle = await openFile(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
