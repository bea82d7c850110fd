import mongoose, { type Model, type mongo } from 'mongoose';
import { asked } from './outage.ts';

const DUPLICATE_KEY = 11_000;

/** The driver's own collection, for documents that need not be held against the schema one by one. */
export function collectionOf<T extends { readonly _id: string }>(model: Model<T>): mongo.Collection<T> {
  return model.collection as unknown as mongo.Collection<T>;
}

/**
 * Sends writes in one go, each for itself, and says which of them met a key that is taken (by their places).
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
