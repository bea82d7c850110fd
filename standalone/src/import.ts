/**
 * `npm run import -- <directory or .tar.gz> [--keys <directory>]`: imports the result of `npm run export` into an empty
 * data directory or onto empty real servers. `npm run restore -- --from s3://… [--at <time>]` fetches the off-site
 * backup of a moment first.
 */
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { runCommand } from './command.ts';
import { removeMark } from './demo/mark.ts';
import { fetchOffsite, readOffsiteCommand } from './offsite/restore-command.ts';
import { openExport } from './transfer/archive.ts';
import { takeSigningKey } from './transfer/key-files.ts';
import { readCommand, withPlaces } from './transfer/places-command.ts';
import { countOf, minutesTaken, tableOf } from './transfer/progress.ts';
import { checkExport, holdsDemoAccounts, readExport } from './transfer/read-export.ts';

const USAGE = `Usage: npm run import -- <directory or file.tar.gz> [--keys <directory>]
   or: npm run restore -- --from <s3://host/bucket or file:///directory> [--at <time>]`;

interface Source {
  readonly directory: string;
  readonly keys?: string | undefined;
  /** Sentences for the end. */
  readonly remarks?: readonly string[];
  /** Whether it has what the machine counted. */
  readonly isWhole?: boolean;
  close(): Promise<void>;
}

async function sourceOf(args: readonly string[], say: (line: string) => void): Promise<Source> {
  if (args.includes('--from')) return fetchOffsite(readOffsiteCommand(args, USAGE), say);
  const { place, keys } = readCommand(args, USAGE);
  return { ...(await openExport(place)), keys };
}

async function main(): Promise<boolean> {
  const say = (line: string) => console.log(line);
  const source = await sourceOf(process.argv.slice(2), say);
  const { keys, remarks = [] } = source;
  try {
    const manifest = await checkExport(source.directory, say);
    return await withPlaces(
      { importing: true, directory: keys !== undefined },
      async ({ adapters, data, servers, log }) => {
        if (servers.mongodb !== undefined || servers.clickhouse !== undefined)
          refuseDemo(await holdsDemoAccounts(source.directory, manifest));
        // The next start checks for imported demo data itself.
        if (data !== undefined) await removeMark(data);
        const { table, leftOut, isWhole } = await readExport(
          adapters,
          { directory: source.directory, manifest },
          say,
          log,
        );
        if (keys !== undefined && data !== undefined) await takeSigningKey(keys, data);
        console.log(tableOf(['in the export', 'here'], table));
        for (const { name, rows } of leftOut) console.log(`${countOf(rows)} ${name} have had their time: left out.`);
        if (isWhole) console.log(`Everything is here, after ${minutesTaken()}. Views are made when Volant starts.`);
        else console.error('The counts differ: Volant does not start on this. Run the import again.');
        for (const remark of remarks) console.log(remark);
        return isWhole && source.isWhole !== false;
      },
    );
  } finally {
    await source.close();
  }
}

/** @throws OperatorError if the export has accounts with known passwords */
function refuseDemo(holdsDemoData: boolean): void {
  if (!holdsDemoData) return;
  throw new OperatorError(
    'The export holds demo data, whose passwords are known: they do not go to real servers. Take them away with "npm run demo -- remove" where it was made, and export again.',
  );
}

runCommand(USAGE, main);
