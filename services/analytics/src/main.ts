import path from 'node:path';
import { measured } from '@volant/infra/analytics-database/measured';
import { createRemoteHandOver } from '@volant/infra/process/server/remote-service';
import { createServiceServer } from '@volant/infra/process/server/service-server';
import { createSessionVerifier } from '@volant/infra/process/settings/session-settings';
import { runClusterProcess } from '@volant/infra/process/shell/run-cluster-process';
import { type Analytics, createAnalytics } from './app.ts';
import { readSettings } from './environment.ts';
import { COLLECTED_PAGES_VIEW } from './pages-view/pages-view.ts';

function reportsOf({ subgraph, weekFigures, eventTotals }: Analytics) {
  return { subgraph, weekFigures, eventTotals };
}

await runClusterProcess({
  name: 'analytics',
  readSettings,
  // Collect accepts events without ClickHouse and Kafka; the other roles cannot work without theirs.
  essential: ({ roles }) => {
    if (roles.includes('collect')) return [];
    return roles.includes('reports') ? ['ClickHouse'] : ['ClickHouse', 'Kafka'];
  },
  // Used by this process alone, like the spool.
  copiesDirectory: ({ roles, spool }) =>
    roles.includes('collect') && spool !== undefined ? path.join(spool.directory, 'views') : undefined,
  async build(settings, parts) {
    const { adapters, metrics: measures, notices, system, log, clock, newId } = parts;
    const { roles, trustedProxies, spool } = settings;
    if (roles.includes('collect') && spool === undefined) {
      log.warn('VOLANT_SPOOL_DIR is not set: while Kafka does not answer, events are refused');
    }
    // Collect accepts events even if ClickHouse is unavailable.
    const needsDatabase = roles.includes('ingest') || roles.includes('reports');
    const [messageLog, database, ownViews, cache] = await Promise.all([
      adapters.messageLog(),
      needsDatabase ? adapters.analyticsDatabase().then((opened) => measured(opened, measures, log)) : undefined,
      adapters.ownView('analytics', COLLECTED_PAGES_VIEW),
      adapters.cache(),
    ]);
    const { verify } = createSessionVerifier(settings, parts.clientOf('identity', settings.identityUrl), cache);
    const ports = { messageLog, database, ownViews, cache, clock, newId, notices, system, log, measures };
    const { collectUrl } = settings;
    const handOver =
      collectUrl === undefined ? undefined : createRemoteHandOver(parts.clientOf('analytics', collectUrl));
    const analytics = createAnalytics(ports, { ...settings, handOver }, verify);
    const server = createServiceServer({
      ...parts,
      service: 'analytics',
      ...(roles.includes('reports') ? reportsOf(analytics) : {}),
      ...(roles.includes('collect')
        ? { openRoutes: analytics.collectRoutes, takeOver: analytics.takeOver, trustedProxies }
        : {}),
    });
    return { server, start: analytics.start, stop: analytics.stop };
  },
});
