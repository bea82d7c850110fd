import { EventEmitter } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { createClient } from '@clickhouse/client';
import { drainPending, Session } from 'chdb';
import { makeDirectory } from '../files/make-directory.ts';
import type { AnalyticsDatabase } from './analytics-database.ts';
import { connectChdb } from './chdb-connections.ts';

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

/**
 * Opens ClickHouse's engine in this process, on one directory. A process can have only one such directory open at a
 * time.
 * @throws Error with a sentence for the operator if the directory cannot be used
 */
export async function openChdb(settings: {
  readonly path: string;
  readonly database: string;
}): Promise<AnalyticsDatabase> {
  const { path, database } = settings;
  if (!/^\w+$/.test(database)) throw new Error(`“${database}” cannot be the name of a database.`);
  const configuration = join(path, 'engine.xml');
  try {
    await makeDirectory(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    await writeFile(configuration, ENGINE_CONFIGURATION);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The directory of the analytics database, ${path}, cannot be used: ${reason}.`, { cause });
  }

  const engine = startEngine(path, configuration);
  const damages = new EventEmitter();
  const { connection, prepare } = connectChdb(path, SESSION_SETTINGS, () => damages.emit('damage'));
  const client = createClient({ connection });
  async function close(): Promise<void> {
    await client.close();
    engine.close();
    await drainPending();
  }
  try {
    await prepare(database);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    client,
    database,
    async check() {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw new Error('The analytics database does not answer.', { cause: answer.error });
    },
    onDamage: (listener) => void damages.on('damage', listener),
    close,
  };
}

/**
 * Replaces standard input with /dev/null. Otherwise the engine reads what is piped to the process, such as the rest of
 * a shell script, as rows of its first insert. None of our processes reads standard input.
 */
function emptyStandardInput(): void {
  if (isatty(0)) return;
  closeSync(0);
  // The lowest free number is taken: 0.
  openSync('/dev/null', 'r');
}

/** The session whose arguments configure the engine; the client's connections join it by its path. */
function startEngine(path: string, configuration: string): Session {
  emptyStandardInput();
  try {
    return new Session(path, { connectionArgs: [`--config-file=${configuration}`] });
  } catch (cause) {
    // The engine prints its reason to stderr; this error says only that it failed.
    throw new Error(
      `The analytics database in ${path} cannot be opened. Is another process using it? The engine’s own message stands above.`,
      { cause },
    );
  }
}
