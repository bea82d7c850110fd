import { eventStoreWrites } from './event-store/sqlite-writes.ts';
import { messageLogWrites } from './message-log/embedded/sqlite-writes.ts';
import type { WritableStatements } from './sqlite/serve-database.ts';
import { viewWrites } from './views/sqlite-view-writes.ts';

/** All writes to files of SQLite. Node runs this source as it stands on their threads, so it imports few modules. */
export const WRITES = {
  ...eventStoreWrites,
  ...messageLogWrites,
  ...viewWrites,
  execute: (sql: WritableStatements, text: string) => sql.execute(text),
};

export type Writes = typeof WRITES;

/** Writes of views need no sync: after a loss of power, a view is updated again from the synced events. */
export const UNSYNCED: ReadonlySet<string> = new Set(Object.keys(viewWrites));
