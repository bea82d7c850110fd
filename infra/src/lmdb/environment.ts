import { mkdir, open as openFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, open, type RootDatabase, type RootDatabaseOptions } from 'lmdb';
import { makeDirectory } from '../files/make-directory.ts';
import type { Logger } from '../process/observability/log.ts';
import type { CheckedFiles } from './checked-files.ts';
import { DATA_FILE, SUMS_FILE } from './look-through.ts';
import { openRoom, type Room } from './room.ts';

/** An LMDB environment. The free pages of its file may contain erased data until the next start. */
export interface Environment {
  readonly root: RootDatabase;
  readonly room: Room;
  /** Records an erasure; call it in the erasing transaction and count it as one more entry of work. */
  markErased(): void;
  /** Call after the last write. */
  close(): Promise<void>;
}

export interface EnvironmentOptions extends Pick<RootDatabaseOptions, 'encoding' | 'maxDbs'> {
  /** Directory; created if missing. No other process may have it open. */
  readonly path: string;
  /** Name of the database that holds the mark of an erasure. */
  readonly marks: string;
  /** Keeps checksums of the file's pages. */
  readonly files?: CheckedFiles | undefined;
}

const ERASED = 'erased';

/**
 * Opens an environment. LMDB does not overwrite removed data: the bytes stay in free pages until these are reused,
 * possibly forever. So if data was erased since the last start, the file is first rewritten from the live data. Without
 * disk space for that, the environment still opens and the next start retries. A kill at any moment leaves either the
 * old or the new file intact.
 */
export async function openWithoutErased(
  { files, ...options }: EnvironmentOptions,
  log: Logger | undefined,
): Promise<Environment> {
  const { path } = options;
  await files?.refuseDamaged(path);
  const environment = await openAndRewrite(options, log);
  files?.add(path, environment.root);
  return {
    ...environment,
    async close() {
      await files?.leave(path);
      await environment.root.close();
    },
  };
}

type Opened = Omit<Environment, 'close'>;

async function openAndRewrite(options: EnvironmentOptions, log: Logger | undefined): Promise<Opened> {
  const { path } = options;
  const copy = `${path}.rewriting`;
  await makeDirectory(path);
  // Left by a process that died during the copy; it may contain data erased since.
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
  await rm(join(path, SUMS_FILE), { force: true });
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
): Promise<Opened & { readonly marks: Database<boolean, string> }> {
  const root = open({
    ...options,
    path,
    noSubdir: false,
    // A commit is durable once its promise resolves; otherwise a failed fsync would go unreported.
    overlappingSync: false,
    // Batching by event turn causes an unhandled rejection if the disk is full.
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
