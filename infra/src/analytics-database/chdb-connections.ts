import type { createClient } from '@clickhouse/client';
import { formatQueryParams } from '@clickhouse/client-common';
import { createChdbConnection } from 'chdb/connection';
import pLimit from 'p-limit';

/** The client's connection type, which the library does not export by name. */
export type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

type Settings = Readonly<Record<string, string | number>>;

interface Statement {
  readonly query: string;
  readonly query_params?: Readonly<Record<string, unknown>> | undefined;
  readonly clickhouse_settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Runs a statement on a free connection, queued behind earlier statements. */
type Run = <Given extends Statement, Answer>(
  given: Given,
  call: (connection: ClientConnection, given: Given) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Concurrent reads. Together with the writer they occupy three of libuv's four threads; the fourth is for the durable
 * writes of the stores and the log.
 */
const READERS = 2;
/** Settings of the HTTP transport, which chdb does not know. */
const OF_HTTP = new Set(['wait_end_of_query']);

/**
 * Connections to the engine in a directory: several for reads, one for writes, because each chdb connection runs one
 * statement at a time (ADR 47). So a report waits neither for a batch to reach the disk nor for another report.
 * @param session settings of every statement
 */
export function connectChdb(path: string, session: Settings) {
  // chdb is typed against another copy of the same interface; the two differ only in a class with a private field.
  const connect = () => createChdbConnection({ path }) as unknown as ClientConnection;
  const readers = Array.from({ length: READERS }, connect);
  const writer = connect();
  const all = [...readers, writer];
  const read = sharing(readers, session);
  const write = sharing([writer], session);
  /** One connection for the client, backed by all of them. */
  const connection: ClientConnection = {
    query: (params) => read(params, (connection, given) => connection.query(given)),
    insert: (params) => write(params, (connection, given) => connection.insert(given)),
    command: (params) => write(params, (connection, given) => connection.command(given)),
    exec: (params) => write(params, (connection, given) => connection.exec(given)),
    ping: (params) => read({ query: '' }, (connection) => connection.ping(params)),
    async close() {
      for (const connection of all) await connection.close();
    },
  };
  return {
    connection,
    /**
     * Applies the session's settings and selects this database on each connection, creating the database if it is
     * missing.
     */
    async prepare(database: string): Promise<void> {
      const preparing = [
        `SET ${assignmentsOf(session, Object.keys(session))}`,
        `CREATE DATABASE IF NOT EXISTS ${database}`,
        `USE ${database}`,
      ];
      for (const connection of all) for (const query of preparing) await connection.command({ query });
    },
  };
}

/** @returns the SET assignments that restore these settings to the session's values */
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
  // Settings equal to the session's are not sent, so they need no reset afterwards.
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
    // chdb keeps a statement's settings for all later statements on the connection.
    if (names.length > 0) await connection.command({ query: `SET ${assignmentsOf(session, names)}` });
  }
}

/**
 * Inlines parameters as literals, each cast to its type: chdb runs statements with bound parameters one at a time, even
 * on different connections.
 */
function withLiterals(query: string, params: Statement['query_params'] = {}): string {
  return query.replace(/\{(\w+):([\w(), ]+)\}/g, (placeholder, name: string, type: string) =>
    Object.hasOwn(params, name)
      ? `CAST(${formatQueryParams({ value: params[name], wrapStringInQuotes: true })} AS ${type})`
      : placeholder,
  );
}
