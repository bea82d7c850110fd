import { mkdirSync } from 'node:fs';
import { open, type RootDatabase } from 'lmdb';
import { DomainError } from '../errors/domain-error.ts';
import type { Logger } from '../process/log.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Opens the LMDB environment of the log. A commit here is durable once its
 * promise resolves: with lmdb's overlapping sync a failed fsync would be told to
 * nobody, and its batches by event turn leave a rejection behind that nobody
 * can catch when the disk is full.
 * @throws Error with a sentence for the operator when the directory cannot be used
 */
export function openEnvironment(path: string): RootDatabase<Buffer, number> {
  try {
    mkdirSync(path, { recursive: true });
    return open<Buffer, number>({
      path,
      maxDbs: 256,
      encoding: 'binary',
      overlappingSync: false,
      eventTurnBatching: false,
    });
  } catch (cause) {
    throw new Error(`The message log in ${path} cannot be opened: ${reason(cause)}.`, { cause });
  }
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
