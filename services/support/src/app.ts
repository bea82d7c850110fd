import { readFileSync } from 'node:fs';
import { DomainError } from '@volant/infra/errors/domain-error';
import { resolversOf } from '@volant/infra/features/gather';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { VerifyToken } from '@volant/infra/graphql/subgraph-call';
import { createLogView } from '@volant/infra/message-log/log-view';
import { createRelay } from '@volant/infra/message-log/relay';
import { MESSAGES_TOPIC } from '@volant/infra/message-log/topics';
import { createProjection } from '@volant/infra/views/projection';
import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { SUPPORT_ERRORS, SUPPORT_FEATURES, supportProjection } from './features.ts';
import { createMailReader } from './mailbox/mail-reader.ts';
import { createBlockedSenders } from './message/commands/blocked-senders.ts';
import { eraseMessages, type Letterhead } from './message/commands/erase-messages.ts';
import { createErasedUsers } from './message/commands/erased-users.ts';
import type { CommandPorts } from './message/commands/message-commands.ts';
import type { SupportContext } from './message/context.ts';
import type { SupportPorts, SupportSettings } from './message/ports.ts';
import { messageRecords } from './message/publish.ts';
import type { SupportFeature } from './message/support-feature.ts';
import { INBOX_VIEW, type InboxDocument } from './message/view/inbox-document.ts';
import { createInboxQueries } from './message/view/inbox-queries.ts';
import { isStaff, STAFF_LOG_VIEW, STAFF_VIEW, type StaffMember } from './message/view/staff.ts';

export const MESSAGES_RELAY = 'support-messages';
const FEATURES: readonly SupportFeature[] = SUPPORT_FEATURES;
const TYPE_DEFS = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
const RESOLVERS = resolversOf(FEATURES, TYPE_DEFS);

/** Builds the service from its ports; nothing runs before `start`. */
export function createSupport(ports: SupportPorts, settings: SupportSettings, verifyToken: VerifyToken) {
  const { eventStore, viewStore, clock, newId, log, mail } = ports;
  const { mailbox, limitSecret } = settings;
  const queries = createInboxQueries(viewStore.view<InboxDocument>(INBOX_VIEW));
  const staff = viewStore.view<StaffMember>(STAFF_VIEW);

  const projection = createProjection({ ...ports, ...supportProjection(eventStore) });
  const staffView = createLogView({ ...ports, ...STAFF_LOG_VIEW });
  const relay = createRelay({
    ...ports,
    name: MESSAGES_RELAY,
    topic: MESSAGES_TOPIC.name,
    toRecords: async (commits) => messageRecords(commits),
  });

  const commands: CommandPorts = {
    ...ports,
    settings,
    queries,
    readMail: mailbox === undefined ? undefined : createMailReader(mailbox, limitSecret),
    blocked: createBlockedSenders(eventStore, clock, limitSecret),
    erasedUsers: createErasedUsers(eventStore, clock),
    inTurn: pLimit(1),
    async waitForViews(position) {
      // A late view does not affect the durable write.
      if (!(await projection.waitFor(position))) log.warn({ position }, 'the inbox is late');
    },
    async viewsHoldAll() {
      if (!(await projection.waitFor(await eventStore.head()))) throw new DomainError('UNAVAILABLE', {}, 2);
    },
    isStaff: (userId) => isStaff(staff, userId),
  };

  const subgraph = createSubgraph<SupportContext>({
    name: 'support',
    typeDefs: TYPE_DEFS,
    resolvers: RESOLVERS,
    catalogue: SUPPORT_ERRORS,
    verifyToken,
    createContext: (call, viewer) => ({
      call,
      viewer,
      messageById: new DataLoader((ids: readonly string[]) => queries.byIds(ids)),
      commands,
    }),
    log,
  });

  const subscriptions = FEATURES.flatMap((feature) => feature.subscriptions?.(commands) ?? []);

  return {
    subgraph,
    /** Resolves once the views hold all commits that existed at the start. */
    async start() {
      await Promise.all([projection.start(), staffView.start()]);
      await Promise.all([relay, ...subscriptions].map((each) => each.start()));
    },
    /** For operators: erases the messages with one of these pairs of e-mail address and subject. */
    eraseMessages: (letterheads: readonly Letterhead[]) =>
      eraseMessages({ eventStore, clock, newId, mail }, letterheads),
    async stop() {
      await Promise.all([relay, ...subscriptions].map((each) => each.stop()));
      await Promise.all([projection.stop(), staffView.stop()]);
    },
  };
}

export type Support = ReturnType<typeof createSupport>;
