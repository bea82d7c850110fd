import mongoose, { type Model, type mongo } from 'mongoose';
import { asked } from './outage.ts';

const DUPLICATE_KEY = 11_000;

/** The driver's own collection, for documents that need no validation against the schema. */
export function collectionOf<T extends { readonly _id: string }>(model: Model<T>): mongo.Collection<T> {
  return model.collection as unknown as mongo.Collection<T>;
}

/**
 * Sends independent writes in one batch; returns the indexes of those whose key already exists.
 * @throws DomainError UNAVAILABLE; any other error of one of them
 */
export async function refusedAsDuplicates<T>(
  writes: readonly T[],
  send: (writes: readonly T[]) => Promise<unknown>,
): Promise<readonly number[]> {
  if (writes.length === 0) return [];
  try {
    await asked(send(writes));
    return [];
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return errors.map(({ index }) => index);
  }
}
