import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Adapters, createAdapters } from '@volant/infra/adapters/adapters';
import { createLogger, type Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { printProblem } from '@volant/infra/process/shell/print-problem';
import { destination } from 'pino';
import { type DataDirectory, openDataDirectory } from '../data-directory.ts';
import { settingsOfProcess } from '../environment.ts';

const SERVERS_WITHIN_MS = 60_000;

export interface Command {
  /** Directory or file of the export. */
  readonly place: string;
  /** Directory of the key files. */
  readonly keys: string | undefined;
}

/** @throws OperatorError with the usage */
export function readCommand(args: readonly string[], usage: string): Command {
  const { positionals, values } = parse(args, usage);
  const [place, ...more] = positionals;
  if (place === undefined || place === '' || more.length > 0) throw new OperatorError(usage);
  return { place, keys: values.keys };
}

function parse(args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { keys: { type: 'string' } } });
  } catch (cause) {
    throw Object.assign(new OperatorError(usage), { cause });
  }
}

export interface Surroundings {
  readonly adapters: Adapters;
  /** Undefined if real servers hold all durable data. */
  readonly data: DataDirectory | undefined;
  /** Whether real servers hold any durable data. */
  readonly onServers: boolean;
  readonly log: Logger;
}

export interface Wanted {
  readonly importing: boolean;
  /** Opens the data directory even if real servers hold all durable data. */
  readonly directory: boolean;
}

/** Opens the adapters that the environment selects, and closes them after the work. */
export async function withPlaces<T>(wanted: Wanted, work: (surroundings: Surroundings) => Promise<T>): Promise<T> {
  const settings = settingsOfProcess();
  const { mongodb, kafka, clickhouse, redis, s3 } = settings.servers;
  if (kafka !== undefined && redis === undefined) {
    throw new OperatorError('VOLANT_REDIS_URL is missing: there the collectors of events say that they run.');
  }
  const keeping = [mongodb, kafka, clickhouse, s3];
  const allOnServers = keeping.every((server) => server !== undefined);
  const onServers = keeping.some((server) => server !== undefined);
  const data = allOnServers && !wanted.directory ? undefined : await openDataDirectory(settings.dataDirectory);
  const below = (name: string) => data?.below(name) ?? path.join(settings.dataDirectory, name);
  const log = createLogger({ name: 'volant', level: 'warn', destination: destination({ dest: 2, sync: true }) });
  const signal = AbortSignal.timeout(SERVERS_WITHIN_MS);
  const { importing } = wanted;
  const adapters = createAdapters({ servers: settings.servers, below, log, signal, importing });
  try {
    return await work({ adapters, data, onServers, log });
  } catch (error) {
    if (error === signal.reason) throw new OperatorError('A server does not answer; which one is said above.');
    throw error;
  } finally {
    await adapters.close();
    await data?.release();
  }
}

/**
 * Runs a command. It exits with 0 only if `main` resolves with true; a problem for the operator is printed in one line.
 * `main` has to close its adapters even on failure, because an open store could keep the process from ending.
 */
export function runCommand(main: () => Promise<boolean>): void {
  process.exitCode = 1;
  main().then(
    (isGood) => {
      process.exitCode = isGood ? 0 : 1;
    },
    (error: unknown) => {
      printProblem(error);
      process.exit(1);
    },
  );
}
