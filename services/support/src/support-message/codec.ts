import type { EventCodec } from '@volant/infra/event-store/command-handler';
import { STREAM_ERASED, type StoredEvent } from '@volant/infra/event-store/event-store';
import { z } from 'zod';
import { type MessageEvent, STAGES } from './support-message.ts';

/*
 * These shapes read what was once written and know nothing of today's rules for
 * input: a rule that becomes stricter must not make an old message unreadable.
 */
const shapes = {
  MessageReceived: z.object({
    messageId: z.string(),
    senderId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    body: z.string(),
    receivedAt: z.string(),
  }),
  MessageStageChanged: z.object({ stage: z.enum(STAGES) }),
  MessageClaimed: z.object({ handlerId: z.string() }),
  MessageAssigned: z.object({ handlerId: z.string() }),
  HandlerRemoved: z.object({}),
} as const satisfies { readonly [T in MessageEvent['type']]: z.ZodType<Extract<MessageEvent, { type: T }>['data']> };

/** Version of the shape each event is written in; a new one comes with an upcast in `read` and a line in the corpus. */
const SCHEMAS: { readonly [T in MessageEvent['type']]: number } = {
  MessageReceived: 1,
  MessageStageChanged: 1,
  MessageClaimed: 1,
  MessageAssigned: 1,
  HandlerRemoved: 1,
};

export const messageCodec: EventCodec<MessageEvent> = {
  schemaOf: (type) => SCHEMAS[type],
  read(stored) {
    if (stored.type === STREAM_ERASED) return undefined;
    if (!isMessageEventType(stored.type)) throw new Error(`no event of a message is called ${stored.type}`);
    if (stored.schema !== SCHEMAS[stored.type]) {
      throw new Error(`${stored.type} is known in shape ${SCHEMAS[stored.type]}, not in shape ${stored.schema}`);
    }
    return parse(stored.type, stored);
  },
};

function isMessageEventType(type: string): type is MessageEvent['type'] {
  return Object.hasOwn(SCHEMAS, type);
}

function parse(type: MessageEvent['type'], { data }: StoredEvent): MessageEvent {
  switch (type) {
    case 'MessageReceived':
      return { type, data: shapes.MessageReceived.parse(data) };
    case 'MessageStageChanged':
      return { type, data: shapes.MessageStageChanged.parse(data) };
    case 'MessageClaimed':
      return { type, data: shapes.MessageClaimed.parse(data) };
    case 'MessageAssigned':
      return { type, data: shapes.MessageAssigned.parse(data) };
    case 'HandlerRemoved':
      return { type, data: shapes.HandlerRemoved.parse(data) };
  }
}
