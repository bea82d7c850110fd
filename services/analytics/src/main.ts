import path from 'node:path';
import { measured } from '@volant/infra/analytics-database/measured';
import { runProcess } from '@volant/infra/process/run-process';
import { createServiceServer } from '@volant/infra/process/service-server';
import { createSessionVerifier } from '@volant/infra/process/session-settings';
import { createAnalytics } from './app.ts';
import { readSettings } from './environment.ts';

await runProcess({
  name: 'analytics',
  readSettings,
  // Collect accepts events without ClickHouse and Kafka; the other roles cannot work without theirs.
  essential: ({ roles }) => {
    if (roles.includes('collect')) return [];
    return roles.includes('reports') ? ['ClickHouse'] : ['ClickHouse', 'Kafka'];
  },
  // Used by this process alone, like the spool.
  viewsDirectory: ({ roles, spool }) =>
    roles.includes('collect') && spool !== undefined ? path.join(spool.directory, 'views') : undefined,
  async build(settings, { adapters, assertions, metrics, log, clock, newId }) {
    const { roles, trustedProxies, allowedOrigins, migrations, spool } = settings;
    if (roles.includes('collect') && spool === undefined) {
      log.warn('VOLANT_SPOOL_DIR is not set: while Kafka does not answer, events are refused');
    }
    // Collect accepts events even if ClickHouse is unavailable.
    const needsDatabase = roles.includes('ingest') || roles.includes('reports');
    const [messageLog, database, memoryViews, cache] = await Promise.all([
      adapters.messageLog(),
      needsDatabase ? adapters.analyticsDatabase().then((opened) => measured(opened, metrics, log)) : undefined,
      adapters.memoryViews('analytics'),
      adapters.cache(),
    ]);
    const sessions = createSessionVerifier({ settings, assertions, cache, log });
    const analytics = createAnalytics(
      { messageLog, database, memoryViews, cache, clock, newId, log, measures: metrics },
      { roles, trustedProxies, allowedOrigins, migrations, ...(spool === undefined ? {} : { spool }) },
      sessions.verify,
    );
    const server = createServiceServer({
      service: 'analytics',
      assertions,
      metrics,
      log,
      ...(roles.includes('reports') ? { subgraph: analytics.subgraph } : {}),
      ...(roles.includes('collect') ? { openRoutes: analytics.collectRoutes, trustedProxies } : {}),
    });
    return {
      server,
      start: () => analytics.start(),
      async stop() {
        await analytics.stop();
        await sessions.close();
      },
    };
  },
});
