import { readFileSync } from 'node:fs';
import { DomainError } from '@volant/infra/errors/domain-error';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { VerifyToken } from '@volant/infra/graphql/subgraph-call';
import type { Mail } from '@volant/infra/mail/mail';
import { createMailQueue } from '@volant/infra/mail/mail-queue';
import type { Mailbox, MailboxReader } from '@volant/infra/mail/mailbox';
import { createLogView } from '@volant/infra/message-log/log-view';
import type { Consumer } from '@volant/infra/message-log/message-log';
import { createRelay } from '@volant/infra/message-log/relay';
import { MESSAGES_TOPIC } from '@volant/infra/message-log/topics';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { createProjection } from '@volant/infra/views/projection';
import DataLoader from 'dataloader';
import { createBlockedSenders } from './commands/blocked-senders.ts';
import { eraseMessages, type Letterhead } from './commands/erase-messages.ts';
import { createErasedUsers } from './commands/erased-users.ts';
import type { CommandPorts } from './commands/message-commands.ts';
import { receiveLetter } from './commands/receive-letter.ts';
import { createWriters } from './commands/writers.ts';
import { SUPPORT_ERRORS } from './errors.ts';
import { Announcement } from './graphql/Announcement.ts';
import type { SupportContext } from './graphql/context.ts';
import { Mutation } from './graphql/Mutation.ts';
import { Query } from './graphql/Query.ts';
import { SupportMessage } from './graphql/SupportMessage.ts';
import { createLetterReader } from './letters/letter-reader.ts';
import { createReplyAddresses } from './letters/reply-address.ts';
import { pendingMailsOf } from './letters/support-mails.ts';
import { createContactLimits, MESSAGES_PER_HOUR } from './limits/contact-limits.ts';
import { consumeErasedUsers } from './messages/consume.ts';
import { messageRecords } from './messages/publish.ts';
import { ANNOUNCEMENTS_VIEW, type AnnouncementDocument } from './views/announcements/announcements.ts';
import {
  CANNED_REPLIES_VIEW,
  type CannedReplyDocument,
  listCannedReplies,
} from './views/canned-replies/canned-replies.ts';
import { INBOX_PROJECTION, STAFF_LOG_VIEW } from './views/definitions.ts';
import { INBOX_VIEW, type InboxDocument } from './views/inbox/inbox-document.ts';
import { createInboxQueries } from './views/inbox/inbox-queries.ts';
import { isStaff, STAFF_VIEW, type StaffMember } from './views/staff/staff.ts';

export interface SupportSettings {
  /** Key for hashing addresses in limit keys; the same in every process of the service. */
  readonly limitSecret: string;
  /** Multiple of the limit of messages from one network; 1 by default. */
  readonly networkLimitsTimes?: number;
  /** Mailbox that answers to replies come to; without it they are not threaded. */
  readonly mailbox?: string | undefined;
  /** Where answers go without a mailbox; by default to the sender of all letters. */
  readonly replyTo?: string | undefined;
  /** Secret of the mail server that posts letters. */
  readonly inboundSecret?: string | undefined;
}

export interface SupportPorts extends ServicePorts {
  /** Absent: no replies by mail. */
  readonly mail?: Mail | undefined;
  /** Absent: answers come by the webhook only. */
  readonly mailbox?: Mailbox | undefined;
}

export const MESSAGES_RELAY = 'support-messages';
/** Longest sleep of the outgoing queue without news from the store. */
const MAILS_EVERY_MS = 10_000;

/** Builds the service from its ports; nothing runs before `start`. */
export function createSupport(ports: SupportPorts, settings: SupportSettings, verifyToken: VerifyToken) {
  const { eventStore, viewStore, messageLog, cache, clock, newId, log, mail } = ports;
  const inbox = viewStore.view<InboxDocument>(INBOX_VIEW);
  const cannedReplies = viewStore.view<CannedReplyDocument>(CANNED_REPLIES_VIEW);
  const announcements = viewStore.view<AnnouncementDocument>(ANNOUNCEMENTS_VIEW);
  const staff = viewStore.view<StaffMember>(STAFF_VIEW);
  const queries = createInboxQueries(inbox);
  const erasedUsers = createErasedUsers(eventStore, clock);
  const { mailbox, replyTo, inboundSecret, limitSecret } = settings;
  const addresses = mailbox === undefined ? undefined : createReplyAddresses(mailbox, limitSecret);
  const mails =
    mail &&
    createMailQueue({
      ...{ name: 'support-mails', store: eventStore, cache, mail, clock, log, everyMs: MAILS_EVERY_MS },
      measures: ports.measures ?? NO_MEASURES,
      pendingMailsOf: (commit) => pendingMailsOf({ eventStore, addresses, replyTo }, commit),
    });

  if (ports.mailbox !== undefined) {
    const { mailbox: read } = ports;
    const begun = clock();
    (ports.measures ?? NO_MEASURES).gauge(
      'mailbox_read_age_seconds',
      'Time since all letters that waited in the mailbox of the support were read.',
      () => (clock().getTime() - (read.lastReadAt() ?? begun).getTime()) / 1_000,
    );
  }

  const projection = createProjection({ ...ports, ...INBOX_PROJECTION });
  const staffView = createLogView({ ...ports, ...STAFF_LOG_VIEW });
  const relay = createRelay({
    ...ports,
    name: MESSAGES_RELAY,
    topic: MESSAGES_TOPIC.name,
    toRecords: async (commits) => messageRecords(commits),
  });

  async function waitForViews(position: number): Promise<void> {
    // A late view does not affect the durable write.
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
    mail,
    readLetter: mailbox === undefined ? undefined : createLetterReader(mailbox, limitSecret),
    inboundSecret,
    blocked: createBlockedSenders(eventStore, clock, limitSecret),
    limits: createContactLimits(cache, limitSecret, MESSAGES_PER_HOUR * (settings.networkLimitsTimes ?? 1)),
    writers: createWriters(cache, log),
    cannedReplies: () => listCannedReplies(cannedReplies),
    announcements,
    erasedUsers,
    waitForViews,
    isStaff: (userId) => isStaff(staff, userId),
  };

  const subgraph = createSubgraph<SupportContext>({
    name: 'support',
    typeDefs: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers: { Query, Mutation, SupportMessage, Announcement },
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
  let answers: MailboxReader | undefined;
  return {
    subgraph,
    /** Resolves once the views hold all commits that existed at the start. */
    async start() {
      await Promise.all([projection.start(), staffView.start()]);
      await Promise.all([mails?.start(), relay.start()]);
      erasures = await consumeErasedUsers({ ...commands, messageLog, queries, viewsHoldAll });
      answers = ports.mailbox?.read((letter) => receiveLetter(commands, letter));
    },
    /** For operators: erases the messages with one of these pairs of e-mail address and subject. */
    eraseMessages: (wanted: readonly Letterhead[]) => eraseMessages({ eventStore, clock, newId, mail }, wanted),
    async stop() {
      await Promise.all([answers?.stop(), erasures?.stop(), mails?.stop(), relay.stop()]);
      await Promise.all([projection.stop(), staffView.stop()]);
    },
  };
}

export type Support = ReturnType<typeof createSupport>;
