import type { Adapters } from '@volant/infra/adapters/adapters';
import { STORES } from './stores.ts';

/**
 * Makes the indexes that the stores of all processes need.
 * @returns names of those that were missing
 */
export async function migrateStores(adapters: Adapters): Promise<string[]> {
  const made: string[] = [];
  for (const [owner, needed] of Object.entries(STORES)) {
    made.push(...(await adapters.makeIndexes(owner, needed)));
    // Refuses what an import was begun into and not finished.
    if (needed.eventStore) await adapters.eventStore(owner);
  }
  return made;
}
