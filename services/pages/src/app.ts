import { readFileSync } from 'node:fs';
import { requireViewer } from '@volant/infra/auth/guards';
import { requireScopes } from '@volant/infra/auth/scopes';
import { DomainError } from '@volant/infra/errors/domain-error';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { VerifyToken } from '@volant/infra/graphql/subgraph-call';
import type { UploadRequest } from '@volant/infra/graphql/upload';
import { createLogView } from '@volant/infra/message-log/log-view';
import { createRelay } from '@volant/infra/message-log/relay';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Objects } from '@volant/infra/objects/objects';
import type {
  EventTotals,
  OwnedPage,
  PeopleFound,
  TellDeactivation,
} from '@volant/infra/process/server/remote-service';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { createProjection } from '@volant/infra/views/projection';
import type { CommandPorts } from './commands/page-commands.ts';
import { releasePagesOf } from './commands/release-pages.ts';
import { uploadImage } from './commands/upload-image.ts';
import { loadEndpoints } from './commands/webhook-commands.ts';
import { PAGES_ERRORS } from './errors.ts';
import { Batch } from './graphql/Batch.ts';
import { callerOf, loadersOf, type PagesContext } from './graphql/context.ts';
import { Mutation } from './graphql/Mutation.ts';
import { Page } from './graphql/Page.ts';
import { PageConnection } from './graphql/PageConnection.ts';
import { PublicPage } from './graphql/PublicPage.ts';
import { Query } from './graphql/Query.ts';
import { User } from './graphql/User.ts';
import { Webhook } from './graphql/webhooks.ts';
import { runMaintenance } from './maintenance/maintenance.ts';
import { createMaintenanceQueries } from './maintenance/maintenance-queries.ts';
import { toPageRecords } from './messages/publish.ts';
import { createDeactivationNotices } from './messages/tell-deactivations.ts';
import { createReservedIds } from './page-ids/reserved-ids.ts';
import { BATCHES_VIEW, type BatchDocument } from './views/batches/batch-document.ts';
import { createBatchQueries } from './views/batches/batch-queries.ts';
import { KNOWN_USERS_LOG_VIEW, pagesProjection } from './views/definitions.ts';
import { DELIVERIES_VIEW, type DeliveryDocument } from './views/deliveries/delivery-document.ts';
import { createDeliveryQueries } from './views/deliveries/delivery-queries.ts';
import { hasAccount, isErased, KNOWN_USERS_VIEW, type KnownUser } from './views/known-users/known-users.ts';
import { PAGES_VIEW, type PageDocument } from './views/pages/page-document.ts';
import { createPageQueries } from './views/pages/page-queries.ts';
import { DELETIONS_VIEW, type DeletionDocument, IMAGES_VIEW, type ImageDocument } from './views/upkeep.ts';
import { createDispatcher } from './webhooks/dispatcher.ts';
import { consumeNotices } from './webhooks/notices.ts';
import { createPost, type PostMessage } from './webhooks/post.ts';

export interface PagesPorts extends ServicePorts {
  /** Finds people by a search, as identity knows them. */
  readonly peopleFound: PeopleFound;
  /** Counted by analytics; without it, pages are not ordered by them. */
  readonly eventTotals?: EventTotals | undefined;
  /** Has identity mail the owner of a page why it was deactivated. */
  readonly tellDeactivation: TellDeactivation;
  /** Stores the pictures. */
  readonly objects: Objects;
  /** Posts messages to webhooks; by default over https. */
  readonly postMessage?: PostMessage;
  /** Waits until the public view of pages in the same process holds the published records, at most for the timeout. */
  readonly publicViewCatchesUp?: (timeoutMs: number) => Promise<void>;
}

export interface PagesSettings {
  readonly maxPagesPerDriver: number;
  /** Hosts of webhooks that may have private addresses. */
  readonly webhookPrivateHosts?: readonly string[];
}

/** Checkpoint of the relay that publishes pages. Records have changed: a new name publishes all of them again. */
export const PAGES_RELAY = `${PAGES_TOPIC.name}/3`;
const TIDY_EVERY_MS = 5 * 60 * 1000;
const PUBLIC_WITHIN_MS = 300;

/** Creates the service from its ports; nothing runs before `start`. */
export function createPages(ports: PagesPorts, settings: PagesSettings, verifyToken: VerifyToken) {
  const { eventStore, viewStore, cache, objects, clock, newId, log } = ports;
  const privateHosts = settings.webhookPrivateHosts ?? [];
  const pagesView = viewStore.view<PageDocument>(PAGES_VIEW);
  const knownUsers = viewStore.view<KnownUser>(KNOWN_USERS_VIEW);
  const images = viewStore.view<ImageDocument>(IMAGES_VIEW);
  const deletions = viewStore.view<DeletionDocument>(DELETIONS_VIEW);
  const batches = createBatchQueries(viewStore.view<BatchDocument>(BATCHES_VIEW));
  const deliveries = createDeliveryQueries(viewStore.view<DeliveryDocument>(DELIVERIES_VIEW));
  const queries = createPageQueries(pagesView);
  const ids = createReservedIds(eventStore, clock, log);

  const projection = createProjection({ ...ports, ...pagesProjection(eventStore) });
  const users = createLogView({
    ...ports,
    ...KNOWN_USERS_LOG_VIEW,
    // Not before the write: until then, somebody could still create pages for the erased account.
    async onWritten(records) {
      for (const { key, value } of records) if (value === null) await forget(key);
    },
  });
  const relay = createRelay({
    ...ports,
    name: PAGES_RELAY,
    topic: PAGES_TOPIC.name,
    toRecords: (commits) => toPageRecords(eventStore, commits),
  });
  const notices = createDeactivationNotices(eventStore, ports.tellDeactivation, log);

  const dispatcher = createDispatcher({
    ...ports,
    post: ports.postMessage ?? createPost({ privateHosts }),
  });

  const commands: CommandPorts = {
    eventStore,
    cache,
    objects,
    clock,
    newId,
    ids,
    maxPagesPerDriver: settings.maxPagesPerDriver,
    async waitForViews(position) {
      const [held] = await Promise.all([projection.waitFor(position), publicView(position)]);
      if (!held) log.warn({ position }, 'the view of pages is late');
      return held;
    },
    hasAccount: (userId) => hasAccount(knownUsers, userId),
    async releaseIfErased(userId) {
      if (!(await isErased(knownUsers, userId))) return false;
      await releasePagesOf(commands, userId, newId());
      return true;
    },
    countMadeBy: (userId) => queries.countMadeBy(userId),
    pagesByUid: (uids) => queries.byUids(uids),
    queries: createMaintenanceQueries({ pages: pagesView, images, deletions }),
  };

  /** A slow log must not delay callers who save; their page is then public a little later. */
  async function publicView(position: number): Promise<void> {
    const { publicViewCatchesUp } = ports;
    if (publicViewCatchesUp === undefined || !started) return;
    if (await relay.waitFor(position, PUBLIC_WITHIN_MS)) await publicViewCatchesUp(PUBLIC_WITHIN_MS);
  }

  /** Throws if it cannot be done now, so that the record is delivered again. */
  async function forget(userId: string): Promise<void> {
    if (!(await commands.waitForViews(await eventStore.head()))) throw new DomainError('UNAVAILABLE');
    await releasePagesOf(commands, userId, newId());
  }

  const subgraph = createSubgraph<PagesContext>({
    name: 'pages',
    typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers: { Query, Mutation, Page, PublicPage, PageConnection, User, Batch, Webhook },
    catalogue: PAGES_ERRORS,
    verifyToken,
    createContext: (call, viewer) => ({
      call,
      viewer,
      queries,
      batches,
      deliveries,
      commands,
      privateHosts,
      peopleFound: ports.peopleFound,
      eventTotals: ports.eventTotals,
      ...loadersOf(queries),
    }),
    log,
  });

  let timer: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | undefined;
  let messages: Awaited<ReturnType<typeof consumeNotices>> | undefined;
  let started = false;
  async function tidy(steps: () => Promise<unknown>): Promise<void> {
    try {
      await steps();
    } catch (error) {
      log.error({ err: error }, 'not tidied, will try again');
    }
  }
  const maintain = async () => {
    await runMaintenance(commands, log);
    await dispatcher.tidy();
  };

  return {
    subgraph,
    /** Pages of an account with their ownerships, for identity. */
    async ownedPages(ownerId: string): Promise<readonly OwnedPage[]> {
      const records = await queries.byUids(await commands.queries.ownedPages(ownerId));
      return records.flatMap((record) => {
        if (record?.page.status !== 'owned') return [];
        const { uid: pageUid, tenure, claimedAt: since } = record.page;
        return { pageUid, tenure, since };
      });
    },
    /** For identity. */
    pageTotals: () => queries.countByOwner(),
    /**
     * Stores a picture for a page of the signed-in person; its body is not read before the sender is known.
     * @throws DomainError of PAGES_ERRORS
     */
    async uploadImage({ body, call }: UploadRequest) {
      const viewer = requireViewer({ viewer: call.token === undefined ? undefined : await verifyToken(call.token) });
      requireScopes(viewer, ['Mutation.uploadPageImage']);
      return uploadImage(commands, body, callerOf(call, viewer));
    },
    /** Resolves when the views are up to date. */
    async start() {
      await ids.tidy();
      await Promise.all([projection.start(), users.start()]);
      await Promise.all([relay.start(), dispatcher.start()]);
      await notices.start();
      messages = await consumeNotices({ ...ports, endpoints: () => loadEndpoints(ports) });
      await tidy(maintain);
      timer = setInterval(() => {
        tidying ??= tidy(() => ids.tidy().then(maintain)).finally(() => {
          tidying = undefined;
        });
      }, TIDY_EVERY_MS).unref();
      started = true;
    },
    async stop() {
      started = false;
      clearInterval(timer);
      await tidying;
      await messages?.stop();
      await Promise.all([projection.stop(), users.stop(), relay.stop(), notices.stop(), dispatcher.stop()]);
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
