import mongoose from 'mongoose';
import { DomainError } from '../errors/domain-error.ts';

const RETRY_AFTER_SECONDS = 5;
const DUPLICATE_KEY = 11_000;

/** Codes of a server that is there but cannot serve now: steps down, shuts down, has no majority, refuses the user. */
const OUTAGE_CODES: ReadonlySet<number> = new Set([
  6, 7, 13, 18, 50, 63, 64, 89, 91, 100, 112, 133, 134, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

const {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} = mongoose.mongo;

/**
 * Whether the server could not be asked, or did not answer as it should for now. What a write did that ends so
 * is not known. Everything else is a fault of the caller.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) {
    // The driver wraps whatever goes wrong with a group of writes, a lost connection too.
    const wrapped: unknown = error.errorResponse;
    return error.result.getWriteConcernError() !== undefined || (wrapped !== error && isOutage(wrapped));
  }
  if (
    error instanceof MongoNetworkError ||
    error instanceof MongoSystemError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoServerClosedError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoWriteConcernError
  ) {
    return true;
  }
  if (error instanceof MongoServerError) {
    return (
      (typeof error.code === 'number' && OUTAGE_CODES.has(error.code)) || error.hasErrorLabel('RetryableWriteError')
    );
  }
  // The pool's errors are not exported under a name of their own.
  if (error instanceof MongoError) return /^Mongo(WaitQueueTimeout|PoolClosed|PoolCleared)/.test(error.name);
  return error instanceof mongoose.Error && /^(MongooseError|MongooseServerSelectionError)$/.test(error.name);
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Waits for an operation and turns an outage into UNAVAILABLE.
 * @throws DomainError UNAVAILABLE; any other error as it is
 */
export async function asked<T>(operation: PromiseLike<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error;
  }
}

export function unavailable(cause: unknown): DomainError {
  return Object.assign(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS), { cause });
}
