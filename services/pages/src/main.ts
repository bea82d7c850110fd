import { createUpload } from '@volant/infra/graphql/upload';
import {
  createRemoteDeactivations,
  createRemoteEventTotals,
  createRemotePeople,
} from '@volant/infra/process/server/remote-service';
import { createServiceServer } from '@volant/infra/process/server/service-server';
import { createSessionVerifier } from '@volant/infra/process/settings/session-settings';
import { runClusterProcess } from '@volant/infra/process/shell/run-cluster-process';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { createPages } from './app.ts';
import { readSettings } from './environment.ts';
import { PAGES_ERRORS } from './features.ts';

await runClusterProcess({
  name: 'pages',
  readSettings,
  writes: true,
  async build(settings, parts) {
    const { adapters } = parts;
    const [ports, stateStore, objects] = await Promise.all([
      openServicePorts('pages', parts),
      adapters.stateStore('pages'),
      adapters.objects(),
    ]);
    const identity = parts.clientOf('identity', settings.identityUrl);
    const { verify } = createSessionVerifier(settings, identity, ports.cache);
    const { analyticsUrl } = settings;
    if (analyticsUrl === undefined) {
      parts.log.warn('VOLANT_ANALYTICS_URL is not set: pages are not ordered by their events');
    }
    const remotes = {
      peopleFound: createRemotePeople(identity),
      tellDeactivation: createRemoteDeactivations(identity),
      eventTotals:
        analyticsUrl === undefined ? undefined : createRemoteEventTotals(parts.clientOf('analytics', analyticsUrl)),
    };
    const pages = createPages({ ...ports, ...remotes, stateStore, objects }, settings, verify);
    const { subgraph, ownedPages, pageTotals, start, stop } = pages;
    const upload = createUpload({ upload: pages.uploadImage, catalogue: PAGES_ERRORS, log: parts.log });
    const answers = { subgraph, upload, ownedPages, pageTotals };
    return { server: createServiceServer({ ...parts, service: 'pages', ...answers }), start, stop };
  },
});
