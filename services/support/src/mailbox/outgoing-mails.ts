import type { Commit, StoredEvent } from '@volant/infra/event-store/event-store';
import type { Message } from '@volant/infra/mail/mail';
import { MAIL_COLORS, mailFrame, mailParagraph } from '@volant/infra/mail/mail-frame';
import type { PendingMail } from '@volant/infra/mail/mail-queue';
import { escapeHtml } from '@volant/infra/text/escape-html';
import { catalogues, filled } from '@volant/proto/text/catalogues';
import { DEFAULT_LANGUAGE, type Language, spoken } from '@volant/proto/text/languages';
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
  const end = [signature, ...(addresses === undefined ? [] : [answerHere])];
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
    const title = /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`;
    const earlier = {
      head: filled(texts.wrote, { name: message.name }),
      text: shortened(lastFromOutside(message, mail)),
    };
    return { ...frame, subject: title, ...laidOut({ language, title, paragraphs: [mail.body ?? ''], end, earlier }) };
  }
  const { subject: title, text } = texts[mail.kind];
  return { ...frame, automatic: true, subject: title, ...laidOut({ language, title, paragraphs: text, end }) };
}

interface Written {
  readonly language: Language;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The signature, and how to answer. */
  readonly end: readonly string[];
  /** What the mail replies to. */
  readonly earlier?: { readonly head: string; readonly text: string };
}

/** A mail as plain text and as HTML. The earlier text stands below as it was written, without marks on its lines. */
function laidOut({ language, title, paragraphs, end, earlier }: Written): Pick<Message, 'text' | 'html'> {
  const { line, soft } = MAIL_COLORS;
  const quoted =
    earlier &&
    `<blockquote style="margin:24px 0 0;padding:0 0 0 16px;border-inline-start:3px solid ${line};color:${soft};font-size:14px;line-height:1.5"><b>${escapeHtml(earlier.head)}</b><br><span style="white-space:pre-line">${escapeHtml(earlier.text)}</span></blockquote>`;
  return {
    text: `${[...paragraphs, end.join('\n'), ...(earlier ? [earlier.head, earlier.text] : [])].join('\n\n')}\n`,
    html: mailFrame({
      language: spoken(language, 'mails'),
      subject: title,
      content: [...paragraphs.map(mailParagraph), quoted].join('\n'),
      footer: end.map(escapeHtml).join('<br>'),
    }),
  };
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

function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${beginningOf(text, MOST_QUOTED)}…` : text;
}
