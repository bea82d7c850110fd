import { setImmediate } from 'node:timers/promises';
import type { Database } from '../sqlite/database.ts';
import { openMemoryDatabase } from '../sqlite/memory-database.ts';

/**
 * For the stores of a service under test: without a file, and without its threads, whose start takes longer than most
 * tests. As with a disk, other work goes on during a write.
 */
export function openTestDatabase(): Database {
  const database = openMemoryDatabase();
  const write: Database['write'] = async (name, input) => {
    await setImmediate();
    return database.write(name, input);
  };
  return { ...database, write };
}
