import path from 'node:path';
import { createRemoteSubgraph, createRemoteUpload } from '@volant/infra/process/server/remote-service';
import { runClusterProcess } from '@volant/infra/process/shell/run-cluster-process';
import { createGateway } from './app.ts';
import { readSettings } from './environment.ts';
import { readGraphqlAccess } from './graphql/operation-files.ts';
import { createEventForwarding } from './http/forward-events.ts';
import { PAGE_VIEW } from './public-page/page-view.ts';
import { withCachedPictures } from './static/cached-pictures.ts';
import { readSite } from './static/operator-site.ts';
import { awaitServices } from './supergraph/await-services.ts';
import { readSupergraph } from './supergraph/composed-graph.ts';

await runClusterProcess({
  name: 'gateway',
  readSettings,
  // Public pages come from its own copy.
  essential: () => [],
  copiesDirectory: ({ copyDir }) => (copyDir === undefined ? undefined : path.join(copyDir, 'pages')),
  async build(settings, { adapters, clientOf, metrics, notices, log, signal }) {
    if (settings.copyDir === undefined) log.warn('VOLANT_COPY_DIR is not set: a start needs Kafka');
    const site = await readSite(settings.siteFile);
    const graphqlAccess = await readGraphqlAccess(settings.graphql, settings.graphqlOperations);
    const [messageLog, viewStore, objects] = await Promise.all([
      adapters.messageLog(),
      adapters.ownView('gateway', PAGE_VIEW),
      adapters.objects().then((store) => withCachedPictures(store, settings.copyDir, log)),
    ]);
    const services = {
      identity: clientOf('identity', settings.identityUrl),
      pages: clientOf('pages', settings.pagesUrl),
      support: clientOf('support', settings.supportUrl),
      analytics: clientOf('analytics', settings.analyticsUrl),
    };
    const events = createEventForwarding({ url: settings.collectUrl, log });
    const subgraphs = Object.entries(services).map(([name, client]) => createRemoteSubgraph(name, client));
    const { server, start, stop } = await createGateway({
      subgraphs,
      messageLog,
      viewStore,
      objects,
      uploads: { pageImage: createRemoteUpload(services.pages), avatar: createRemoteUpload(services.identity) },
      collectRoutes: events.routes,
      settings: { ...settings, ...graphqlAccess, site },
      metrics,
      notices,
      log,
    });
    return {
      server,
      async start() {
        await start();
        await awaitServices({ services: subgraphs, supergraphSdl: readSupergraph(), log, signal });
      },
      async stop() {
        await stop();
        await events.close();
      },
    };
  },
});
