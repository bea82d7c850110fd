import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { AnalyticsDatabase } from './analytics-database.ts';

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  readonly checksum: string;
}

/**
 * Runs the `0001_name.sql` files of a directory that this database has not seen,
 * in the order of their numbers. Statements end with `;` at the end of a line;
 * `{database}` stands for the database's name. A file that fails half-way is run
 * again from its beginning, so its statements say IF NOT EXISTS.
 * @returns names of the files that were run
 * @throws Error when a file that was run before has changed since
 */
export async function migrate(database: AnalyticsDatabase, directory: URL): Promise<string[]> {
  const { client } = database;
  const table = `${database.database}.migrations`;
  const migrations = await readMigrations(directory, database.database);
  await client.command({
    query: `CREATE TABLE IF NOT EXISTS ${table} (name String, checksum String, at DateTime DEFAULT now())
            ENGINE = MergeTree ORDER BY name`,
  });
  const rows = await client.query({ query: `SELECT name, checksum FROM ${table}`, format: 'JSONEachRow' });
  const done = new Map((await rows.json<{ name: string; checksum: string }>()).map((row) => [row.name, row.checksum]));

  const run: string[] = [];
  for (const { name, statements, checksum } of migrations) {
    const known = done.get(name);
    if (known === checksum) continue;
    if (known !== undefined)
      throw new Error(`Migration ${name} has changed since it was run; write a new one instead.`);
    for (const query of statements) {
      try {
        await client.command({ query });
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`Migration ${name} failed: ${reason}`, { cause });
      }
    }
    await client.insert({ table, values: [{ name, checksum }], format: 'JSONEachRow', columns: ['name', 'checksum'] });
    run.push(name);
  }
  return run;
}

async function readMigrations(directory: URL, database: string): Promise<readonly Migration[]> {
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
      return {
        name,
        checksum: createHash('sha256').update(text).digest('hex'),
        statements: splitStatements(text.replaceAll('{database}', database)),
      };
    }),
  );
}

function splitStatements(text: string): readonly string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^\s*--.*$/gm, '').trim() !== '');
}
