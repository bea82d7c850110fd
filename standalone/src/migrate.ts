/**
 * `npm run migrate`: creates everything the product needs on its servers and upgrades it from earlier versions: tables
 * of ClickHouse, indexes of MongoDB, topics. Safe to run at any time; a concurrent run waits.
 */

import { migrateAnalytics } from '@volant/analytics/migrations';
import { migrateAlone } from '@volant/infra/analytics-database/migration-lock';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { runCommand, withAdapters } from './command.ts';
import { migrateStores } from './stores/stores.ts';

const USAGE = 'Usage: npm run migrate';

async function main(): Promise<boolean> {
  if (process.argv.length > 2) throw new OperatorError(USAGE);
  return withAdapters({ servers: ['mongodb', 'kafka', 'clickhouse', 'redis'] }, async ({ adapters, log }) => {
    // Opening the log creates missing topics.
    await adapters.messageLog();
    const [database, cache] = [await adapters.analyticsDatabase(), await adapters.cache()];
    const done = await migrateAlone({ cache, log, of: 'mongodb' }, () => migrateStores(adapters));
    done.push(...(await migrateAnalytics(database, { cache, log })));
    console.log(done.length === 0 ? 'Everything is up to date.' : `Migrated: ${done.join(', ')}.`);
    return true;
  });
}

runCommand(USAGE, main);
