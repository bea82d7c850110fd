/**
 * `npm run migrate`: creates everything the product needs on its servers and upgrades it from earlier versions: tables
 * of ClickHouse, indexes of MongoDB, topics. Safe to run at any time; a concurrent run waits.
 */

import path from 'node:path';
import { migrateAnalytics } from '@volant/analytics/migrations';
import { createAdapters } from '@volant/infra/adapters/adapters';
import { migrateAlone } from '@volant/infra/analytics-database/migration-lock';
import { createLogger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { destination } from 'pino';
import { openDataDirectory } from './data-directory.ts';
import { settingsOfProcess } from './environment.ts';
import { migrateStores } from './stores/migrate-stores.ts';
import { runCommand } from './transfer/run-command.ts';

const SERVERS_WITHIN_MS = 60_000;

async function main(): Promise<boolean> {
  const settings = settingsOfProcess();
  const { mongodb, kafka, clickhouse, redis } = settings.servers;
  const onServers = [mongodb, kafka, clickhouse, redis].every((server) => server !== undefined);
  const data = onServers ? undefined : await openDataDirectory(settings.dataDirectory);
  const below = (name: string) => data?.below(name) ?? path.join(settings.dataDirectory, name);
  const log = createLogger({ name: 'volant', level: 'warn', destination: destination({ dest: 2, sync: true }) });
  const signal = AbortSignal.timeout(SERVERS_WITHIN_MS);
  const adapters = createAdapters({ servers: settings.servers, below, log, signal });
  try {
    // Opening the log creates missing topics.
    await adapters.messageLog();
    const [database, cache] = [await adapters.analyticsDatabase(), await adapters.cache()];
    const done = await migrateAlone({ cache, log, of: 'mongodb' }, () => migrateStores(adapters));
    done.push(...(await migrateAnalytics(database, { cache, log })));
    console.log(done.length === 0 ? 'Everything is up to date.' : `Migrated: ${done.join(', ')}.`);
    return true;
  } catch (error) {
    if (signal.aborted) throw new OperatorError('A server does not answer; which one is said above.');
    throw error;
  } finally {
    await adapters.close();
    await data?.release();
  }
}

runCommand(main);
