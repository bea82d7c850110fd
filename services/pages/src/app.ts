import { readFileSync } from 'node:fs';
import type { Viewer } from '@volant/infra/auth/viewer';
import type { Cache } from '@volant/infra/cache/cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import { createLogView } from '@volant/infra/message-log/log-view';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { createRelay } from '@volant/infra/message-log/relay';
import { PAGES_TOPIC, USERS_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/log';
import { createProjection } from '@volant/infra/views/projection';
import type { ViewStore } from '@volant/infra/views/view-store';
import type { CommandPorts, PageLimits } from './commands/page-commands.ts';
import { PAGES_ERRORS } from './errors.ts';
import { createPagesContext, type PagesContext } from './graphql/context.ts';
import { Mutation } from './graphql/Mutation.ts';
import { Page } from './graphql/Page.ts';
import { PageConnection } from './graphql/PageConnection.ts';
import { PublicPage } from './graphql/PublicPage.ts';
import { Query } from './graphql/Query.ts';
import { User } from './graphql/User.ts';
import { toPageRecords } from './messages/publish.ts';
import { createReservedIds } from './page-ids/reserved-ids.ts';
import { applyToKnownUsers, hasAccount, KNOWN_USERS_VIEW, type KnownUser } from './views/known-users/known-users.ts';
import { applyToPages, PAGES_VIEW, type PageDocument } from './views/pages/page-document.ts';
import { createPageQueries } from './views/pages/page-queries.ts';

export interface PagesPorts {
  /** This service's own. */
  readonly eventStore: EventStore;
  /** This service's own. */
  readonly viewStore: ViewStore;
  readonly messageLog: MessageLog;
  readonly cache: Cache;
  readonly clock: () => Date;
  /** Makes UUIDv7, so that pages made at one moment keep their order. */
  readonly newId: () => string;
  readonly log: Logger;
}

export interface PagesSettings {
  readonly maxPagesPerDriver: number;
  /** 10 unless given. */
  readonly failedClaimsPerHour?: number;
}

export interface Pages {
  readonly subgraph: Subgraph;
  /** Resolves once the views hold everything there was. */
  start(): Promise<void>;
  /** Whether it has started and may be asked. */
  ready(): boolean;
  /** Builds the views anew from the event store. */
  rebuildViews(): Promise<void>;
  stop(): Promise<void>;
}

const TIDY_EVERY_MS = 5 * 60 * 1000;

/** Builds the service from its ports; nothing runs before `start`. */
export function createPages(
  ports: PagesPorts,
  settings: PagesSettings,
  verifyToken: (token: string) => Promise<Viewer | undefined>,
): Pages {
  const { eventStore, viewStore, messageLog, cache, clock, newId, log } = ports;
  const pagesView = viewStore.view<PageDocument>(PAGES_VIEW);
  const knownUsers = viewStore.view<KnownUser>(KNOWN_USERS_VIEW);
  const queries = createPageQueries(pagesView);
  const ids = createReservedIds(eventStore, clock, log);

  const projection = createProjection({
    name: PAGES_VIEW.name,
    views: [PAGES_VIEW.name],
    store: eventStore,
    viewStore,
    apply: (commit) => applyToPages(pagesView, commit),
    log,
  });
  const users = createLogView({
    log: messageLog,
    topic: USERS_TOPIC.name,
    name: KNOWN_USERS_VIEW.name,
    viewStore,
    apply: (record) => applyToKnownUsers(knownUsers, record),
    logger: log,
  });
  const relay = createRelay({
    name: PAGES_TOPIC.name,
    store: eventStore,
    log: messageLog,
    topic: PAGES_TOPIC.name,
    toRecords: (commit) => toPageRecords(eventStore, commit),
    logger: log,
  });

  const limits: PageLimits = { failedClaimsPerHour: 10, ...settings };
  const commands: CommandPorts = {
    eventStore,
    cache,
    clock,
    newId,
    ids,
    limits,
    async viewsHold(position) {
      if (!(await projection.waitFor(position))) log.warn({ position }, 'the view of pages is late');
    },
    hasAccount: (userId) => hasAccount(knownUsers, userId),
    countMadeBy: (userId) => queries.countMadeBy(userId),
  };

  const subgraph = createSubgraph<PagesContext>({
    name: 'pages',
    typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers: { Query, Mutation, Page, PublicPage, PageConnection, User },
    catalogue: PAGES_ERRORS,
    async createContext(call) {
      const viewer = call.token === undefined ? undefined : await verifyToken(call.token);
      return createPagesContext({ call, viewer, queries, commands });
    },
    log,
  });

  let tidying: NodeJS.Timeout | undefined;
  let started = false;
  const tidy = () => ids.tidy().catch((error: unknown) => log.error({ err: error }, 'reservations not tidied'));

  return {
    subgraph,
    async start() {
      await ids.tidy();
      await Promise.all([projection.start(), users.start()]);
      await relay.start();
      tidying = setInterval(tidy, TIDY_EVERY_MS).unref();
      started = true;
    },
    ready: () => started,
    rebuildViews: () => projection.rebuild(),
    async stop() {
      started = false;
      clearInterval(tidying);
      await Promise.all([projection.stop(), users.stop(), relay.stop()]);
    },
  };
}
