import { createAnalytics } from '@volant/analytics/app';
import { COLLECTED_PAGES_VIEW } from '@volant/analytics/pages-view/pages-view';
import { createGateway } from '@volant/gateway/app';
import type { GraphqlAccess } from '@volant/gateway/graphql/operation-files';
import type { ElsewhereRefusal } from '@volant/gateway/http/this-machine';
import { PAGE_VIEW } from '@volant/gateway/public-page/page-view';
import type { Site } from '@volant/gateway/static/operator-site';
import { createIdentity } from '@volant/identity/app';
import { IDENTITY_ERRORS } from '@volant/identity/features';
import { createTokenVerifier } from '@volant/infra/auth/access-token';
import { createUpload } from '@volant/infra/graphql/upload';
import type { ProcessParts } from '@volant/infra/process/shell/run-process';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { runAll } from '@volant/infra/process/waiting/run-all';
import { createPages } from '@volant/pages/app';
import { PAGES_ERRORS } from '@volant/pages/features';
import { createSupport } from '@volant/support/app';
import { type DataDirectory, limitSecretOf, signingKeyOf } from './data-directory.ts';
import { openMailFiles } from './dev-mailbox/mail-files.ts';
import { devMailboxRoutes } from './dev-mailbox/routes.ts';
import type { StandaloneSettings } from './environment.ts';

type SettingsOfProcess =
  | 'trustedProxies'
  | 'origin'
  | 'migrations'
  | 'maxPagesPerDriver'
  | 'eventsPerMinute'
  | 'networkLimitsTimes'
  | 'neutralForgotPassword'
  | 'secondFactor'
  | 'openId'
  | 'openidName'
  | 'breakGlassEmail'
  | 'supportMailbox'
  | 'supportInboundSecret'
  | 'retentionMonths';

export interface VolantSettings extends Pick<StandaloneSettings, SettingsOfProcess | 'answerResetToken'> {
  /** Scheme and host for the links in messages. */
  readonly mailOrigin: () => string;
  /** Serves this machine's messages at /dev/mailbox. */
  readonly mailbox: boolean;
  /** Why requests from other machines or through a proxy are refused, if they are. */
  readonly onlyThisMachine: ElsewhereRefusal | undefined;
  readonly site: Site;
  readonly graphqlAccess: GraphqlAccess;
}

/** Parts that a command, which serves nobody, does without. */
type Optional = 'notices' | 'system';

interface Upkeep {
  /** Begins a backup; false while one is being made. */
  readonly backUp?: (() => boolean) | undefined;
}

/** All services of the product in one process. */
export async function createVolant(
  data: DataDirectory,
  settings: VolantSettings,
  {
    adapters,
    metrics,
    notices,
    system,
    backUp,
    log,
    newId,
  }: Omit<ProcessParts, 'clock' | 'signal' | Optional> & Partial<Pick<ProcessParts, Optional>> & Upkeep,
) {
  let behind = 0;
  const clock = () => new Date(Date.now() - behind);
  // In sequence: adapters close in reverse order, and the embedded engines start faster alone.
  const cache = await adapters.cache();
  const messageLog = await adapters.messageLog();
  const objects = await adapters.objects();
  const mail = await adapters.mail();
  const key = await signingKeyOf(data);
  const own = (service: string) =>
    openServicePorts(service, { adapters, metrics, clock, newId, system, log: log.child({ service }) });

  const identity = createIdentity(
    {
      ...(await own('identity')),
      mail,
      objects,
      backUp,
      weekFigures: async (userId, monday) => analytics.weekFigures(await pages.ownedPages(userId), monday),
      pageTotals: async () => pages.pageTotals(),
    },
    { ...settings, signingKey: key.privateKey, keyId: key.keyId, origin: settings.mailOrigin },
  );
  const { verify } = createTokenVerifier({ publicKeys: [key.publicKey], cache, loadSession: identity.loadSession });
  const pages = createPages(
    {
      ...(await own('pages')),
      stateStore: await adapters.stateStore('pages'),
      objects,
      peopleFound: identity.peopleFound,
      eventTotals: async () => analytics.eventTotals(),
      tellDeactivation: identity.tellDeactivation,
      publicViewCatchesUp: (ms) => gateway.catchUp(ms),
    },
    settings,
    verify,
  );
  const support = createSupport(
    { ...(await own('support')), mail, mailbox: await adapters.mailbox() },
    {
      limitSecret: limitSecretOf(key),
      networkLimitsTimes: settings.networkLimitsTimes,
      mailbox: settings.supportMailbox,
      inboundSecret: settings.supportInboundSecret,
      replyTo: settings.site.company?.email,
    },
    verify,
  );
  const analytics = createAnalytics(
    {
      messageLog,
      cache,
      clock,
      newId,
      measures: metrics,
      system,
      database: await adapters.analyticsDatabase(),
      ownViews: await adapters.ownView('analytics', COLLECTED_PAGES_VIEW),
      ...(notices === undefined ? {} : { notices }),
      log: log.child({ service: 'analytics' }),
    },
    {
      roles: ['collect', 'ingest', 'reports'],
      trustedProxies: settings.trustedProxies,
      migrations: settings.migrations,
      allowedOrigins: settings.origin === undefined ? [] : [settings.origin],
      eventsPerMinute: settings.eventsPerMinute,
      retentionMonths: settings.retentionMonths,
      spool: { directory: data.below('spool') },
    },
    verify,
  );
  const gateway = await createGateway({
    subgraphs: [identity.subgraph, pages.subgraph, support.subgraph, analytics.subgraph],
    messageLog,
    viewStore: await adapters.ownView('gateway', PAGE_VIEW),
    objects,
    uploads: {
      pageImage: createUpload({ upload: pages.uploadImage, catalogue: PAGES_ERRORS, log }),
      avatar: createUpload({ upload: identity.uploadAvatar, catalogue: IDENTITY_ERRORS, log }),
    },
    collectRoutes: analytics.collectRoutes,
    ...(settings.mailbox ? { extraRoutes: devMailboxRoutes(openMailFiles(data.below('mail'))) } : {}),
    firstLink: identity.firstLink,
    settings: { ...settings, ...settings.graphqlAccess },
    metrics,
    ...(notices === undefined ? {} : { notices }),
    log: log.child({ service: 'gateway' }),
  });

  return {
    /** Demo data only: does `work` as if it were `ms` milliseconds ago. */
    async inThePast<T>(ms: number, work: () => Promise<T>) {
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
    /** Brings every view up to date with its source, before listening. */
    async start() {
      await identity.start();
      await pages.start();
      await support.start();
      await analytics.start();
      await gateway.start();
    },
    /** Stops taking in work, then lets running work finish; the caller closes the adapters. */
    async stop() {
      await runAll([gateway, analytics, support, pages, identity].map((part) => () => part.stop()));
    },
  };
}

export type Volant = Awaited<ReturnType<typeof createVolant>>;
