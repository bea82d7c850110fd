import type { createClient } from '@clickhouse/client';
import type { ChdbConnection } from 'chdb/connection';
import pLimit from 'p-limit';

/** The client's own idea of a connection, which it does not export by name. */
export type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/**
 * Lets at most `limit` statements run at once; the others wait in the order they
 * came. Each running statement holds a thread of libuv's pool of four, which the
 * durable writes of the stores and the log need as well.
 */
export function gateConnection(chdb: ChdbConnection, limit: number): ClientConnection {
  // chdb is typed against another copy of the same interface; the two differ by a class with a private field.
  const connection = chdb as unknown as ClientConnection;
  const pass = pLimit(limit);

  return {
    query: (params) => pass(() => connection.query(params)),
    insert: (params) => pass(() => connection.insert(params)),
    command: (params) => pass(() => connection.command(params)),
    exec: (params) => pass(() => connection.exec(params)),
    ping: (params) => pass(() => connection.ping(params)),
    close: () => connection.close(),
  };
}
