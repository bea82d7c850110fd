import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { AnalyticsDatabase } from './analytics-database.ts';
import { renderSql } from './cluster-sql.ts';

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly name: string;
  readonly text: string;
  /** Checksum of the single-node form, so that a file is the same migration with and without a cluster. */
  readonly checksum: string;
}

/**
 * Runs the `0001_name.sql` files of a directory that this database has not run yet, in numeric order. Statements end
 * with `;` at the end of a line. `{database}` stands for the database's name, `{on_cluster}` and `{engine:…}` for the
 * parts that differ in a cluster. A file that fails half-way runs again from its beginning, so its statements have to
 * be repeatable (IF NOT EXISTS). The caller must prevent concurrent migrations.
 * @returns names of the files that were run
 * @throws Error if a file has changed since it was run
 */
export async function migrate(database: AnalyticsDatabase, directory: URL): Promise<string[]> {
  const { client, cluster } = database;
  const migrations = await readMigrations(directory);
  const table = migrationsTable(database);
  const create = `CREATE TABLE IF NOT EXISTS ${table}{on_cluster} (name String, checksum String, at DateTime DEFAULT now())
                  ENGINE = {engine:MergeTree} ORDER BY name`;
  await client.command({ query: renderSql(create, cluster) });
  const pending = pendingOf(migrations, await doneMigrations(database));
  for (const { name, text, checksum } of pending) {
    for (const query of statementsOf(text, database)) {
      try {
        await client.command({ query });
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`Migration ${name} failed: ${reason}`, { cause });
      }
    }
    await client.insert({ table, values: [{ name, checksum }], format: 'JSONEachRow', columns: ['name', 'checksum'] });
  }
  return pending.map(({ name }) => name);
}

/**
 * Names of the files that `migrate` would run.
 * @throws Error if a file has changed since it was run
 */
export async function pendingMigrations(database: AnalyticsDatabase, directory: URL): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const result = await database.client.query({
    query: 'SELECT 1 FROM system.tables WHERE database = {database:String} AND name = {table:String}',
    query_params: { database: database.database, table: 'migrations' },
    format: 'JSONEachRow',
  });
  const begun = (await result.json()).length > 0;
  const done = begun ? await doneMigrations(database) : new Map<string, string>();
  return pendingOf(migrations, done).map(({ name }) => name);
}

/** Names of a directory's migrations, in order. */
export async function migrationNames(directory: URL): Promise<readonly string[]> {
  return (await readMigrations(directory)).map(({ name }) => name);
}

function migrationsTable({ database }: AnalyticsDatabase): string {
  return `${database}.migrations`;
}

async function doneMigrations(database: AnalyticsDatabase): Promise<ReadonlyMap<string, string>> {
  const query = `SELECT name, checksum FROM ${migrationsTable(database)}`;
  const rows = await database.client.query({ query, format: 'JSONEachRow' });
  return new Map((await rows.json<{ name: string; checksum: string }>()).map((row) => [row.name, row.checksum]));
}

function pendingOf(migrations: readonly Migration[], done: ReadonlyMap<string, string>): readonly Migration[] {
  const changed = migrations.find(({ name, checksum }) => done.has(name) && done.get(name) !== checksum);
  if (changed !== undefined)
    throw new Error(`Migration ${changed.name} has changed since it was run; write a new one instead.`);
  return migrations.filter(({ name }) => !done.has(name));
}

async function readMigrations(directory: URL): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not called like 0001_name.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  const base = directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, base), 'utf8');
      const checksum = createHash('sha256').update(renderSql(text, undefined)).digest('hex');
      return { name, text, checksum };
    }),
  );
}

/** The statements of a file, rendered for this database. */
export function statementsOf(
  text: string,
  { database, cluster }: Pick<AnalyticsDatabase, 'database' | 'cluster'>,
): readonly string[] {
  return renderSql(text, cluster)
    .replaceAll('{database}', database)
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.split('\n').some(isCode));
}

function isCode(line: string): boolean {
  const written = line.trim();
  return written !== '' && !written.startsWith('--');
}
