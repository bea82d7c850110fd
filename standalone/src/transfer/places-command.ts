import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { argumentsOf, type Surroundings, withAdapters } from '../command.ts';
import { settingsOfProcess } from '../environment.ts';

export interface Command {
  /** Directory or file of the export. */
  readonly place: string;
  /** Directory of the key files. */
  readonly keys: string | undefined;
}

/** @throws OperatorError with the usage */
export function readCommand(args: readonly string[], usage: string): Command {
  const options = { keys: { type: 'string' } } as const;
  const { positionals, values } = argumentsOf({ args: [...args], allowPositionals: true, options }, usage);
  const [place, ...more] = positionals;
  if (place === undefined || place === '' || more.length > 0) throw new OperatorError(usage);
  return { place, keys: values.keys };
}

/** Opens everything that holds durable data. */
export async function withPlaces<T>(
  needs: { readonly importing: boolean; readonly directory: boolean },
  work: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const { kafka, redis } = settingsOfProcess().servers;
  if (kafka !== undefined && redis === undefined) {
    throw new OperatorError('VOLANT_REDIS_URL is missing: there the collectors of events say that they run.');
  }
  return withAdapters({ ...needs, looksFirst: true, servers: ['mongodb', 'kafka', 'clickhouse', 's3'] }, work);
}
