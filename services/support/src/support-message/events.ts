import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

export const STAGES = ['OPEN', 'PENDING', 'RESOLVED'] as const;

export const REPORT_REASONS = ['IMPERSONATION', 'SPAM', 'ILLEGAL', 'WRONG_CONTACT', 'OTHER'] as const;

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
  }),
  MessageStageChanged: z.object({ stage: z.enum(STAGES) }),
  /** A staff member claimed an unclaimed message. */
  MessageClaimed: z.object({ handlerId: z.string() }),
  /** An administrator chose the handler. */
  MessageAssigned: z.object({ handlerId: z.string() }),
  /** The handler's account was erased; anyone may claim the message. */
  HandlerRemoved: z.object({}),
};

export type MessageEvent = EventOf<typeof shapes>;
export type MessageReceived = EventOf<typeof shapes, 'MessageReceived'>;

export const messageCodec = eventCodec('support message', shapes);
