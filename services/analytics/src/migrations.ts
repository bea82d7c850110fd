import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { migrate, migrationNames, pendingMigrations } from '@volant/infra/analytics-database/migrate';
import { type MigrationLockParts, migrateAlone } from '@volant/infra/analytics-database/migration-lock';
import type { Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { waitUntilNone } from '@volant/infra/process/waiting/waiting';
import { CARRIED_TABLES, tablesOf } from './carrying/carried-tables.ts';
import { refuseUnfinishedImport } from './carrying/unfinished-import.ts';

const MIGRATIONS = new URL('../clickhouse/', import.meta.url);

/**
 * Migrates the tables of analytics to this version of the code, one process at a time.
 * @returns names of the migration files that were run
 */
export function migrateAnalytics(database: AnalyticsDatabase, lock: MigrationLockParts): Promise<readonly string[]> {
  return migrateAlone(lock, () => migrate(database, MIGRATIONS));
}

/**
 * Resolves once another process has run every migration that this version needs. Logs from time to time that it waits.
 */
export async function migrationsDone(database: AnalyticsDatabase, log: Logger, signal: AbortSignal): Promise<void> {
  await waitUntilNone(() => pendingOrReason(database), {
    message: 'waiting for the migrations of ClickHouse: run `npm run migrate`',
    log,
    signal,
  });
}

/** Treats an outage of ClickHouse like a pending migration, so that the caller waits for its end. */
async function pendingOrReason(database: AnalyticsDatabase): Promise<readonly string[]> {
  try {
    await database.check();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  await refuseUnfinishedImport(database);
  return pendingMigrations(database, MIGRATIONS);
}

/** Names of the pending migration files; `all` are those that this version knows. */
export async function migrationsOf(
  database: AnalyticsDatabase,
): Promise<{ readonly all: readonly string[]; readonly pending: readonly string[] }> {
  return { all: await migrationNames(MIGRATIONS), pending: await pendingMigrations(database, MIGRATIONS) };
}

/**
 * Call once all migrations have run: they are not run again for a table that is gone.
 * @throws OperatorError if a table is missing
 */
export async function refuseLostTables(database: AnalyticsDatabase): Promise<void> {
  const present = await tablesOf(database);
  const lost = CARRIED_TABLES.filter(({ name }) => !present.has(name)).map(({ name }) => name);
  if (lost.length === 0) return;
  throw new OperatorError(
    `ClickHouse has lost ${lost.join(', ')}: restore a backup with "npm run import -- <backup>", or remove the whole database (on one machine the directory clickhouse), and count the events of the last 7 days again with "npm run replay -- --since 0".`,
  );
}
