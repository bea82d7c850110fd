import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from './contract.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

async function open() {
  const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  let store = await openSqliteEventStore({ path: directory });
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await openSqliteEventStore({ path: directory });
      return store;
    },
    cleanUp: async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Set VOLANT_BUSY_COMMITS=5000 to test the full number that we promise. */
const busyCommits = Number(process.env.VOLANT_BUSY_COMMITS ?? 1_000);
eventStoreContract('sqlite', open, { busyCommits });
