import { requireAdministrator, requireSupport } from '@volant/infra/auth/guards';
import { guarded } from '@volant/infra/graphql/guarded';
import { assignMessage, changeStage, claimMessage } from '../commands/handle-message.ts';
import { reportPage, sendMessage } from '../commands/send-message.ts';
import { anyCaller, staffCaller } from './context.ts';
import { shownMessage } from './SupportMessage.ts';
import type { MutationResolvers } from './schema.generated.ts';

export const Mutation = {
  sendSupportMessage(_, { input }, context) {
    return sendMessage(context.commands, input, anyCaller(context));
  },

  reportPage(_, { input }, context) {
    return reportPage(context.commands, input, anyCaller(context));
  },

  changeSupportMessageStatus: guarded(requireSupport, async ({ id, status }, context, viewer) =>
    shownMessage(await changeStage(context.commands, id, status, staffCaller(context, viewer))),
  ),

  claimSupportMessage: guarded(requireSupport, async ({ id }, context, viewer) =>
    shownMessage(await claimMessage(context.commands, id, staffCaller(context, viewer))),
  ),

  assignSupportMessage: guarded(requireAdministrator, async ({ id, userId }, context, viewer) =>
    shownMessage(await assignMessage(context.commands, id, userId, staffCaller(context, viewer))),
  ),
} satisfies Required<MutationResolvers>;
