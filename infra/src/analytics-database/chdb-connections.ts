import type { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import pLimit from 'p-limit';

/** The client's own idea of a connection, which it does not export by name. */
type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

export type Settings = Readonly<Record<string, string | number>>;

interface Statement {
  readonly clickhouse_settings?: Readonly<Record<string, unknown>> | undefined;
}

export interface ChdbConnections {
  /** All of them as one, for the client. */
  readonly connection: ClientConnection;
  /** Runs a statement that prepares a connection, such as USE, on each of them. */
  prepare(query: string): Promise<void>;
}

interface Lane {
  readonly connection: ClientConnection;
  /** Runs a statement once those before it are through. */
  run<Given extends Statement, Answer>(given: Given, call: (given: Given) => Promise<Answer>): Promise<Answer>;
}

/** Which say how an answer travels; chdb knows none of these. */
const OF_HTTP = new Set(['wait_end_of_query']);

/**
 * Connections to the engine under a path: one for what reads, another for what writes, since each of chdb's runs one
 * statement at a time. So a report does not wait until a batch is on the disk.
 * @param session settings of every statement
 */
export function connectChdb(path: string, session: Settings): ChdbConnections {
  const [reads, writes] = [openLane(path, session), openLane(path, session)];
  return {
    connection: {
      query: (params) => reads.run(params, (given) => reads.connection.query(given)),
      insert: (params) => writes.run(params, (given) => writes.connection.insert(given)),
      command: (params) => writes.run(params, (given) => writes.connection.command(given)),
      exec: (params) => writes.run(params, (given) => writes.connection.exec(given)),
      ping: (params) => reads.run({}, () => reads.connection.ping(params)),
      async close() {
        await reads.connection.close();
        await writes.connection.close();
      },
    },
    async prepare(query) {
      for (const { connection } of [reads, writes]) await connection.command({ query });
    },
  };
}

/** @returns an assignment of each to what the session says, for SET */
export function assignmentsOf(session: Settings, names: readonly string[] = Object.keys(session)): string {
  return names.map((name) => `${name} = ${session[name] ?? 'DEFAULT'}`).join(', ');
}

/**
 * One of chdb's connections. Statements wait here and not in the engine: each that runs holds a thread of libuv's pool
 * of four, which the durable writes of the stores and the log need as well.
 */
function openLane(path: string, session: Settings): Lane {
  // chdb is typed against another copy of the same interface; the two differ by a class with a private field.
  const connection = createChdbConnection({ path }) as unknown as ClientConnection;
  const inTurn = pLimit(1);
  return {
    connection,
    run: (given, call) =>
      inTurn(async () => {
        const settings = Object.entries(given.clickhouse_settings ?? {});
        // What the session says anyway need not be said again, and taken back.
        const own = settings.filter(([name, value]) => !OF_HTTP.has(name) && String(value) !== String(session[name]));
        try {
          return await call({ ...given, clickhouse_settings: Object.fromEntries(own) });
        } finally {
          // With chdb a statement's settings hold for all that come after it on the connection.
          const names = own.map(([name]) => name);
          if (names.length > 0) await connection.command({ query: `SET ${assignmentsOf(session, names)}` });
        }
      }),
  };
}
