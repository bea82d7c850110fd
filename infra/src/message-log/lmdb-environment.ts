import { mkdirSync } from 'node:fs';
import { type Database, open, type RootDatabase } from 'lmdb';
import { DomainError } from '../errors/domain-error.ts';
import { openRoom, type Room } from '../lmdb/room.ts';
import { discardUnfinishedRewrite, rewriteWithoutFreePages } from '../lmdb/without-free-pages.ts';
import type { Logger } from '../process/log.ts';

export interface LogEnvironment {
  readonly root: RootDatabase<Buffer, number>;
  readonly room: Room;
}

const RETRY_AFTER_SECONDS = 5;
/** Chore: something was erased whose bytes are still in free pages of the file. */
export const ERASED = 'erased';

/**
 * Opens the LMDB environment of the log. A commit here is durable once its
 * promise resolves: with lmdb's overlapping sync a failed fsync would be told to
 * nobody, and its batches by event turn leave a rejection behind that nobody
 * can catch when the disk is full.
 * @throws Error with a sentence for the operator when the directory cannot be used
 */
async function openEnvironment(path: string, logger: Logger | undefined): Promise<LogEnvironment> {
  let root: RootDatabase<Buffer, number> | undefined;
  try {
    mkdirSync(path, { recursive: true });
    root = open<Buffer, number>({
      path,
      maxDbs: 256,
      encoding: 'binary',
      overlappingSync: false,
      eventTurnBatching: false,
    });
    return { root, room: await openRoom(root, path, logger) };
  } catch (cause) {
    await root?.close();
    throw new Error(`The message log in ${path} cannot be opened: ${reason(cause)}.`, { cause });
  }
}

/** Holds one entry, `erased`, from an erasure until the file has been rewritten without what was erased. */
export function openChores(environment: RootDatabase<Buffer, number>): Database<number, string> {
  return environment.openDB<number, string>('chores', { encoding: 'ordered-binary' });
}

/**
 * As `openEnvironment`; what was erased since the last start is then gone from the disk, too.
 * Where there is no room for that the log opens all the same and tries again at the next start.
 */
export async function openWithoutErased(path: string, logger: Logger | undefined): Promise<LogEnvironment> {
  await discardUnfinishedRewrite(path);
  const environment = await openEnvironment(path, logger);
  if (openChores(environment.root).get(ERASED) === undefined) return environment;
  const onFailure = (error: unknown) =>
    logger?.error({ err: error }, 'message log cannot be rewritten without what was erased');
  try {
    await rewriteWithoutFreePages(environment.root, path);
  } catch (error) {
    onFailure(error);
    return openEnvironment(path, logger);
  }
  const rewritten = await openEnvironment(path, logger);
  const { root, room } = rewritten;
  await written(
    room.write({ entries: 1, bytes: 0 }, () => openChores(root).remove(ERASED)),
    logger,
  ).catch(onFailure);
  return rewritten;
}

/**
 * Waits for a write and turns a failed one (a full disk, an I/O error) into UNAVAILABLE.
 * Nothing of a failed commit is stored.
 */
export async function written<T>(write: Promise<T>, logger: Logger | undefined): Promise<T> {
  try {
    return await write;
  } catch (error) {
    logger?.error({ err: error }, 'message log cannot write');
    // lmdb tells the cause in a second promise, which would end the process if nobody looked at it.
    if (error instanceof Error && 'commitError' in error && error.commitError instanceof Promise) {
      error.commitError.catch((cause: unknown) => logger?.error({ err: cause }, 'message log commit failed'));
    }
    throw Object.assign(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS), { cause: error });
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
