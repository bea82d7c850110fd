/** Program of the thread that writes a file of SQLite. Node runs its source as it stands, so it imports few modules. */
import { eventStoreWrites } from './event-store/sqlite-writes.ts';
import { messageLogWrites } from './message-log/embedded/sqlite-writes.ts';
import { serveDatabase, type WritableStatements } from './sqlite/serve-database.ts';
import { copiedViewWrites } from './views/copied-view-writes.ts';

const WRITES = {
  ...eventStoreWrites,
  ...messageLogWrites,
  ...copiedViewWrites,
  execute: (sql: WritableStatements, text: string) => sql.execute(text),
};

export type Writes = typeof WRITES;

serveDatabase(WRITES);
