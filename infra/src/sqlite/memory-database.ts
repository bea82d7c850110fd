import { DatabaseSync } from 'node:sqlite';
import { WRITES } from '../database-writes.ts';
import { type Database, ensureTablesOf } from './database.ts';
import { answerQuery } from './query.ts';
import { Reader } from './reader.ts';
import { WritableStatements, type Write } from './serve-database.ts';

/** A database without a file and without threads. */
export function openMemoryDatabase(): Database {
  const connection = new DatabaseSync(':memory:');
  const reader = new Reader(connection, 'memory');
  const statements = new WritableStatements(connection);
  const write: Database['write'] = async (name, input) => {
    const run = WRITES[name] as Write<typeof input, never>;
    statements.execute('BEGIN');
    try {
      const output = run(statements, input);
      statements.execute('COMMIT');
      return output;
    } catch (error) {
      statements.execute('ROLLBACK');
      throw error;
    }
  };
  return {
    file: 'memory',
    reader,
    write,
    query: async (query) => answerQuery(statements, query),
    ensureTables: (tables) => ensureTablesOf(reader, write, tables),
    atOnePoint: (work) => work(reader),
    damage: async () => undefined,
    close: async () => connection.close(),
  };
}
