import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { createAdapters } from '@volant/infra/adapters/adapters';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import { createLogger, type Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { ServerSettings } from '@volant/infra/process/settings/server-settings';
import { printProblem } from '@volant/infra/process/shell/print-problem';
import { emailAddress } from '@volant/infra/text/email';
import { type DataDirectory, openDataDirectory } from './data-directory.ts';
import { settingsOfProcess } from './environment.ts';

const SERVERS_WITHIN_MS = 60_000;
/** How long a failed command may take to end by itself. */
const ENDS_WITHIN_MS = 5_000;

export interface Surroundings {
  readonly adapters: Adapters;
  /** Undefined if real servers hold everything the command needs. */
  readonly data: DataDirectory | undefined;
  readonly servers: ServerSettings;
  readonly log: Logger;
}

export interface CommandNeeds {
  /** Without one of these servers, the command opens the data directory. */
  readonly servers: readonly (keyof ServerSettings)[];
  /** Opens the data directory in any case. */
  readonly directory?: boolean;
  readonly importing?: boolean;
  readonly looksFirst?: boolean;
  readonly acceptsLossOf?: keyof ServerSettings;
}

/** Opens the adapters that the environment selects, and closes them after the work. */
export async function withAdapters<T>(
  { servers: needed, directory = false, importing = false, looksFirst = false, acceptsLossOf }: CommandNeeds,
  work: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const { servers, dataDir } = settingsOfProcess();
  const isEmbedded = needed.some((server) => servers[server] === undefined);
  const data = isEmbedded || directory ? await openDataDirectory(dataDir, { servers, acceptsLossOf }) : undefined;
  const below = (name: string) => data?.below(name) ?? path.join(dataDir, name);
  const log = createLogger({ name: 'volant', level: 'warn' });
  const signal = AbortSignal.timeout(SERVERS_WITHIN_MS);
  const adapters = createAdapters({ servers, below, log, signal, importing, looksFirst });
  try {
    return await work({ adapters, data, servers, log });
  } catch (error) {
    if (error === signal.reason) throw new OperatorError('A server does not answer; which one is said above.');
    throw error;
  } finally {
    await adapters.close();
    await data?.release();
  }
}

/** @throws OperatorError with the usage */
export function argumentsOf<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (cause) {
    throw Object.assign(new OperatorError(usage), { cause });
  }
}

/**
 * The e-mail address in an argument, read like those that people type elsewhere.
 * @throws OperatorError with the usage if there is none
 */
export function addressOf(argument: string | undefined, usage: string): string {
  if (argument === undefined) throw new OperatorError(usage);
  const { data, success } = emailAddress.safeParse(argument);
  if (!success) throw new OperatorError(`${JSON.stringify(argument.slice(0, 300))} is no e-mail address. ${usage}`);
  return data;
}

/**
 * Runs a command, or prints its usage if the arguments ask for help. It exits with 0 only if `main` resolves with true;
 * a problem for the operator is printed in one line. `main` has to close its adapters even on failure, because an open
 * store could keep the process from ending.
 */
export function runCommand(usage: string, main: () => Promise<boolean>): void {
  if (process.argv.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    return;
  }
  process.exitCode = 1;
  main().then(
    (isGood) => {
      process.exitCode = isGood ? 0 : 1;
    },
    (error: unknown) => {
      printProblem(error);
      // A process with nothing open ends by itself, while `process.exit` waits for every thread and can hang (ADR 13).
      // It is called only if something stays open.
      setTimeout(() => process.exit(1), ENDS_WITHIN_MS).unref();
    },
  );
}
