import { z } from 'zod';
import { Message, succeeded } from './answers.ts';

export const MessageThread = z
  .strictObject({
    ...Message.shape,
    unread: z.boolean(),
    answerable: z.boolean(),
    blocked: z.boolean(),
    thread: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(['REPLY', 'NOTE', 'ANSWER', 'AUTOMATIC', 'BOUNCE']),
        body: z.string(),
        quoted: z.string(),
        attachments: z.int(),
        createdAt: z.string(),
        author: Message.shape.handler,
        from: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'SupportMessageThread' });
export const ThreadChanged = succeeded('SupportThreadChanged', { message: MessageThread });
