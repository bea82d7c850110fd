import { fileURLToPath } from 'node:url';
import { type Analytics, createAnalytics } from '@volant/analytics/app';
import { createGateway, type Gateway } from '@volant/gateway/app';
import { readSupergraph } from '@volant/gateway/supergraph/read';
import { createIdentity, type Identity } from '@volant/identity/app';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createTokenVerifier } from '@volant/infra/auth/access-token';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { openLmdbEventStore } from '@volant/infra/event-store/lmdb-event-store';
import { openLmdbMessageLog } from '@volant/infra/message-log/lmdb-message-log';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { ALL_TOPICS } from '@volant/infra/message-log/topics';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import type { Objects } from '@volant/infra/objects/objects';
import type { Logger } from '@volant/infra/process/log';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import { createPages, type Pages } from '@volant/pages/app';
import { v7 as newId } from 'uuid';
import { type DataDirectory, signingKeyOf } from './data-directory.ts';
import type { Site } from './site.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const MAX_PAGES_PER_DRIVER = 20;

export interface Volant {
  readonly identity: Identity;
  readonly pages: Pages;
  readonly analytics: Analytics;
  readonly gateway: Gateway;
  readonly messageLog: MessageLog;
  readonly objects: Objects;
  /** Brings every view up to date with its source; listening comes after. */
  start(): Promise<void>;
  /** Stops what takes work in, lets running work finish, then closes what it stands on. */
  stop(): Promise<void>;
}

export interface VolantSettings {
  readonly trustedProxies: readonly string[];
  readonly origin: string | undefined;
  readonly site: Site;
}

/** Every process of the product in one, on the embedded adapters below one data directory. */
export async function createVolant(data: DataDirectory, settings: VolantSettings, log: Logger): Promise<Volant> {
  const clock = () => new Date();
  const cache = createMemoryCache();
  const messageLog = await openLmdbMessageLog({ path: data.below('log'), logger: log });
  await messageLog.ensureTopics(ALL_TOPICS);
  const identityStore = await openLmdbEventStore({ path: data.below('identity') });
  const pagesStore = await openLmdbEventStore({ path: data.below('pages') });
  const database = await openChdb({ path: data.below('clickhouse'), database: 'volant' });
  const objects = await openFileObjects({ path: data.below('objects') });
  const key = await signingKeyOf(data);
  const ports = { messageLog, cache, clock, newId };

  const identity = createIdentity(
    {
      ...ports,
      eventStore: identityStore,
      viewStore: createMemoryViewStore(),
      log: log.child({ service: 'identity' }),
    },
    { signingKey: key.privateKey, keyId: key.keyId },
  );
  const { verify } = createTokenVerifier({ publicKeys: [key.publicKey], cache, loadSession: identity.loadSession });
  const pages = createPages(
    { ...ports, eventStore: pagesStore, viewStore: createMemoryViewStore(), log: log.child({ service: 'pages' }) },
    { maxPagesPerDriver: MAX_PAGES_PER_DRIVER },
    verify,
  );
  const analytics = createAnalytics(
    { ...ports, database, log: log.child({ service: 'analytics' }) },
    { roles: ['collect', 'ingest', 'reports'], trustedProxies: settings.trustedProxies },
    verify,
  );
  const gateway = await createGateway({
    subgraphs: [identity.subgraph, pages.subgraph, analytics.subgraph],
    supergraphSdl: readSupergraph(),
    messageLog,
    viewStore: createMemoryViewStore(),
    objects,
    webRoot: WEB_ROOT,
    collectRoutes: analytics.collectRoutes,
    settings: {
      trustedProxies: settings.trustedProxies,
      site: settings.site,
      ...(settings.origin === undefined ? {} : { origin: settings.origin }),
    },
    log: log.child({ service: 'gateway' }),
  });

  return {
    identity,
    pages,
    analytics,
    gateway,
    messageLog,
    objects,
    async start() {
      await identity.start();
      await pages.start();
      await analytics.start();
      await gateway.start();
    },
    async stop() {
      await gateway.stop();
      await analytics.stop();
      await pages.stop();
      await identity.stop();
      await messageLog.close();
      await Promise.all([identityStore.close(), pagesStore.close(), database.close(), objects.close(), cache.close()]);
      await data.release();
    },
  };
}
