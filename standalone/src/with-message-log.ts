import path from 'node:path';
import { createAdapters } from '@volant/infra/adapters/adapters';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { createLogger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { destination } from 'pino';
import { openDataDirectory } from './data-directory.ts';
import { settingsOfProcess } from './environment.ts';

const SERVERS_WITHIN_MS = 15_000;

/**
 * Opens the message log that the environment selects, for the duration of the work. With Kafka the product may keep
 * running; the embedded log admits one process.
 * @throws OperatorError
 */
export async function withMessageLog<T>(work: (messageLog: MessageLog) => Promise<T>): Promise<T> {
  const settings = settingsOfProcess();
  const { kafka } = settings.servers;
  const data = kafka === undefined ? await openDataDirectory(settings.dataDirectory) : undefined;
  const below = (name: string) => data?.below(name) ?? path.join(settings.dataDirectory, name);
  const log = createLogger({ name: 'volant', level: 'warn', destination: destination({ dest: 2, sync: true }) });
  const signal = AbortSignal.timeout(SERVERS_WITHIN_MS);
  const adapters = createAdapters({ servers: settings.servers, below, log, signal });
  try {
    const messageLog = await adapters.messageLog().catch((error: unknown) => {
      throw signal.aborted ? new OperatorError('Kafka does not answer (VOLANT_KAFKA_BROKERS).') : error;
    });
    return await work(messageLog);
  } finally {
    await adapters.close();
    await data?.release();
  }
}
