import { mkdir, open as openFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, open, type RootDatabase, type RootDatabaseOptions } from 'lmdb';
import type { Logger } from '../process/log.ts';
import { openRoom, type Room } from './room.ts';

/** An LMDB environment, whose file may hold what was erased in its free pages until the next start. */
export interface Environment {
  readonly root: RootDatabase;
  readonly room: Room;
  /** Notes that something was erased; to be called in the transaction that does so, for one entry more of its work. */
  markErased(): void;
}

export interface EnvironmentOptions extends Pick<RootDatabaseOptions, 'encoding' | 'maxDbs'> {
  /** Directory; made if it does not exist. Nobody else may have it open. */
  readonly path: string;
  /** Name of the database with the mark that something was erased. */
  readonly marks: string;
}

const DATA_FILE = 'data.mdb';
const ERASED = 'erased';

/**
 * Opens an environment. LMDB never overwrites what it removes: the bytes stay in free pages until those are used
 * again, and that may be never. So where something was erased since the last start the file is first written anew
 * from what is alive; where there is no room for that, the environment opens all the same and the next start tries
 * again. Killed at any moment it leaves the old file or the new one, each whole.
 */
export async function openWithoutErased(options: EnvironmentOptions, log: Logger | undefined): Promise<Environment> {
  const { path } = options;
  const copy = `${path}.rewriting`;
  await mkdir(path, { recursive: true });
  // Left by a process that died while it copied; it may hold what is erased since.
  await rm(copy, { recursive: true, force: true });
  const environment = await openEnvironment(options, log);
  if (!environment.marks.doesExist(ERASED)) return environment;
  const onFailure = (error: unknown) => log?.error({ err: error, path }, 'what was erased is still in the file');
  try {
    await mkdir(copy);
    await environment.root.backup(copy, true);
    await sync(join(copy, DATA_FILE));
  } catch (error) {
    onFailure(error);
    await rm(copy, { recursive: true, force: true });
    return environment;
  }
  await environment.root.close();
  await rename(join(copy, DATA_FILE), join(path, DATA_FILE));
  await sync(path);
  await rm(copy, { recursive: true });
  const rewritten = await openEnvironment(options, log);
  await rewritten.room.write({ entries: 1, bytes: 0 }, () => rewritten.marks.remove(ERASED)).catch(onFailure);
  return rewritten;
}

async function openEnvironment(
  { path, marks: name, ...options }: EnvironmentOptions,
  log: Logger | undefined,
): Promise<Environment & { readonly marks: Database<boolean, string> }> {
  const root = open({
    ...options,
    path,
    noSubdir: false,
    // A commit is durable once its promise resolves; otherwise a failed fsync would be told to nobody.
    overlappingSync: false,
    // Batches by event turn leave a rejection behind that nobody can catch when the disk is full.
    eventTurnBatching: false,
  });
  try {
    const room = await openRoom(root, path, log);
    const marks = root.openDB<boolean, string>({ name, encoding: 'json' });
    return { root, room, marks, markErased: () => void marks.putSync(ERASED, true) };
  } catch (error) {
    await root.close();
    throw error;
  }
}

async function sync(file: string): Promise<void> {
  const handle = await openFile(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
