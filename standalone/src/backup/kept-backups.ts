import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@volant/infra/process/settings/server-errors';

export interface KeptBackups {
  readonly directory: string;
  /** Number of backups that are kept. */
  readonly keep: number;
}

const NAME = /^volant-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;
const UNFINISHED = /^volant-\d{4}-.*\.unfinished(\.tar)?$/;

/** File names of the backups, the oldest first. */
export async function backupsIn(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => NAME.test(name)).sort();
}

/** Makes a backup named after the time, and removes the oldest ones once it is whole. */
export async function makeKeptBackup(
  { directory, keep }: KeptBackups,
  now: Date,
  make: (place: string) => Promise<void>,
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new OperatorError(`${directory} cannot be written: ${error.message}.`);
  });
  // Left by a process that was killed.
  for (const name of await readdir(directory)) {
    if (UNFINISHED.test(name)) await rm(path.join(directory, name), { recursive: true, force: true });
  }
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const made = `volant-${moment}Z.tar.gz`;
  await make(path.join(directory, made));
  const kept = await backupsIn(directory);
  // A clock that was ahead named those after it: they are older than they say.
  const byAge = [...kept.filter((name) => name > made), ...kept.filter((name) => name <= made)];
  for (const name of byAge.slice(0, -keep)) await rm(path.join(directory, name));
}
