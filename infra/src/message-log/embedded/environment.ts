import { unavailable } from '../../errors/domain-error.ts';
import type { CheckedFiles } from '../../lmdb/checked-files.ts';
import { type Environment, openWithoutErased } from '../../lmdb/environment.ts';
import type { Work } from '../../lmdb/room.ts';
import type { Logger } from '../../process/observability/log.ts';
import { OperatorError } from '../../process/settings/server-errors.ts';

/** Runs a transaction once its disk space is reserved. */
export type Write = (work: Work, action: () => void) => Promise<void>;

/** @throws Error with a sentence for the operator if the directory cannot be used */
export async function openLogEnvironment(
  path: string,
  logger: Logger | undefined,
  files?: CheckedFiles,
): Promise<Environment> {
  try {
    // `chores` has been the database's name on disk since the first release.
    return await openWithoutErased({ path, marks: 'chores', maxDbs: 256, encoding: 'binary', files }, logger);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The message log in ${path} cannot be opened: ${reason}.`, { cause });
  }
}

/** Logs a failed write (a full disk, an I/O error) and turns it into UNAVAILABLE; it has stored nothing. */
export async function written<T>(write: Promise<T>, logger: Logger | undefined): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    logger?.error({ err: cause }, 'message log cannot write');
    throw unavailable(cause);
  }
}
