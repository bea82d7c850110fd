import mongoose, { type Model, type mongo } from 'mongoose';
import { unavailable } from '../errors/domain-error.ts';

const DUPLICATE_KEY = 11_000;

/** Codes of a reachable server that cannot serve now: steps down, shuts down, has no majority, refuses the user. */
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
 * Whether the server was unreachable or is temporarily unable to answer. The outcome of such a write is unknown. All
 * other errors are the caller's fault.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) {
    // The driver wraps all errors of a bulk write, including a lost connection.
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
  // The pool's error classes are not exported by name.
  if (error instanceof MongoError) return /^Mongo(WaitQueueTimeout|PoolClosed|PoolCleared)/.test(error.name);
  return error instanceof mongoose.Error && /^(MongooseError|MongooseServerSelectionError)$/.test(error.name);
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Waits for an operation and turns an outage into UNAVAILABLE.
 * @throws DomainError UNAVAILABLE; passes on any other error
 */
export async function orUnavailable<T>(operation: PromiseLike<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error;
  }
}

/** The driver's own collection, for documents that need no validation against the schema. */
export function collectionOf<T extends { readonly _id: string }>(model: Model<T>): mongo.Collection<T> {
  return model.collection as unknown as mongo.Collection<T>;
}

/**
 * Sends independent writes in one batch; returns the indexes of the writes that failed with a duplicate key.
 * @throws DomainError UNAVAILABLE; any other error of one of them
 */
export async function refusedAsDuplicates<T>(
  writes: readonly T[],
  send: (writes: readonly T[]) => Promise<unknown>,
): Promise<readonly number[]> {
  if (writes.length === 0) return [];
  try {
    await orUnavailable(send(writes));
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return errors.map(({ index }) => index);
  }
}
