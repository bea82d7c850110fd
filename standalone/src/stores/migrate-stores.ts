import type { Adapters } from '@volant/infra/adapters/adapters';
import { STORES } from './stores.ts';

/**
 * Creates the indexes of every process's stores.
 * @returns names of the indexes that were missing
 */
export async function migrateStores(adapters: Adapters): Promise<string[]> {
  const made: string[] = [];
  for (const [owner, needed] of Object.entries(STORES)) {
    made.push(...(await adapters.makeIndexes(owner, needed)));
    // Refuses a store with an unfinished import.
    if (needed.eventStore) await adapters.eventStore(owner);
  }
  return made;
}
