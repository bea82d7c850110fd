import { SESSIONS_VIEW } from '@volant/identity/user/view/sessions';
import { USERS_VIEW } from '@volant/identity/user/view/users';
import type { Adapters, IndexesNeeded } from '@volant/infra/adapters/adapters-port';
import { viewsOf } from '@volant/infra/features/gather';
import { PAGES_FEATURES } from '@volant/pages/features';
import { DELIVERIES } from '@volant/pages/webhooks/deliveries';
import { SUPPORT_FEATURES } from '@volant/support/features';

/** Stores that each process keeps in its own database. */
export const STORES: Readonly<Record<string, IndexesNeeded>> = {
  identity: { eventStore: true, views: [USERS_VIEW, SESSIONS_VIEW] },
  pages: { eventStore: true, views: viewsOf(PAGES_FEATURES), state: [DELIVERIES] },
  support: { eventStore: true, views: viewsOf(SUPPORT_FEATURES) },
};

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
