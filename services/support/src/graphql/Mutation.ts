import { requireAdministrator, requireSupport } from '@volant/infra/auth/guards';
import { guarded } from '@volant/infra/graphql/guarded';
import { changeAnnouncement, createAnnouncement, endAnnouncement } from '../commands/announcements.ts';
import { changeCannedReply, createCannedReply, deleteCannedReply } from '../commands/canned-replies.ts';
import { assignMessage, changeStage, claimMessage } from '../commands/handle-message.ts';
import { reportPage, sendMessage } from '../commands/send-message.ts';
import { receiveSignedLetter } from '../commands/signed-letter.ts';
import { addNote, announceReply, blockSender, markRead, reply } from '../commands/write-in-thread.ts';
import { shownAnnouncement } from './Announcement.ts';
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
    shownMessage(await changeStage(context.commands, id, status, staffCaller(context, viewer)), context),
  ),

  claimSupportMessage: guarded(requireSupport, async ({ id }, context, viewer) =>
    shownMessage(await claimMessage(context.commands, id, staffCaller(context, viewer)), context),
  ),

  assignSupportMessage: guarded(requireAdministrator, async ({ id, userId }, context, viewer) =>
    shownMessage(await assignMessage(context.commands, id, userId, staffCaller(context, viewer)), context),
  ),

  replyToSupportMessage: guarded(requireSupport, async ({ id, input }, context, viewer) =>
    shownMessage(await reply(context.commands, id, input, staffCaller(context, viewer)), context),
  ),

  announceSupportReply: guarded(requireSupport, async ({ id, writing }, context, viewer) =>
    shownMessage(await announceReply(context.commands, id, writing, staffCaller(context, viewer)), context),
  ),

  noteSupportMessage: guarded(requireSupport, async ({ id, text }, context, viewer) =>
    shownMessage(await addNote(context.commands, id, text, staffCaller(context, viewer)), context),
  ),

  markSupportMessageRead: guarded(requireSupport, async ({ id, read }, context, viewer) =>
    shownMessage(await markRead(context.commands, id, read, staffCaller(context, viewer)), context),
  ),

  blockSupportSender: guarded(requireSupport, async ({ id, blocked }, context) =>
    shownMessage(await blockSender(context.commands, id, blocked), context),
  ),

  createCannedReply: guarded(requireSupport, ({ input }, context, viewer) =>
    createCannedReply(context.commands, input, staffCaller(context, viewer)),
  ),

  changeCannedReply: guarded(requireSupport, ({ id, input }, context, viewer) =>
    changeCannedReply(context.commands, id, input, staffCaller(context, viewer)),
  ),

  deleteCannedReply: guarded(requireSupport, async ({ id }, context, viewer) => ({
    id: await deleteCannedReply(context.commands, id, staffCaller(context, viewer)),
  })),

  createAnnouncement: guarded(requireAdministrator, async ({ input }, context, viewer) =>
    shownAnnouncement(await createAnnouncement(context.commands, input, staffCaller(context, viewer))),
  ),

  changeAnnouncement: guarded(requireAdministrator, async ({ id, input }, context, viewer) =>
    shownAnnouncement(await changeAnnouncement(context.commands, id, input, staffCaller(context, viewer))),
  ),

  endAnnouncement: guarded(requireAdministrator, async ({ id }, context, viewer) =>
    shownAnnouncement(await endAnnouncement(context.commands, id, staffCaller(context, viewer))),
  ),

  receiveSupportLetter(_, { input }, context) {
    return receiveSignedLetter(context.commands, input);
  },
} satisfies Required<MutationResolvers>;
