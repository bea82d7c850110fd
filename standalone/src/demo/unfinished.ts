import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { syncDirectory } from '@volant/infra/objects/write-durably';
import { DATABASE_FILE, filesOf } from '@volant/infra/sqlite/database';
import { type DataDirectory, SIGNING_KEY_FILE } from '../data-directory.ts';
import { MARK } from './mark.ts';

/** Present while demo data is being written; the data beside it is incomplete. */
const UNFINISHED = 'demo-unfinished';
const WRITTEN = [...filesOf(DATABASE_FILE), 'log', 'clickhouse', 'objects', 'mail', 'spool', SIGNING_KEY_FILE];

export async function beginUnfinished(data: DataDirectory): Promise<void> {
  await writeFile(data.below(UNFINISHED), '', { mode: 0o600 });
  await syncDirectory(data.path);
}

export async function endUnfinished(data: DataDirectory): Promise<void> {
  await rm(data.below(UNFINISHED));
  await syncDirectory(data.path);
}

export function isUnfinished(data: DataDirectory): boolean {
  return existsSync(data.below(UNFINISHED));
}

/** Empties the directory, and removes the marker last. */
export async function removeUnfinished(data: DataDirectory): Promise<void> {
  for (const name of [...WRITTEN, MARK]) await rm(data.below(name), { recursive: true, force: true });
  await endUnfinished(data);
}
