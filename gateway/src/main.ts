import { fileURLToPath } from 'node:url';
import { createInternalClient } from '@volant/infra/process/internal-client';
import { createRemoteSubgraph, createRemoteUpload } from '@volant/infra/process/remote-service';
import { runProcess } from '@volant/infra/process/run-process';
import { createGateway } from './app.ts';
import { readSettings } from './environment.ts';
import { readGraphqlAccess } from './graphql/operation-files.ts';
import { createEventForwarding } from './http/forward-events.ts';
import { EMPTY_SITE, readSite } from './static/operator-site.ts';
import { readApiDescription, readSupergraph } from './supergraph/composed-graph.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));

await runProcess({
  name: 'gateway',
  readSettings,
  // Services are not essential either: if one is unavailable, only its own fields fail.
  essential: () => ['MongoDB'],
  async build(settings, { adapters, assertions, metrics, log }) {
    const site = settings.siteFile === undefined ? EMPTY_SITE : await readSite(settings.siteFile);
    const graphqlAccess = await readGraphqlAccess(settings.graphql, settings.graphqlOperations);
    const [messageLog, viewStore, objects] = await Promise.all([
      adapters.messageLog(),
      adapters.viewStore('gateway'),
      adapters.objects(),
    ]);
    const clientOf = (service: string, url: string) => createInternalClient({ service, url, assertions, log });
    const identity = clientOf('identity', settings.identityUrl);
    const pages = clientOf('pages', settings.pagesUrl);
    const support = clientOf('support', settings.supportUrl);
    const analytics = clientOf('analytics', settings.analyticsUrl);
    const events = createEventForwarding({ url: settings.collectUrl, log });
    const gateway = await createGateway({
      subgraphs: [
        createRemoteSubgraph('identity', identity),
        createRemoteSubgraph('pages', pages),
        createRemoteSubgraph('support', support),
        createRemoteSubgraph('analytics', analytics),
      ],
      supergraphSdl: readSupergraph(),
      apiDescription: readApiDescription(),
      messageLog,
      viewStore,
      objects,
      uploads: { pageImage: createRemoteUpload(pages), avatar: createRemoteUpload(identity) },
      webRoot: WEB_ROOT,
      collectRoutes: events.routes,
      settings: {
        trustedProxies: settings.trustedProxies,
        allowedOrigins: settings.allowedOrigins,
        ...graphqlAccess,
        site,
        ...(settings.origin === undefined ? {} : { origin: settings.origin }),
      },
      metrics,
      log,
    });
    return {
      server: gateway.server,
      start: () => gateway.start(),
      async stop() {
        await gateway.stop();
        await Promise.all([identity, pages, support, analytics, events].map((client) => client.close()));
      },
    };
  },
});
