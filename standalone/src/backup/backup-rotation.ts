import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '@volant/infra/files/make-directory';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { manifestIn } from '../transfer/archive.ts';
import { countOf } from '../transfer/progress.ts';

export interface BackupRotation {
  readonly directory: string;
  /** Number of backups that stay. */
  readonly keep: number;
}

const NAME = /^volant-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;
const UNFINISHED = /^volant-\d{4}-.*\.unfinished(\.tar)?$/;

/** File names of the backups, the oldest first. */
export async function backupsIn(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => NAME.test(name)).sort();
}

/** Kinds of rows that fall to half by a loss only; others expire within days, or are replaced. */
const LASTING = /^(commits of \w+|rows of activities_by_day|pictures)$/;
/** Rows of one kind below which a fall says nothing. */
const FEW = 20;
/** A backup with a smaller share of some kind of rows holds far less. */
const FAR_LESS = 0.5;

type Held = ReadonlyMap<string, number>;

/**
 * Makes a backup named after the time, and removes the oldest ones once it is whole. A backup is not removed while each
 * newer one holds far less: those may have been made after a loss.
 * @returns a sentence for the operator if the new one holds far less than the one before
 */
export async function makeRotatedBackup(
  { directory, keep }: BackupRotation,
  now: Date,
  make: (place: string) => Promise<void>,
): Promise<string | undefined> {
  await makeDirectory(directory, 0o700).catch((error: Error) => {
    throw new OperatorError(`${directory} cannot be written: ${error.message}.`);
  });
  // Left by a process that was killed.
  for (const name of await readdir(directory)) {
    if (UNFINISHED.test(name)) await rm(path.join(directory, name), { recursive: true, force: true });
  }
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const made = `volant-${moment}Z.tar.gz`;
  await make(path.join(directory, made));
  const present = await backupsIn(directory);
  // A clock that was ahead named those after it: they are older than they say.
  const byAge = [...present.filter((name) => name > made), ...present.filter((name) => name <= made)];
  const newer: Held[] = [];
  let sentence: string | undefined;
  for (const [age, name] of [...byAge].reverse().entries()) {
    const held = await heldBy(path.join(directory, name));
    const lost = newer.length === 0 ? [] : lessIn(newer, held);
    if (lost.length > 0) {
      sentence ??= `the backup ${made} holds far less than ${name} (${lost.join(', ')}), which is kept beside it: restore that one, or remove it if the loss is right`;
      // It stands for the older ones.
      newer.push(held);
    } else if (age >= keep) await rm(path.join(directory, name));
    else newer.push(held);
  }
  return sentence;
}

/** Rows by kind; empty if the file cannot be read. */
async function heldBy(file: string): Promise<Held> {
  const manifest = await manifestIn(file).catch((error: unknown) => {
    if (error instanceof OperatorError) return undefined;
    throw error;
  });
  return new Map(manifest?.parts.flatMap(({ name, rows }) => (LASTING.test(name) ? [[name, rows] as const] : [])));
}

/** The kinds of rows of which every newer backup holds far less; empty if one of them holds enough of all kinds. */
function lessIn(newer: readonly Held[], older: Held): readonly string[] {
  const differences = newer.map((held) =>
    [...older].flatMap(([name, rows]) => {
      const now = held.get(name) ?? 0;
      return rows >= FEW && now < rows * FAR_LESS ? [`${countOf(now)} of ${countOf(rows)} ${name}`] : [];
    }),
  );
  return differences.some((lost) => lost.length === 0) ? [] : (differences[0] ?? []);
}
