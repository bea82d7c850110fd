import type { Commit, StoredEvent } from '@volant/infra/event-store/event-store';
import type { Message } from '@volant/infra/mail/mail';
import type { PendingMail } from '@volant/infra/mail/mail-queue';
import { catalogues, filled } from '@volant/proto/text/catalogues';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { type CommandPorts, loadMessage } from '../message/commands/message-commands.ts';
import { messageCodec } from '../message/domain/events.ts';
import { type ExistingMessage, messageOfStream, type ThreadEntry } from '../message/domain/message.ts';
import { beginningOf } from './beginning-of.ts';
import type { ReplyAddresses } from './reply-address.ts';
import type mails from './texts/mails.fr.json';

const TEXTS = await catalogues<typeof mails>(
  'mails',
  (language) => import(`./texts/mails.${language}.json`, { with: { type: 'json' } }),
);

const DAY_MS = 24 * 60 * 60 * 1000;
/** A mail server may be away for a weekend. */
const LASTS_MS = 4 * DAY_MS;
/** Characters of the sender's text below a reply. */
const MOST_QUOTED = 2_000;
/** Earlier mails that a mail names. */
const MOST_REFERENCES = 20;

export interface MailParts extends Pick<CommandPorts, 'eventStore'> {
  /** Undefined without a mailbox: answers then go to `replyTo`, and are not threaded. */
  readonly addresses: ReplyAddresses | undefined;
  /** The operator's address; by default the sender of all mails. */
  readonly replyTo: string | undefined;
}

/** The mails that a commit requires: replies, receipts, and the news that files were not taken. */
export function pendingMailsOf(parts: MailParts, commit: Commit): readonly PendingMail[] {
  const messageId = messageOfStream(commit.streamId);
  if (messageId === undefined) return [];
  return commit.events.flatMap((stored) => {
    const mail = mailOf(stored);
    if (mail === undefined) return [];
    const load = async () => (await loadMessage(parts, messageId))?.message;
    return {
      eventId: stored.id,
      until: new Date(Date.parse(mail.at) + LASTS_MS).toISOString(),
      isStillNeeded: async () => (await load()) !== undefined,
      async compose() {
        const message = await load();
        return message === undefined ? undefined : compose(parts, message, mail);
      },
    };
  });
}

interface Mail {
  readonly kind: 'reply' | 'receipt' | 'attachments';
  /** A UUID; the Message-ID. */
  readonly id: string;
  readonly at: string;
  readonly body?: string;
  /** The entry it belongs to. */
  readonly entryId?: string;
}

function mailOf(stored: StoredEvent): Mail | undefined {
  const event = messageCodec.read(stored);
  if (event?.type === 'ReplySent') return { kind: 'reply', ...event.data, entryId: event.data.id };
  if (event?.type === 'MessageReceived' && event.data.receipt) {
    return { kind: 'receipt', id: event.data.messageId, at: event.data.receivedAt };
  }
  if (event?.type === 'LetterReceived' && event.data.kind === 'ANSWER' && event.data.attachments > 0) {
    return { kind: 'attachments', id: stored.id, at: event.data.at, entryId: event.data.id };
  }
  return undefined;
}

/** Receipts and notices contain no text of the sender, who may have typed another person's address. */
function compose({ addresses, replyTo }: MailParts, message: ExistingMessage, mail: Mail): Message {
  const { messageId, email, subject, language = DEFAULT_LANGUAGE } = message;
  const texts = TEXTS[language];
  const { signature, answerHere } = texts;
  const end = [`-- \n${signature}`, ...(addresses === undefined ? [] : [answerHere])].join('\n');
  const address = addresses?.addressOf(messageId) ?? replyTo;
  const thread = mail.kind === 'receipt' ? [] : conversation(message, mail);
  const frame = {
    id: mail.id,
    to: email,
    thread,
    ...(address !== undefined && { replyTo: address }),
    // Bounces and automatic replies go to the envelope's sender.
    ...(addresses !== undefined && { from: `${signature} <${addresses.mailbox}>`, bounceTo: address }),
  };
  if (mail.kind === 'reply') {
    const before = lastFromOutside(message, mail);
    const text = [mail.body, end, filled(texts.wrote, { name: message.name }), quoted(before)].join('\n\n');
    return { ...frame, subject: /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`, text: `${text}\n` };
  }
  const { subject: title, text } = texts[mail.kind];
  return { ...frame, automatic: true, subject: title, text: `${[...text, end].join('\n\n')}\n` };
}

/** Message-IDs of the mails before ours. The receipt's stands first, also if none was sent. */
function conversation(message: ExistingMessage, mail: Mail): readonly string[] {
  const ids = entriesBefore(message, mail).flatMap((entry) => {
    if (entry.kind === 'REPLY') return entry.id;
    return entry.kind === 'ANSWER' ? (entry.messageId ?? []) : [];
  });
  return [message.messageId, ...ids.slice(-MOST_REFERENCES)];
}

function lastFromOutside(message: ExistingMessage, mail: Mail): string {
  return entriesBefore(message, mail).findLast(({ kind }) => kind === 'ANSWER')?.body ?? message.body;
}

/** A notice follows its entry; a reply is its entry. */
function entriesBefore({ thread }: ExistingMessage, { kind, entryId }: Mail): readonly ThreadEntry[] {
  const at = thread.findIndex(({ id }) => id === entryId);
  return thread.slice(0, kind === 'attachments' ? at + 1 : at);
}

function quoted(text: string): string {
  const cut = text.length > MOST_QUOTED ? `${beginningOf(text, MOST_QUOTED)}…` : text;
  return cut.replace(/^/gm, '> ');
}
