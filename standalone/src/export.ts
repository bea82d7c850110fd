/**
 * `npm run export -- <directory or .tar.gz> [--keys <directory>]`: writes all durable data of the data directory or of
 * the real servers, for `npm run import`. `npm run backup` does the same for a product that goes on meanwhile; with
 * `--into <directory>` it names the backup after the time, and keeps the last ones.
 */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { askForBackup } from './backup/ask-for-backup.ts';
import { makeRotatedBackup } from './backup/backup-rotation.ts';
import { argumentsOf, runCommand } from './command.ts';
import type { DataDirectory } from './data-directory.ts';
import { isUnfinished } from './demo/unfinished.ts';
import { newExport } from './transfer/archive.ts';
import { writeKeyFiles } from './transfer/key-files.ts';
import { type Command, readCommand, withPlaces } from './transfer/places-command.ts';
import { minutesTaken, tableOf } from './transfer/progress.ts';
import { serverPauses } from './transfer/server-pauses.ts';
import { writeExport } from './transfer/write-export.ts';

const [first, ...others] = process.argv.slice(2);
/** First argument of `npm run backup`. */
const isBackup = first === '--while-running';
const USAGE = 'Usage: npm run export -- <directory or file.tar.gz> [--keys <directory>]';
const BACKUP_USAGE = `Usage: npm run backup -- <directory or file.tar.gz> [--keys <directory>]
   or: npm run backup -- --into <directory> [--keep <number>]`;
const KEEP_BY_DEFAULT = 7;

async function main(): Promise<boolean> {
  if (!isBackup) return makeExport(readCommand(process.argv.slice(2), USAGE));
  if (!others.includes('--into')) return makeBackup(readCommand(others, BACKUP_USAGE));
  const options = { into: { type: 'string' }, keep: { type: 'string', default: String(KEEP_BY_DEFAULT) } } as const;
  const { into: directory = '', keep } = argumentsOf({ args: others, options }, BACKUP_USAGE).values;
  if (directory === '' || !/^[1-9]\d{0,3}$/.test(keep)) throw new OperatorError(BACKUP_USAGE);
  const loss = await makeRotatedBackup({ directory, keep: Number(keep) }, new Date(), async (place) => {
    await makeBackup({ place, keys: undefined });
  });
  if (loss !== undefined) console.error(`Warning: ${loss}.`);
  return true;
}

async function makeBackup(command: Command): Promise<boolean> {
  return (await askForBackup(command.place, command.keys)) ?? makeExport(command);
}

async function makeExport({ place, keys }: Command): Promise<boolean> {
  return withPlaces({ importing: false, directory: keys !== undefined }, async ({ adapters, data, log }) => {
    if (data !== undefined) await refuseUnsettled(data);
    const target = await newExport(place);
    try {
      const pauses = isBackup ? await serverPauses(adapters, log) : undefined;
      const table = await writeExport(adapters, target.directory, (line) => console.log(line), pauses);
      const settings = keys === undefined || data === undefined ? [] : await writeKeyFiles(keys, data);
      await target.finish();
      console.log(tableOf(['here', 'in the export'], table));
      for (const setting of settings) console.log(setting);
      console.log(
        `Everything is in ${path.resolve(place)}, after ${minutesTaken()}. It holds personal data: keep it like the data themselves.`,
      );
      return true;
    } catch (error) {
      await target.discard();
      throw error;
    }
  });
}

/** Refuses state that only the next start completes. */
async function refuseUnsettled(data: DataDirectory): Promise<void> {
  if (data.wasEmpty) throw new OperatorError(`There is nothing in ${data.path}.`);
  if (isUnfinished(data)) {
    throw new OperatorError(`The demo data in ${data.path} are not whole: start Volant once, and stop it.`);
  }
  const spooled = (await readdir(data.below('spool')).catch(() => [])).filter((name) => name.endsWith('.spool'));
  if (spooled.length > 0) {
    throw new OperatorError(
      'Events wait in the spool for the message log: start Volant until they are in it, and stop it.',
    );
  }
}

runCommand(isBackup ? BACKUP_USAGE : USAGE, main);
