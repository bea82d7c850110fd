import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '@volant/infra/files/make-directory';
import { createLogger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { argumentsOf } from '../command.ts';
import { settingsOfProcess } from '../environment.ts';
import { fetchPoint } from './fetch-point.ts';
import { placeOf } from './offsite-settings.ts';
import { isPlace, openPlace } from './place.ts';
import { findPoint } from './restore-point.ts';
import { openVault } from './vault.ts';

export interface OffsiteCommand {
  readonly from: string;
  readonly at: Date | undefined;
  /** Megabytes that a drill may fetch. */
  readonly atMost: number | undefined;
}

/** @throws OperatorError with the usage */
export function readOffsiteCommand(args: readonly string[], usage: string): OffsiteCommand {
  const options = { from: { type: 'string' }, at: { type: 'string' }, 'at-most': { type: 'string' } } as const;
  const { from = '', at, 'at-most': atMost } = argumentsOf({ args: [...args], options }, usage).values;
  if (!isPlace(from)) throw new OperatorError(usage);
  const moment = at === undefined ? undefined : new Date(at);
  if (moment !== undefined && Number.isNaN(moment.getTime())) {
    throw new OperatorError(`${JSON.stringify(at)} is no time such as 2026-11-30T18:20:00Z.`);
  }
  if (atMost !== undefined && !/^\d{1,9}$/.test(atMost)) throw new OperatorError(usage);
  return { from, at: moment, atMost: atMost === undefined ? undefined : Number(atMost) };
}

/**
 * Fetches the off-site backup of a moment into a folder beside the data directory.
 * @throws OperatorError with a sentence if it cannot be used
 */
export async function fetchOffsite({ from, at, atMost }: OffsiteCommand, say: (line: string) => void) {
  const settings = settingsOfProcess();
  const { offsitePassphrase: passphrase, dataDir } = settings;
  if (passphrase === undefined) {
    throw new OperatorError('VOLANT_OFFSITE_PASSPHRASE is missing: the backups are encrypted with it.');
  }
  const target = path.resolve(dataDir);
  await makeDirectory(path.dirname(target));
  const directory = await mkdtemp(`${target}.fetched-`).catch((error: Error) => {
    throw new OperatorError(`The backup cannot be fetched to ${path.dirname(target)}: ${error.message}.`);
  });
  const close = () => rm(directory, { recursive: true, force: true });
  try {
    const vault = await openVault(
      await openPlace(placeOf(settings, from), createLogger({ name: 'volant', level: 'silent' })),
      passphrase,
      false,
    );
    try {
      const point = await findPoint(vault, at);
      const limit = atMost === undefined ? {} : { mostBytes: atMost * 1_000_000 };
      const { differences, ...fetched } = await fetchPoint(vault, point, directory, { say, ...limit });
      return {
        ...fetched,
        isWhole: differences.length === 0,
        remarks: [
          ...differences.map((difference) => `This differs: ${difference}.`),
          `This is the product of ${point.holdsUntil.toISOString()}. Edits and scans that were accepted after that moment are missing.`,
        ],
        close,
      };
    } finally {
      await vault.close();
    }
  } catch (error) {
    await close();
    throw error;
  }
}
