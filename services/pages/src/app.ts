import { readFileSync } from 'node:fs';
import { requireViewer } from '@volant/infra/auth/guards';
import { requireScopes } from '@volant/infra/auth/scopes';
import { DomainError } from '@volant/infra/errors/domain-error';
import { resolversOf } from '@volant/infra/features/gather';
import { createJobs } from '@volant/infra/features/jobs';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { VerifyToken } from '@volant/infra/graphql/subgraph-call';
import type { UploadRequest } from '@volant/infra/graphql/upload';
import { createLogView } from '@volant/infra/message-log/log-view';
import { createRelay } from '@volant/infra/message-log/relay';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { OwnedPage } from '@volant/infra/process/server/remote-service';
import { createProjection } from '@volant/infra/views/projection';
import { PAGES_ERRORS, PAGES_FEATURES, pagesProjection } from './features.ts';
import { uploadImage } from './images/upload-image.ts';
import type { CommandPorts } from './page/commands/page-commands.ts';
import { releasePagesOf } from './page/commands/release-pages.ts';
import { callerOf, loadersOf, type PagesContext } from './page/context.ts';
import type { PagesFeature } from './page/pages-feature.ts';
import type { CorePorts, PagesSettings } from './page/ports.ts';
import { toPageRecords } from './page/publishing/publish.ts';
import { createReservedIds } from './page/reserved-ids.ts';
import {
  hasAccount,
  isErased,
  KNOWN_USERS_LOG_VIEW,
  KNOWN_USERS_VIEW,
  type KnownUser,
} from './page/view/known-users.ts';
import { PAGES_VIEW, type PageDocument } from './page/view/page-document.ts';
import { createPageQueries } from './page/view/page-queries.ts';
import { DELETIONS_VIEW, type DeletionDocument, IMAGES_VIEW, type ImageDocument } from './page/view/upkeep.ts';
import { createUpkeepQueries } from './page/view/upkeep-queries.ts';
import type { WebhookPorts } from './webhooks/feature.ts';

export interface PagesPorts extends CorePorts, WebhookPorts {}

/** Checkpoint of the relay that publishes pages. Records have changed: a new name publishes all of them again. */
export const PAGES_RELAY = `${PAGES_TOPIC.name}/3`;
const JOBS_EVERY_MS = 5 * 60 * 1000;
const PUBLIC_WITHIN_MS = 300;
const FEATURES: readonly PagesFeature[] = PAGES_FEATURES;
const TYPE_DEFS = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
const RESOLVERS = resolversOf(FEATURES, TYPE_DEFS);

/** Creates the service from its ports; nothing runs before `start`. */
export function createPages(ports: PagesPorts, settings: PagesSettings, verifyToken: VerifyToken) {
  const { eventStore, viewStore, clock, newId, log } = ports;
  const pagesView = viewStore.view<PageDocument>(PAGES_VIEW);
  const knownUsers = viewStore.view<KnownUser>(KNOWN_USERS_VIEW);
  const images = viewStore.view<ImageDocument>(IMAGES_VIEW);
  const deletions = viewStore.view<DeletionDocument>(DELETIONS_VIEW);
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

  const commands: CommandPorts = {
    ...ports,
    settings,
    ids,
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
    queries: createUpkeepQueries({ pages: pagesView, images, deletions }),
    occurrences: FEATURES.flatMap(({ occurrences }) => occurrences ?? []),
    notices: FEATURES.flatMap(({ notices }) => notices ?? []),
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
    typeDefs: TYPE_DEFS,
    resolvers: RESOLVERS,
    catalogue: PAGES_ERRORS,
    verifyToken,
    createContext: (call, viewer) => ({
      call,
      viewer,
      queries,
      commands,
      errors: PAGES_ERRORS,
      ...loadersOf(queries),
    }),
    log,
  });

  const subscriptions = FEATURES.flatMap((feature) => feature.subscriptions?.(commands) ?? []);
  const jobs = createJobs(
    FEATURES.flatMap((feature) => feature.jobs?.(commands) ?? []),
    { everyMs: JOBS_EVERY_MS, log },
  );
  let started = false;

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
      await Promise.all([relay, ...subscriptions].map((each) => each.start()));
      await jobs.start();
      started = true;
    },
    async stop() {
      started = false;
      await jobs.stop();
      await Promise.all([projection, users, relay, ...subscriptions].map((each) => each.stop()));
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
