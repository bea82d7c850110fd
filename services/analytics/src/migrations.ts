import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { migrate, migrationNames, pendingMigrations } from '@volant/infra/analytics-database/migrate';
import { type MigrationLockParts, migrateAlone } from '@volant/infra/analytics-database/migration-lock';
import type { Logger } from '@volant/infra/process/log';
import { refuseUnfinishedImport } from './carrying/unfinished-import.ts';

const MIGRATIONS = new URL('../clickhouse/', import.meta.url);
const LOOK_AGAIN_MS = 1_000;
const SAY_AGAIN_MS = 30_000;

/**
 * Brings the tables of analytics up to this version of the code, one process at a time.
 * @returns names of the files that were run
 */
export function migrateAnalytics(database: AnalyticsDatabase, lock: MigrationLockParts): Promise<readonly string[]> {
  return migrateAlone(lock, () => migrate(database, MIGRATIONS));
}

/** Resolves once somebody has run every migration this version needs, saying now and then that it waits. */
export async function migrationsDone(database: AnalyticsDatabase, log: Logger, signal: AbortSignal): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal.throwIfAborted();
    const pending = await pendingOrReason(database);
    if (pending.length === 0) return;
    if (performance.now() - saidAt >= SAY_AGAIN_MS) {
      saidAt = performance.now();
      log.warn({ pending }, 'waiting for the migrations of ClickHouse: run `npm run migrate`');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** An outage of ClickHouse is waited out like a migration that is missing. */
async function pendingOrReason(database: AnalyticsDatabase): Promise<readonly string[]> {
  try {
    await database.check();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  await refuseUnfinishedImport(database);
  return pendingMigrations(database, MIGRATIONS);
}

/** Names of the files that are not run yet; `all` are those this version knows. */
export async function migrationsOf(
  database: AnalyticsDatabase,
): Promise<{ readonly all: readonly string[]; readonly pending: readonly string[] }> {
  return { all: await migrationNames(MIGRATIONS), pending: await pendingMigrations(database, MIGRATIONS) };
}
