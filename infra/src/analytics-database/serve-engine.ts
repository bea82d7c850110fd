import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { drainPending, Session } from 'chdb';
import { makeDirectory } from '../files/make-directory.ts';
import { killThisProcess } from '../process/shell/forced-end.ts';
import { type ClientConnection, connectChdb } from './chdb-connections.ts';
import type { Answer, Failure, FromEngine, Statement, StatementKind, ToEngine } from './engine-messages.ts';

/**
 * Settings the engine accepts only at its start. Caches are sized for one machine's data. A part is on disk when its
 * insert is answered, because offsets are committed on the strength of that answer. Deduplication by block is off; rows
 * are deduplicated by their ids. A mutation adds one task per part to the background pool, and a task that finds the
 * pool full waits up to a second before it retries. So the pool's two threads get a queue long enough for all months of
 * a table, shortest task first, so that no more merges start at once than there are threads.
 */
const ENGINE_CONFIGURATION = `<clickhouse>
  <background_merges_mutations_concurrency_ratio>32</background_merges_mutations_concurrency_ratio>
  <background_merges_mutations_scheduling_policy>shortest_task_first</background_merges_mutations_scheduling_policy>
  <mark_cache_size>33554432</mark_cache_size>
  <index_mark_cache_size>8388608</index_mark_cache_size>
  <primary_index_cache_size>33554432</primary_index_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <query_cache><max_size_in_bytes>0</max_size_in_bytes></query_cache>
  <merge_tree>
    <fsync_after_insert>1</fsync_after_insert>
    <fsync_part_directory>1</fsync_part_directory>
    <non_replicated_deduplication_window>0</non_replicated_deduplication_window>
    <replicated_deduplication_window>0</replicated_deduplication_window>
  </merge_tree>
</clickhouse>
`;

/** Applied to every statement of the session. */
const SESSION_SETTINGS = {
  // An insert is answered once it is written, not when it is queued.
  async_insert: 0,
  insert_deduplicate: 0,
  // JSON.parse rounds numbers beyond 2^53.
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_64bit_floats: 0,
} as const;

/** The engine of a process that was just killed may still hold the directory for a moment. */
const OPENING_ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 100;

/**
 * Opens ClickHouse's engine on a directory and runs the statements that the parent process sends, until it says to end.
 * Ends with the parent, however that ends.
 */
export async function serveEngine(settings: { readonly path: string; readonly database: string }): Promise<void> {
  // A terminal sends its signals to all processes; this one ends when its parent has written everything.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('disconnect', killThisProcess);

  const opened = await openEngine(settings).catch(async (error: Error) => {
    await send({ refused: error.message });
    return killThisProcess();
  });
  process.on('message', (message: ToEngine) => {
    if ('end' in message) void opened.close().finally(killThisProcess);
    else void answer(opened.connection, message.id, message.kind, message.statement);
  });
  await send({ ready: true });
}

async function send(message: FromEngine): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve));
}

async function answer(
  connection: ClientConnection,
  id: number,
  kind: StatementKind,
  statement: Statement,
): Promise<void> {
  await send(
    await run(connection, kind, statement).then(
      (given) => ({ id, answer: given }),
      (error: unknown) => ({ id, failure: failureOf(error) }),
    ),
  );
}

async function run(connection: ClientConnection, kind: StatementKind, statement: Statement): Promise<Answer> {
  const { values = '', ...read } = statement;
  const answered = kind === 'insert' ? await connection.insert({ ...read, values }) : await connection[kind](read);
  const body = 'stream' in answered ? await buffer(answered.stream) : new Uint8Array();
  return { query_id: answered.query_id, response_headers: {}, body };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, type, code } = error as Error & { readonly type?: string; readonly code?: string };
  return { message, type, code };
}

/** @throws Error with a sentence for the operator if the directory cannot be used */
async function openEngine({ path, database }: { readonly path: string; readonly database: string }) {
  const configuration = join(path, 'engine.xml');
  try {
    await makeDirectory(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    await writeFile(configuration, ENGINE_CONFIGURATION);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The directory of the analytics database, ${path}, cannot be used: ${reason}.`, { cause });
  }
  const engine = await startEngine(path, configuration, OPENING_ATTEMPTS);
  const { connection, prepare } = connectChdb(path, SESSION_SETTINGS);
  await prepare(database);
  return {
    connection,
    async close(): Promise<void> {
      await connection.close();
      engine.close();
      await drainPending();
    },
  };
}

/** Opens the first session, whose arguments configure the engine. The connections are sessions of the same path. */
async function startEngine(path: string, configuration: string, attempts: number): Promise<Session> {
  try {
    return new Session(path, { connectionArgs: [`--config-file=${configuration}`] });
  } catch (cause) {
    if (attempts > 1) {
      await setTimeout(BETWEEN_ATTEMPTS_MS);
      return startEngine(path, configuration, attempts - 1);
    }
    // The engine prints its reason to stderr; this error says only that it failed.
    throw new Error(
      `The analytics database in ${path} cannot be opened. Is another process using it? The engine’s own message stands above.`,
      { cause },
    );
  }
}
