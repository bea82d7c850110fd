import { mkdir, open as openFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { openRoom, type Room } from '../lmdb/room.ts';
import type { Logger } from '../process/log.ts';

/** How every environment of the event store is opened. */
const OPTIONS = {
  noSubdir: false,
  // A commit resolves when it is flushed, and fails when it cannot be.
  overlappingSync: false,
  // The writer makes the batches; lmdb's own would leave a promise behind that nobody can catch.
  eventTurnBatching: false,
  encoding: 'json',
} as const;

export interface StoreEnvironment {
  readonly root: RootDatabase;
  readonly room: Room;
}

const DATA = 'data.mdb';
/** The new environment while it is being made; nothing in it counts until it takes the place of the old one. */
const COPY = 'without-erased';
const MARKS = 'marks';
const ERASED = 'erased';

/**
 * Opens the environment. LMDB keeps what was erased in freed pages until it writes them again; so, where something
 * was erased since, the environment is first replaced by a copy of what is alive. Nobody else may have it open.
 */
export async function openWithoutErased(path: string, log: Logger | undefined): Promise<StoreEnvironment> {
  await mkdir(path, { recursive: true });
  // Left by a process that died while it copied.
  await rm(join(path, COPY), { recursive: true, force: true });
  const environment = await openEnvironment(path, log);
  const { root } = environment;
  if (!marksOf(root).doesExist(ERASED)) return environment;
  try {
    await copyAlive(root, path, log);
  } catch (error) {
    // A disk too full for the copy still holds a store that can be read; the next start tries again.
    log?.warn({ err: error, path }, 'what was erased is still in the file, it could not be copied');
    await rm(join(path, COPY), { recursive: true, force: true });
    return environment;
  }
  await root.close();
  // From here on the copy is the store, and it bears no mark any more.
  await rename(join(path, COPY, DATA), join(path, DATA));
  await flush(path);
  await rm(join(path, COPY), { recursive: true, force: true });
  return openEnvironment(path, log);
}

async function openEnvironment(path: string, log: Logger | undefined): Promise<StoreEnvironment> {
  const root = open({ ...OPTIONS, path });
  try {
    return { root, room: await openRoom(root, path, log) };
  } catch (error) {
    await root.close();
    throw error;
  }
}

/** Notes that something was erased; to be called in the transaction that does so. */
export function markErased(root: RootDatabase): void {
  marksOf(root).putSync(ERASED, true);
}

function marksOf(root: RootDatabase) {
  return root.openDB<boolean, string>({ name: MARKS });
}

async function copyAlive(root: RootDatabase, path: string, log: Logger | undefined): Promise<void> {
  const copyPath = join(path, COPY);
  await mkdir(copyPath);
  await root.backup(copyPath, true);
  const copy = await openEnvironment(copyPath, log);
  try {
    await copy.room.write({ entries: 1, bytes: 0 }, () => marksOf(copy.root).remove(ERASED));
  } finally {
    await copy.root.close();
  }
  await flush(join(copyPath, DATA));
}

async function flush(path: string): Promise<void> {
  const file = await openFile(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
