import { isSupport } from '@volant/infra/auth/viewer';
import { handlerOf } from '../support-message/support-message.ts';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import type { SupportMessageResolvers } from './schema.generated.ts';

/** Only support staff reach a message here, because every resolver that returns one checks the role. */
export const SupportMessage = {
  async __resolveReference({ id }, { viewer, messageById }) {
    const record = isSupport(viewer) ? await messageById.load(id) : undefined;
    return record === undefined ? null : shownMessage(record);
  },
} satisfies SupportMessageResolvers;

export type ShownMessage = ReturnType<typeof shownMessage>;

/** Converts a message in one step: a resolver for each field would take most of a list's time. */
export function shownMessage({ message }: MessageRecord) {
  const handlerId = handlerOf(message);
  return {
    id: message.messageId,
    subject: message.subject,
    name: message.name,
    email: message.email,
    body: message.body,
    status: message.stage,
    createdAt: message.receivedAt,
    handler: handlerId === undefined ? null : { id: handlerId },
    sender: message.senderId === null ? null : { id: message.senderId },
    report: message.report ?? null,
  };
}
