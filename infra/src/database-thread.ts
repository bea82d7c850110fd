/** Program of the thread that writes a file of SQLite. Node runs its source as it stands, so it imports few modules. */
import { eventStoreWrites } from './event-store/sqlite-writes.ts';
import { serveDatabase, type WritableStatements } from './sqlite/serve-database.ts';

const WRITES = {
  ...eventStoreWrites,
  execute: (sql: WritableStatements, text: string) => sql.execute(text),
};

export type Writes = typeof WRITES;

serveDatabase(WRITES);
