import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Viewer } from '@volant/infra/auth/viewer';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { refuseUnfinishedImport } from './carrying/unfinished-import.ts';
import { createAnalyticsSubgraph } from './graphql/analytics-subgraph.ts';
import { createErasure } from './ingest/erasure.ts';
import { createIngest } from './ingest/ingest.ts';
import { migrateAnalytics, migrationsDone, refuseLostTables } from './migrations.ts';
import type { AnalyticsPorts } from './ports.ts';
import { countAllEvents } from './reports/event-counts.ts';
import { createReportsDatabase } from './reports/reports-database.ts';
import { createWeekFigures } from './reports/week-figures.ts';
import { createFolding } from './rollups/folding.ts';

export function createStored(
  ports: AnalyticsPorts & { readonly database: AnalyticsDatabase },
  keptMonths: number,
  verifyToken: (token: string | undefined) => Promise<Viewer | undefined>,
) {
  const { messageLog, database, clock, system, log, cache, measures = NO_MEASURES } = ports;
  const folding = createFolding({ ...ports, keptMonths });
  const ingest = createIngest({ messageLog, database, folding, measures, log });
  const erasure = createErasure({ messageLog, database, log });
  const reports = createReportsDatabase(database, clock, log);
  return {
    weekFigures: createWeekFigures(reports),
    eventTotals: () => countAllEvents(reports),
    subgraph: createAnalyticsSubgraph({ reports, verifyToken, clock, system, log }),
    /** Runs the pending migrations. */
    async migrated() {
      await refuseUnfinishedImport(database);
      const files = await migrateAnalytics(database, { cache, log });
      if (files.length > 0) log.info({ files }, 'migrations run');
      await refuseLostTables(database);
    },
    /** Waits until another process has run them. */
    async awaitMigrations(signal: AbortSignal) {
      await migrationsDone(database, log, signal);
      if (!signal.aborted) await refuseLostTables(database);
    },
    /** Role `ingest`. */
    async start(foldsHourly: boolean) {
      await ingest.start();
      await erasure.start();
      if (foldsHourly) folding.start();
    },
    async stop() {
      await ingest.stop();
      await erasure.stop();
      await folding.stop();
    },
    lag: async () => (await ingest.lag()) + (await erasure.lag()),
    fold: () => folding.fold(),
  };
}

/** The parts that require ClickHouse: ingest, erasure, folding and reports. */
export type Stored = ReturnType<typeof createStored>;
