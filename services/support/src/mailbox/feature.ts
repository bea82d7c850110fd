import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { Subscribed } from '@volant/infra/features/feature';
import { createMailQueue } from '@volant/infra/mail/mail-queue';
import type { MailboxReader } from '@volant/infra/mail/mailbox';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import type { CommandPorts } from '../message/commands/message-commands.ts';
import type { SupportFeature } from '../message/support-feature.ts';
import type { MutationResolvers } from '../schema.generated.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { pendingMailsOf } from './outgoing-mails.ts';
import { receiveMail } from './receive-mail.ts';
import { createReplyAddresses } from './reply-address.ts';
import { MAILBOX_SECRETS, MAILBOX_SHAPE, mailboxIsWhole } from './settings.ts';
import { receiveSignedMail } from './signed-mail.ts';

/** Longest sleep of the outgoing queue without news from the store. */
const MAILS_EVERY_MS = 10_000;

const Mutation = {
  receiveSupportLetter: (_, { input }, { commands }) => receiveSignedMail(commands, input),
} satisfies MutationResolvers;

/** Mails to the senders of messages, and those that they write back. */
export const mailbox = {
  resolvers: { Mutation },
  errors: errorCatalogue({ LETTER_REFUSED: { status: 403 } }, errorTexts),
  settings: { shape: MAILBOX_SHAPE, secrets: MAILBOX_SECRETS, rules: [mailboxIsWhole] },
  subscriptions: (ports) => [...outgoing(ports), ...incoming(ports)],
} satisfies SupportFeature;

function outgoing(ports: CommandPorts): readonly Subscribed[] {
  const { eventStore, cache, mail, clock, log, measures = NO_MEASURES } = ports;
  if (mail === undefined) return [];
  const { mailbox: address, limitSecret, replyTo } = ports.settings;
  const addresses = address === undefined ? undefined : createReplyAddresses(address, limitSecret);
  return [
    createMailQueue({
      ...{ name: 'support-mails', store: eventStore, cache, mail, clock, log, measures, everyMs: MAILS_EVERY_MS },
      pendingMailsOf: (commit) => pendingMailsOf({ eventStore, addresses, replyTo }, commit),
    }),
  ];
}

function incoming(ports: CommandPorts): readonly Subscribed[] {
  const { mailbox: box, clock, measures = NO_MEASURES } = ports;
  if (box === undefined) return [];
  const begun = clock();
  measures.gauge(
    'mailbox_read_age_seconds',
    'Time since all letters that waited in the mailbox of the support were read.',
    () => (clock().getTime() - (box.lastReadAt() ?? begun).getTime()) / 1_000,
  );
  let reader: MailboxReader | undefined;
  return [
    {
      async start() {
        reader = box.read((source) => receiveMail(ports, source));
      },
      stop: async () => reader?.stop(),
    },
  ];
}
