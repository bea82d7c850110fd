import { isSupport } from '@volant/infra/auth/viewer';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { handlerOf } from '../support-message/support-message.ts';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import type { SupportContext } from './context.ts';

/** Only support staff reach a message here, because every resolver that returns one checks the role. */
export const SupportMessage: TypeResolvers<SupportContext> = {
  async __resolveReference({ id }: { readonly id: string }, { viewer, messageById }: SupportContext) {
    const record = isSupport(viewer) ? await messageById.load(id) : undefined;
    return record === undefined ? null : shownMessage(record);
  },
};

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
  };
}
