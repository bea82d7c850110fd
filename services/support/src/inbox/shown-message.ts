import { isSupport } from '@volant/infra/auth/viewer';
import type { SupportContext } from '../message/context.ts';
import { handlerOf, isReplied, type ThreadEntry } from '../message/domain/message.ts';
import type { MessageRecord } from '../message/view/inbox-queries.ts';
import type { SupportMessageResolvers } from '../schema.generated.ts';
import { createWriters } from './writers.ts';

/** Only support staff reach a message here, because every resolver that returns one checks the role. */
export const SupportMessage = {
  async __resolveReference({ id }, context) {
    const record = isSupport(context.viewer) ? await context.messageById.load(id) : undefined;
    return record === undefined ? null : shownMessage(record, context);
  },
} satisfies SupportMessageResolvers;

export type ShownSupportMessage = ReturnType<typeof shownMessage>;

/** Converts a message in one step: a resolver for each field would take most of a list's time. */
export function shownMessage({ message }: MessageRecord, { commands }: Pick<SupportContext, 'commands'>) {
  const handlerId = handlerOf(message);
  return {
    id: message.messageId,
    subject: message.subject,
    name: message.name,
    email: message.email,
    body: message.body,
    status: message.stage,
    createdAt: message.receivedAt,
    waitingSince: message.waitingSince,
    replied: isReplied(message),
    handler: handlerId === undefined ? null : { id: handlerId },
    sender: message.senderId === null ? null : { id: message.senderId },
    report: message.report ?? null,
    unread: message.unread,
    answerable: message.email !== '' && commands.mail !== undefined,
    language: message.language ?? null,
    blocked: () => commands.blocked.has(message),
    writers: async () => (await createWriters(commands).of(message.messageId)).map((id) => ({ id })),
    thread: message.thread.map(shownEntry),
  };
}

function shownEntry(entry: ThreadEntry) {
  const { id, kind, body, at: createdAt } = entry;
  if ('authorId' in entry) {
    return { id, kind, body, createdAt, author: { id: entry.authorId }, from: null, quoted: '', attachments: 0 };
  }
  const { from, quoted, attachments } = entry;
  return { id, kind, body, createdAt, author: null, from, quoted, attachments };
}
