import { openMemoryDatabase } from '../sqlite/memory-database.ts';
import { createSqliteViewStore, type SqliteViewStore } from './sqlite-view-store.ts';

/** Views without a file: of a process that has no directory for them, and of tests. */
export function createMemoryViewStore(): SqliteViewStore {
  const database = openMemoryDatabase();
  const store = createSqliteViewStore(database, 'memory');
  return {
    ...store,
    async close() {
      await store.close();
      await database.close();
    },
  };
}
