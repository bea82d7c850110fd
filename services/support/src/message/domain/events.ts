import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';

/** A suspected message is probably a bot's. */
export const STAGES = ['OPEN', 'PENDING', 'RESOLVED', 'SUSPECTED'] as const;

/**
 * What a mail to a reply address is: written by a person, sent by a program, or the news that ours did not arrive, has
 * not arrived yet, or was called unwanted.
 */
export const MAIL_KINDS = ['ANSWER', 'AUTOMATIC', 'BOUNCE', 'DELAY', 'COMPLAINT'] as const;

export const REPORT_REASONS = ['IMPERSONATION', 'SPAM', 'ILLEGAL', 'WRONG_CONTACT', 'OTHER'] as const;

const staffWrote = z.object({ id: z.string(), authorId: z.string(), body: z.string(), at: z.string() });
export type StaffWrote = Readonly<z.infer<typeof staffWrote>>;

const shapes = {
  MessageReceived: z.object({
    messageId: z.string(),
    /** Account of the sender, if signed in. */
    senderId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    body: z.string(),
    receivedAt: z.string(),
    /** Absent in messages of the contact form. Name and address of the reporting visitor may be empty. */
    report: z.object({ pageId: z.string(), reason: z.enum(REPORT_REASONS) }).optional(),
    /** Language of our mails to the sender; absent in messages from before there were any. */
    language: z.enum(languagesWith('mails')).optional(),
    /** A receipt is mailed to the sender. */
    receipt: z.literal(true).optional(),
    /** The honeypot was filled in. */
    suspected: z.literal(true).optional(),
  }),
  MessageStageChanged: z.object({ stage: z.enum(STAGES) }),
  /** A staff member claimed an unclaimed message. */
  MessageClaimed: z.object({ handlerId: z.string() }),
  /** An administrator chose the handler. */
  MessageAssigned: z.object({ handlerId: z.string() }),
  /** The handler's account was erased; anyone may claim the message. */
  HandlerRemoved: z.object({}),
  /** A person of the support answered by mail. */
  ReplySent: staffWrote,
  /** For the support only. */
  NoteAdded: staffWrote,
  /** A mail came to a signed reply address. */
  LetterReceived: z.object({
    /** Digest of the mail. */
    id: z.string(),
    kind: z.enum(MAIL_KINDS),
    /** A single sign says that it is automatic, so that a person should look at it. */
    doubtful: z.literal(true).optional(),
    from: z.string(),
    body: z.string(),
    /** The earlier mails that it repeats. */
    quoted: z.string(),
    /** Files that were not taken. */
    attachments: z.int(),
    /** Message-ID in brackets. */
    messageId: z.string().nullable(),
    at: z.string(),
  }),
  /** Somebody of the support read everything so far, or marked it unread. */
  MessageRead: z.object({ read: z.boolean() }),
};

export type MessageEvent = EventOf<typeof shapes>;
export type MessageReceived = EventOf<typeof shapes, 'MessageReceived'>;
export type LetterReceived = EventOf<typeof shapes, 'LetterReceived'>;

export const messageCodec = eventCodec('support message', shapes);
