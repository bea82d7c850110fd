/**
 * `npm run export -- <directory or .tar.gz> [--keys <directory>]`: writes all durable data of the data directory or of
 * the real servers, for `npm run import`. `npm run backup` does the same for a product that goes on running afterwards:
 * collectors may take events meanwhile, and events after the log was read are left out.
 */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { askForBackup } from './backup/ask-for-backup.ts';
import { runCommand } from './command.ts';
import type { DataDirectory } from './data-directory.ts';
import { isUnfinished } from './demo/unfinished.ts';
import { newExport } from './transfer/archive.ts';
import { writeKeyFiles } from './transfer/key-files.ts';
import { readCommand, withPlaces } from './transfer/places-command.ts';
import { minutesTaken, tableOf } from './transfer/progress.ts';
import { writeExport } from './transfer/write-export.ts';

const [first, ...others] = process.argv.slice(2);
/** First argument of `npm run backup`. */
const whileCollecting = first === '--while-collecting';
const USAGE = `Usage: npm run ${whileCollecting ? 'backup' : 'export'} -- <directory or file.tar.gz> [--keys <directory>]`;

async function main(): Promise<boolean> {
  const { place, keys } = readCommand(whileCollecting ? others : process.argv.slice(2), USAGE);
  if (whileCollecting) {
    const done = await askForBackup(place, keys);
    if (done !== undefined) return done;
  }
  return withPlaces({ importing: false, directory: keys !== undefined }, async ({ adapters, data }) => {
    if (data !== undefined) await refuseUnsettled(data);
    const target = await newExport(place);
    try {
      const table = await writeExport(adapters, target.directory, (line) => console.log(line), { whileCollecting });
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
  if (await isUnfinished(data)) {
    throw new OperatorError(`The demo data in ${data.path} are not whole: start Volant once, and stop it.`);
  }
  const spooled = (await readdir(data.below('spool')).catch(() => [])).filter((name) => name.endsWith('.spool'));
  if (spooled.length > 0) {
    throw new OperatorError(
      'Events wait in the spool for the message log: start Volant until they are in it, and stop it.',
    );
  }
}

runCommand(main);
