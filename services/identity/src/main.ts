import { createUpload } from '@volant/infra/graphql/upload';
import {
  createRemoteOwnedPages,
  createRemotePageTotals,
  createRemoteWeekFigures,
} from '@volant/infra/process/server/remote-service';
import { createServiceServer } from '@volant/infra/process/server/service-server';
import { type ClusterParts, runClusterProcess } from '@volant/infra/process/shell/run-cluster-process';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { createIdentity } from './app.ts';
import { readSettings } from './environment.ts';
import { IDENTITY_ERRORS } from './features.ts';
import { firstLinkLine, makeFirstSuperadmin } from './first-superadmin.ts';

function weekFiguresFrom({ clientOf }: ClusterParts, pagesUrl: string | undefined, analyticsUrl: string | undefined) {
  if (pagesUrl === undefined || analyticsUrl === undefined) return undefined;
  const ownedPages = createRemoteOwnedPages(clientOf('pages', pagesUrl));
  const weekFigures = createRemoteWeekFigures(clientOf('analytics', analyticsUrl));
  return async (userId: string, monday: string) => weekFigures(await ownedPages(userId), monday);
}

await runClusterProcess({
  name: 'identity',
  readSettings,
  writes: true,
  async build(settings, parts) {
    const { adapters, log } = parts;
    const [ports, objects, mail] = await Promise.all([
      openServicePorts('identity', parts),
      adapters.objects(),
      adapters.mail(),
    ]);
    const { privateKey: signingKey, keyId } = settings.signingKey;
    const { pagesUrl, analyticsUrl } = settings;
    if (pagesUrl === undefined || analyticsUrl === undefined) {
      log.warn('VOLANT_PAGES_URL or VOLANT_ANALYTICS_URL is not set: no weekly letters are sent');
    }
    const pageTotals = pagesUrl === undefined ? undefined : createRemotePageTotals(parts.clientOf('pages', pagesUrl));
    const identity = createIdentity(
      { ...ports, objects, mail, pageTotals, weekFigures: weekFiguresFrom(parts, pagesUrl, analyticsUrl) },
      { ...settings, signingKey, keyId, origin: () => settings.origin },
    );
    const { subgraph, loadSession, peopleFound, tellDeactivation, stop } = identity;
    const answers = { subgraph, loadSession, peopleFound, tellDeactivation };
    const upload = createUpload({ upload: identity.uploadAvatar, catalogue: IDENTITY_ERRORS, log });
    return {
      server: createServiceServer({ ...parts, ...answers, service: 'identity', upload }),
      async start() {
        await identity.start();
        await makeFirstSuperadmin(identity, settings.superadmin, log);
        const firstLink = await identity.firstLink();
        if (firstLink !== undefined) log.warn(firstLinkLine(settings.origin + firstLink));
      },
      stop,
    };
  },
});
