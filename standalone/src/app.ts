import { type Analytics, createAnalytics } from '@volant/analytics/app';
import { createGateway, type Gateway } from '@volant/gateway/app';
import type { GraphqlAccess } from '@volant/gateway/graphql/operation-files';
import type { Site } from '@volant/gateway/static/operator-site';
import { createIdentity, type Identity } from '@volant/identity/app';
import { IDENTITY_ERRORS } from '@volant/identity/errors';
import { createTokenVerifier } from '@volant/infra/auth/access-token';
import { createUpload } from '@volant/infra/graphql/upload';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import type { Objects } from '@volant/infra/objects/objects';
import type { ProcessParts } from '@volant/infra/process/shell/run-process';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { stopAll } from '@volant/infra/process/shell/stop-all';
import { createPages, type Pages } from '@volant/pages/app';
import { PAGES_ERRORS } from '@volant/pages/errors';
import { createSupport, type Support } from '@volant/support/app';
import { type DataDirectory, limitSecretOf, signingKeyOf } from './data-directory.ts';
import { openMailFiles } from './dev-mailbox/mail-files.ts';
import { devMailboxRoutes } from './dev-mailbox/routes.ts';
import type { StandaloneSettings } from './environment.ts';

export interface Volant {
  readonly identity: Identity;
  readonly pages: Pages;
  readonly support: Support;
  readonly analytics: Analytics;
  readonly gateway: Gateway;
  readonly messageLog: MessageLog;
  readonly objects: Objects;
  /** Demo data only: does `work` as if it were `ms` milliseconds ago. */
  inThePast<T>(ms: number, work: () => Promise<T>): Promise<T>;
  /** Brings every view up to date with its source, before listening. */
  start(): Promise<void>;
  /** Stops taking in work, then lets running work finish; the caller closes the adapters. */
  stop(): Promise<void>;
}

type SettingsOfProcess = 'trustedProxies' | 'origin' | 'migrations' | 'maxPagesPerDriver' | 'neutralForgotPassword';

export interface VolantSettings extends Pick<StandaloneSettings, SettingsOfProcess | 'answersResetToken'> {
  /** Scheme and host for the links in messages. */
  readonly mailOrigin: () => string;
  /** Serves this machine's messages at /dev/mailbox. */
  readonly mailbox: boolean;
  /** Refuses requests from other machines or through a proxy, because the demo's passwords are known. */
  readonly onlyThisMachine: boolean;
  readonly site: Site;
  readonly graphqlAccess: GraphqlAccess;
}

/** All services of the product in one process. */
export async function createVolant(
  data: DataDirectory,
  settings: VolantSettings,
  { adapters, metrics, log, newId }: Omit<ProcessParts, 'clock' | 'signal'>,
): Promise<Volant> {
  let behind = 0;
  const clock = () => new Date(Date.now() - behind);
  // In sequence: adapters close in reverse order, and the embedded engines start faster alone.
  const cache = await adapters.cache();
  const messageLog = await adapters.messageLog();
  const objects = await adapters.objects();
  const mail = await adapters.mail();
  const key = await signingKeyOf(data);
  const own = (service: string) =>
    openServicePorts(service, { adapters, metrics, clock, newId, log: log.child({ service }) });

  const identity = createIdentity(
    { ...(await own('identity')), mail, objects },
    { ...settings, signingKey: key.privateKey, keyId: key.keyId, origin: settings.mailOrigin },
  );
  const { verify } = createTokenVerifier({ publicKeys: [key.publicKey], cache, loadSession: identity.loadSession });
  const pages = createPages(
    {
      ...(await own('pages')),
      objects,
      peopleFound: identity.peopleFound,
      publicViewCatchesUp: (ms) => gateway.catchUp(ms),
    },
    settings,
    verify,
  );
  const support = createSupport(await own('support'), { limitSecret: limitSecretOf(key) }, verify);
  const analytics = createAnalytics(
    {
      messageLog,
      cache,
      clock,
      newId,
      measures: metrics,
      database: await adapters.analyticsDatabase(),
      memoryViews: await adapters.memoryViews('analytics'),
      log: log.child({ service: 'analytics' }),
    },
    {
      roles: ['collect', 'ingest', 'reports'],
      trustedProxies: settings.trustedProxies,
      migrations: settings.migrations,
      allowedOrigins: settings.origin === undefined ? [] : [settings.origin],
      spool: { directory: data.below('spool') },
    },
    verify,
  );
  const gateway = await createGateway({
    subgraphs: [identity.subgraph, pages.subgraph, support.subgraph, analytics.subgraph],
    messageLog,
    viewStore: await adapters.viewStore('gateway'),
    objects,
    uploads: {
      pageImage: createUpload({ upload: pages.uploadImage, catalogue: PAGES_ERRORS, log }),
      avatar: createUpload({ upload: identity.uploadAvatar, catalogue: IDENTITY_ERRORS, log }),
    },
    collectRoutes: analytics.collectRoutes,
    ...(settings.mailbox ? { extraRoutes: devMailboxRoutes(openMailFiles(data.below('mail'))) } : {}),
    settings: { ...settings, ...settings.graphqlAccess },
    metrics,
    log: log.child({ service: 'gateway' }),
  });

  return {
    async inThePast(ms, work) {
      behind = ms;
      try {
        return await work();
      } finally {
        behind = 0;
      }
    },
    identity,
    pages,
    support,
    analytics,
    gateway,
    messageLog,
    objects,
    async start() {
      await identity.start();
      await pages.start();
      await support.start();
      await analytics.start();
      await gateway.start();
    },
    async stop() {
      await stopAll([gateway, analytics, support, pages, identity].map((part) => () => part.stop()));
    },
  };
}
