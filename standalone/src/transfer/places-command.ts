import { parseArgs } from 'node:util';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { type Surroundings, withAdapters } from '../command.ts';
import { settingsOfProcess } from '../environment.ts';

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

/** Opens everything that holds durable data. */
export async function withPlaces<T>(
  wanted: { readonly importing: boolean; readonly directory: boolean },
  work: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const { kafka, redis } = settingsOfProcess().servers;
  if (kafka !== undefined && redis === undefined) {
    throw new OperatorError('VOLANT_REDIS_URL is missing: there the collectors of events say that they run.');
  }
  return withAdapters({ ...wanted, servers: ['mongodb', 'kafka', 'clickhouse', 's3'] }, work);
}
