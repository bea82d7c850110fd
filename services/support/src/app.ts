import { readFileSync } from 'node:fs';
import type { Cache } from '@volant/infra/cache/cache';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { Subgraph, VerifyToken } from '@volant/infra/graphql/subgraph-call';
import type { Leases } from '@volant/infra/lease/lease';
import { createLogView } from '@volant/infra/message-log/log-view';
import type { Consumer, MessageLog } from '@volant/infra/message-log/message-log';
import type { Logger } from '@volant/infra/process/log';
import type { Measures } from '@volant/infra/process/metrics';
import { createProjection } from '@volant/infra/views/projection';
import type { ViewStore } from '@volant/infra/views/view-store';
import DataLoader from 'dataloader';
import { eraseMessages, type Letterhead } from './commands/erase-messages.ts';
import { createErasedUsers } from './commands/erased-users.ts';
import type { CommandPorts } from './commands/message-commands.ts';
import { SUPPORT_ERRORS } from './errors.ts';
import type { SupportContext } from './graphql/context.ts';
import { Mutation } from './graphql/Mutation.ts';
import { Query } from './graphql/Query.ts';
import { SentSupportMessageConnection } from './graphql/SentSupportMessageConnection.ts';
import { SupportMessage } from './graphql/SupportMessage.ts';
import { SupportMessageConnection } from './graphql/SupportMessageConnection.ts';
import { createContactLimits, MESSAGES_PER_HOUR } from './limits/contact-limits.ts';
import { consumeErasedUsers } from './messages/consume.ts';
import { INBOX_PROJECTION, STAFF_LOG_VIEW } from './views/definitions.ts';
import { INBOX_VIEW, type InboxDocument } from './views/inbox/inbox-document.ts';
import { createInboxQueries } from './views/inbox/inbox-queries.ts';
import { isStaff, STAFF_VIEW, type StaffMember } from './views/staff/staff.ts';

export interface SupportPorts {
  /** This service's own. */
  readonly eventStore: EventStore;
  /** This service's own. */
  readonly viewStore: ViewStore;
  readonly messageLog: MessageLog;
  /** Where several processes run the service: who keeps its views and publishes. */
  readonly leases?: Leases | undefined;
  readonly cache: Cache;
  readonly clock: () => Date;
  /** Makes UUIDv7. */
  readonly newId: () => string;
  readonly log: Logger;
  /** Nobody measures if it is absent. */
  readonly measures?: Measures;
}

export interface SupportSettings {
  /** Hides addresses in the keys of limits; the same in every process of the service. */
  readonly limitSecret: string;
  /** Messages from one address, and under one e-mail address; 5 unless given. */
  readonly messagesPerHour?: number;
}

export interface Support {
  readonly subgraph: Subgraph;
  /** Resolves once the views hold everything there was. */
  start(): Promise<void>;
  /** Whether it has started and may be asked. */
  ready(): boolean;
  /** The operator's way to erase messages: those with one of these addresses and its subject. */
  eraseMessages(wanted: readonly Letterhead[]): Promise<void>;
  /** Builds the views anew from the event store. */
  rebuildViews(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the service from its ports; nothing runs before `start`. */
export function createSupport(ports: SupportPorts, settings: SupportSettings, verifyToken: VerifyToken): Support {
  const { eventStore, viewStore, messageLog, cache, clock, newId, log } = ports;
  const inbox = viewStore.view<InboxDocument>(INBOX_VIEW);
  const staff = viewStore.view<StaffMember>(STAFF_VIEW);
  const queries = createInboxQueries(inbox);
  const erasedUsers = createErasedUsers(eventStore, clock);

  const turns = ports.leases === undefined ? {} : { leases: ports.leases };
  const projection = createProjection({
    ...turns,
    ...INBOX_PROJECTION,
    store: eventStore,
    viewStore,
    measures: ports.measures,
    log,
  });
  const staffView = createLogView({
    ...turns,
    ...STAFF_LOG_VIEW,
    log: messageLog,
    viewStore,
    logger: log,
    measures: ports.measures,
  });

  async function waitForViews(position: number): Promise<void> {
    // If the view is late, what was written is safe all the same.
    if (!(await projection.waitFor(position))) log.warn({ position }, 'the inbox is late');
  }

  async function viewsHoldAll(): Promise<void> {
    if (!(await projection.waitFor(await eventStore.head()))) throw new DomainError('UNAVAILABLE', {}, 2);
  }

  const commands: CommandPorts = {
    eventStore,
    clock,
    newId,
    log,
    limits: createContactLimits(cache, settings.limitSecret, settings.messagesPerHour ?? MESSAGES_PER_HOUR),
    erasedUsers,
    waitForViews,
    isStaff: (userId) => isStaff(staff, userId),
  };

  const subgraph = createSubgraph<SupportContext>({
    name: 'support',
    typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers: { Query, Mutation, SupportMessage, SupportMessageConnection, SentSupportMessageConnection },
    catalogue: SUPPORT_ERRORS,
    verifyToken,
    createContext: (call, viewer) => ({
      call,
      viewer,
      queries,
      messageById: new DataLoader((ids: readonly string[]) => queries.byIds(ids)),
      commands,
    }),
    log,
  });

  let erasures: Consumer | undefined;
  let started = false;
  return {
    subgraph,
    async start() {
      await Promise.all([projection.start(), staffView.start()]);
      erasures = await consumeErasedUsers({ ...commands, messageLog, queries, viewsHoldAll });
      started = true;
    },
    ready: () => started,
    eraseMessages: (wanted) => eraseMessages({ eventStore, clock, newId }, wanted),
    rebuildViews: () => projection.rebuild(),
    async stop() {
      started = false;
      await erasures?.stop();
      await Promise.all([projection.stop(), staffView.stop()]);
    },
  };
}
