import { isSupport } from '@volant/infra/auth/viewer';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { handlerOf } from '../support-message/support-message.ts';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import type { SupportContext } from './context.ts';

/** Whoever gets hold of a message here is of the support: each way to one checks. */
export const SupportMessage: TypeResolvers<SupportContext> = {
  async __resolveReference({ id }: { readonly id: string }, { viewer, messageById }: SupportContext) {
    return isSupport(viewer) ? ((await messageById.load(id)) ?? null) : null;
  },
  id: ({ message }: MessageRecord) => message.messageId,
  subject: ({ message }: MessageRecord) => message.subject,
  name: ({ message }: MessageRecord) => message.name,
  email: ({ message }: MessageRecord) => message.email,
  body: ({ message }: MessageRecord) => message.body,
  status: ({ message }: MessageRecord) => message.stage,
  createdAt: ({ message }: MessageRecord) => message.receivedAt,
  handler: ({ message }: MessageRecord) => {
    const id = handlerOf(message);
    return id === undefined ? null : { id };
  },
};
