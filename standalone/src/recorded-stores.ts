import { access, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { ServerSettings } from '@volant/infra/process/settings/server-settings';
import { DATABASE_FILE } from '@volant/infra/sqlite/database';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';

/** Lists the stores that the directory held when the product was last ready. */
const STORES_FILE = 'stores.json';

const recorded = z.object({ stores: z.array(z.string()) });

/** Files and directories without which a store would open empty, and the servers that replace the store. */
const STORES: Readonly<Record<string, readonly (keyof ServerSettings)[]>> = {
  [DATABASE_FILE]: ['mongodb', 'kafka'],
  'log/topics': ['kafka'],
  objects: ['s3'],
  'clickhouse/metadata/volant.sql': ['clickhouse'],
  // A link to the tables, so also a lost table directory is noticed.
  'clickhouse/metadata/volant': ['clickhouse'],
};

/** Files of the stores of Volant 0.2.0. */
const FORMER_STORES: Readonly<Record<string, keyof ServerSettings>> = {
  'identity/data.mdb': 'mongodb',
  'pages/data.mdb': 'mongodb',
  'support/data.mdb': 'mongodb',
  'log/data.mdb': 'kafka',
};

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function present(directory: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of Object.keys(STORES)) if (await exists(path.join(directory, name))) found.push(name);
  return found;
}

/** Records the present stores. Call when the product is ready, or when an operator accepts that a store is lost. */
export async function recordStores(directory: string): Promise<void> {
  const file = path.join(directory, STORES_FILE);
  const content = JSON.stringify({ stores: await present(directory) });
  if ((await readFile(file, 'utf8').catch(() => '')) === content) return;
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/**
 * An engine creates what is missing, so a product whose figures or accounts are lost would start without them.
 * @param servers real servers hold what is theirs
 * @param accepts this server's store may be missing
 * @throws OperatorError if a store is missing that the directory held
 */
export async function refuseLostStores(
  directory: string,
  servers: Partial<ServerSettings>,
  accepts?: keyof ServerSettings,
): Promise<void> {
  const file = path.join(directory, STORES_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const read = recorded.safeParse(jsonOf(text));
  if (!read.success) throw new OperatorError(`${file} is damaged: if all stores are there, remove it`);
  const there = await present(directory);
  const lost = read.data.stores.filter((name) => {
    const needed = (STORES[name] ?? []).filter((server) => servers[server] === undefined && server !== accepts);
    return needed.length > 0 && !there.includes(name);
  });
  if (lost.length === 0) return;
  const isCounted = lost.every((name) => STORES[name]?.includes('clickhouse')) && (await holdsEvents(directory));
  const replay = isCounted
    ? ', or count the events that the log still has (of the last 7 days) again with "npm run replay -- --since 0"'
    : '';
  throw new OperatorError(
    `it was used and now lacks ${lost.join(', ')}: restore a backup into an empty directory with "npm run import -- <backup>"${replay}`,
  );
}

/** @throws OperatorError if the directory holds stores of Volant 0.2.0, which this version cannot read */
export async function refuseFormerStores(directory: string, servers: Partial<ServerSettings>): Promise<void> {
  for (const [name, server] of Object.entries(FORMER_STORES)) {
    if (servers[server] !== undefined || !(await exists(path.join(directory, name)))) continue;
    throw new OperatorError(
      'its stores are those of Volant 0.2.0: export them with that version ("npm run export -- <file>.tar.gz"), and import them into an empty directory with this one ("npm run import -- <file>.tar.gz")',
    );
  }
}

async function holdsEvents(directory: string): Promise<boolean> {
  return (await readdir(path.join(directory, 'log/topics', ACTIVITY_TOPIC.name)).catch(() => [])).length > 0;
}
