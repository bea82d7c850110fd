import type { createClient } from '@clickhouse/client';
import { formatQueryParams } from '@clickhouse/client-common';
import { createChdbConnection } from 'chdb/connection';
import pLimit from 'p-limit';

/** The client's own idea of a connection, which it does not export by name. */
type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

type Settings = Readonly<Record<string, string | number>>;

export interface ChdbConnections {
  /** All of them as one, for the client. */
  readonly connection: ClientConnection;
  /** Gives each of them the session's settings and this database, which is made where it is missing. */
  prepare(database: string): Promise<void>;
}

interface Statement {
  readonly query: string;
  readonly query_params?: Readonly<Record<string, unknown>> | undefined;
  readonly clickhouse_settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Runs a statement on a connection that is free, once those before it are through. */
type Run = <Given extends Statement, Answer>(
  given: Given,
  call: (connection: ClientConnection, given: Given) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Statements that read at a time. With the one that writes they hold three threads of libuv's pool of four; the last
 * is for the durable writes of the stores and the log.
 */
const READERS = 2;
/** Which say how an answer travels; chdb knows none of these. */
const OF_HTTP = new Set(['wait_end_of_query']);

/**
 * Connections to the engine under a path: some for what reads, another for what writes, since each of chdb's runs one
 * statement at a time (ADR 47). So a report waits neither until a batch is on the disk nor for another report.
 * @param session settings of every statement
 */
export function connectChdb(path: string, session: Settings): ChdbConnections {
  // chdb is typed against another copy of the same interface; the two differ by a class with a private field.
  const connect = () => createChdbConnection({ path }) as unknown as ClientConnection;
  const readers = Array.from({ length: READERS }, connect);
  const writer = connect();
  const all = [...readers, writer];
  const read = sharing(readers, session);
  const write = sharing([writer], session);
  return {
    connection: {
      query: (params) => read(params, (connection, given) => connection.query(given)),
      insert: (params) => write(params, (connection, given) => connection.insert(given)),
      command: (params) => write(params, (connection, given) => connection.command(given)),
      exec: (params) => write(params, (connection, given) => connection.exec(given)),
      ping: (params) => read({ query: '' }, (connection) => connection.ping(params)),
      async close() {
        for (const connection of all) await connection.close();
      },
    },
    async prepare(database) {
      const preparing = [
        `SET ${assignmentsOf(session, Object.keys(session))}`,
        `CREATE DATABASE IF NOT EXISTS ${database}`,
        `USE ${database}`,
      ];
      for (const connection of all) for (const query of preparing) await connection.command({ query });
    },
  };
}

/** @returns an assignment of each to what the session says, for SET */
function assignmentsOf(session: Settings, names: readonly string[]): string {
  return names.map((name) => `${name} = ${session[name] ?? 'DEFAULT'}`).join(', ');
}

function sharing(connections: readonly ClientConnection[], session: Settings): Run {
  const free = [...connections];
  const inTurn = pLimit(connections.length);
  return (given, call) =>
    inTurn(async () => {
      const connection = free.pop();
      if (connection === undefined) throw new Error('more statements run than there are connections');
      try {
        return await runOn(connection, session, given, call);
      } finally {
        free.push(connection);
      }
    });
}

async function runOn<Given extends Statement, Answer>(
  connection: ClientConnection,
  session: Settings,
  given: Given,
  call: (connection: ClientConnection, given: Given) => Promise<Answer>,
): Promise<Answer> {
  const settings = Object.entries(given.clickhouse_settings ?? {});
  // What the session says anyway need not be said again, and taken back.
  const own = settings.filter(([name, value]) => !OF_HTTP.has(name) && String(value) !== String(session[name]));
  const names = own.map(([name]) => name);
  try {
    return await call(connection, {
      ...given,
      query: withLiterals(given.query, given.query_params),
      query_params: undefined,
      clickhouse_settings: Object.fromEntries(own),
    });
  } finally {
    // With chdb a statement's settings hold for all that come after it on the connection.
    if (names.length > 0) await connection.command({ query: `SET ${assignmentsOf(session, names)}` });
  }
}

/**
 * Writes parameters into a statement as literals, each cast to its type: of statements with parameters that it binds
 * itself chdb runs one at a time, whatever connections they are on.
 */
function withLiterals(query: string, params: Statement['query_params'] = {}): string {
  return query.replace(/\{(\w+):([\w(), ]+)\}/g, (placeholder, name: string, type: string) =>
    Object.hasOwn(params, name)
      ? `CAST(${formatQueryParams({ value: params[name], wrapStringInQuotes: true })} AS ${type})`
      : placeholder,
  );
}
