import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';
import { Message, succeeded } from './answers.ts';

export const MessageThread = z
  .strictObject({
    ...Message.shape,
    unread: z.boolean(),
    answerable: z.boolean(),
    blocked: z.boolean(),
    language: z.string().nullable(),
    writers: z.array(z.strictObject({ id: z.string(), username: z.string().nullable() })),
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
const CannedReply = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    texts: z.array(z.strictObject({ language: z.enum(languagesWith('mails')), text: z.string() })),
  })
  .meta({ id: 'CannedReply' });
export const CannedReplyList = z.strictObject({ cannedReplies: z.array(CannedReply) }).meta({ id: 'CannedReplyList' });
export const CannedReplyKept = succeeded('CannedReplyKept', { cannedReply: CannedReply });
export const ThreadChanged = succeeded('SupportThreadChanged', { message: MessageThread });
