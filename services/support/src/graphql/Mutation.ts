import { requireAdministrator, requireSupport } from '@volant/infra/auth/guards';
import { guarded } from '@volant/infra/graphql/guarded';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { assignMessage, changeStage, claimMessage } from '../commands/handle-message.ts';
import { type SentForm, sendMessage } from '../commands/send-message.ts';
import type { Stage } from '../support-message/support-message.ts';
import { anyCaller, type SupportContext, staffCaller } from './context.ts';
import { shownMessage } from './SupportMessage.ts';

interface IdArgument {
  readonly id: string;
}

export const Mutation: TypeResolvers<SupportContext> = {
  sendSupportMessage(_: unknown, { input }: { readonly input: SentForm }, context: SupportContext) {
    return sendMessage(context.commands, input, anyCaller(context));
  },

  changeSupportMessageStatus: guarded(
    requireSupport,
    async ({ id, status }: IdArgument & { readonly status: Stage }, context: SupportContext, viewer) =>
      shownMessage(await changeStage(context.commands, id, status, staffCaller(context, viewer))),
  ),

  claimSupportMessage: guarded(requireSupport, async ({ id }: IdArgument, context: SupportContext, viewer) =>
    shownMessage(await claimMessage(context.commands, id, staffCaller(context, viewer))),
  ),

  assignSupportMessage: guarded(
    requireAdministrator,
    async ({ id, userId }: IdArgument & { readonly userId: string }, context: SupportContext, viewer) =>
      shownMessage(await assignMessage(context.commands, id, userId, staffCaller(context, viewer))),
  ),
};
