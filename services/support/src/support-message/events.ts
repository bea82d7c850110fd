import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

export const STAGES = ['OPEN', 'PENDING', 'RESOLVED'] as const;

const shapes = {
  MessageReceived: z.object({
    messageId: z.string(),
    /** Account it was sent from, if the sender was signed in. */
    senderId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    body: z.string(),
    receivedAt: z.string(),
  }),
  MessageStageChanged: z.object({ stage: z.enum(STAGES) }),
  /** Somebody took the message, which nobody had. */
  MessageClaimed: z.object({ handlerId: z.string() }),
  /** An administrator gave the message to somebody. */
  MessageAssigned: z.object({ handlerId: z.string() }),
  /** The handler's account is gone; anybody may take the message. */
  HandlerRemoved: z.object({}),
};

export type MessageEvent = EventOf<typeof shapes>;
export type MessageReceived = EventOf<typeof shapes, 'MessageReceived'>;

export const messageCodec = eventCodec('support message', shapes);
