import mongoose, { type Collection, type IndexDefinition, type IndexOptions, type mongo } from 'mongoose';
import type { Logger } from '../process/observability/log.ts';
import { SettingError } from '../process/settings/server-errors.ts';
import { waitUntilNone } from '../process/waiting/waiting.ts';
import { orUnavailable } from './outage.ts';

/** A collection's model; its schema lists the required indexes. */
export interface IndexedModel {
  readonly schema: { indexes(): [IndexDefinition, IndexOptions][] };
  readonly collection: Collection;
}

/** How a process handles missing indexes: creates them, or waits for the migrate command. */
export type SeesToIndexes = (models: readonly IndexedModel[]) => Promise<void>;

const COLLECTION_MISSING = 26;

/** Names of the missing indexes, as `collection.index`. */
export async function missingIndexes(models: readonly IndexedModel[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { collection, indexes } of await Promise.all(models.map(lookAt))) {
    for (const { name, present } of indexes) {
      if (present === undefined) missing.push(`${collection.collectionName}.${name}`);
    }
  }
  return missing;
}

/**
 * Creates the missing indexes. Safe to call at any time and concurrently.
 * @returns the names of the indexes that were missing
 * @throws SettingError if another index has the name
 */
export async function makeIndexes(models: readonly IndexedModel[]): Promise<readonly string[]> {
  const made: string[] = [];
  for (const model of models) {
    const { collection, indexes } = await lookAt(model);
    for (const { name, fields, unique, sparse, present } of indexes) {
      if (present === 'another') {
        const where = `${collection.collectionName} of database ${collection.conn.name}`;
        throw new SettingError('VOLANT_MONGODB_URL', `there is another index called "${name}" in ${where}: drop it`);
      }
      if (present !== undefined) continue;
      await orUnavailable(
        collection.createIndex(fields, { name, ...(unique && { unique }), ...(sparse && { sparse }) }),
      );
      made.push(`${collection.collectionName}.${name}`);
    }
  }
  return made;
}

/** Resolves once another process has created the indexes; logs regularly while it waits. */
export async function indexesMade(models: readonly IndexedModel[], log: Logger, signal: AbortSignal): Promise<void> {
  await waitUntilNone(() => missingIndexes(models).catch((error: Error) => [error.message]), {
    message: 'waiting for the indexes of MongoDB: run `npm run migrate`',
    log,
    signal,
  });
}

interface ExpectedIndex {
  readonly name: string;
  readonly fields: Record<string, 1 | -1>;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly present: 'as expected' | 'another' | undefined;
}

async function lookAt({
  schema,
  collection,
}: IndexedModel): Promise<{ readonly collection: Collection; readonly indexes: readonly ExpectedIndex[] }> {
  const found = new Map((await indexesOf(collection)).map((index) => [index.name, index]));
  const indexes = schema.indexes().map(([definition, { name = '', unique, sparse = false }]) => {
    const fields = definition as Record<string, 1 | -1>;
    const there = found.get(name);
    const same =
      JSON.stringify(there?.key) === JSON.stringify(fields) && (there?.unique === true) === (unique === true);
    const present = there === undefined ? undefined : same ? ('as expected' as const) : ('another' as const);
    return { name, fields, unique: unique === true, sparse, present };
  });
  return { collection, indexes };
}

async function indexesOf(collection: Collection): Promise<readonly mongo.IndexDescriptionInfo[]> {
  try {
    return await orUnavailable(collection.indexes());
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === COLLECTION_MISSING) return [];
    throw error;
  }
}
