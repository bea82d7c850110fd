/** Program of the threads that write, query or check a file of SQLite. */
import { UNSYNCED, WRITES } from './database-writes.ts';
import { serveDatabase } from './sqlite/serve-database.ts';

serveDatabase(WRITES, UNSYNCED);
