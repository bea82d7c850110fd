import { requireAdministrator, requireSupport } from '@volant/infra/auth/guards';
import { type Guard, guarded } from '@volant/infra/graphql/guarded';
import { changeAnnouncement, createAnnouncement, endAnnouncement } from '../commands/announcements.ts';
import { changeCannedReply, createCannedReply, deleteCannedReply } from '../commands/canned-replies.ts';
import { assignMessage, claimMessage, type StaffCaller, sendCounted } from '../commands/handle-message.ts';
import type { CommandPorts } from '../commands/message-commands.ts';
import { reportPage, sendMessage } from '../commands/send-message.ts';
import { receiveSignedLetter } from '../commands/signed-letter.ts';
import { addNote, announceReply, blockSender, reply } from '../commands/write-in-thread.ts';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import { shownAnnouncement } from './Announcement.ts';
import { anyCaller, type SupportContext, staffCaller } from './context.ts';
import { shownMessage } from './SupportMessage.ts';
import type { MutationResolvers } from './schema.generated.ts';

/** A mutation by somebody of the staff. */
function byStaff<Arguments, Result>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: StaffCaller) => Result,
) {
  return guarded(guard, (args: Arguments, context: SupportContext, viewer) =>
    send(context.commands, args, staffCaller(context, viewer)),
  );
}

/** The same, for a command that answers with a message. */
function onMessage<Arguments>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: StaffCaller) => Promise<MessageRecord>,
) {
  return guarded(guard, async (args: Arguments, context: SupportContext, viewer) =>
    shownMessage(await send(context.commands, args, staffCaller(context, viewer)), context),
  );
}

export const Mutation = {
  sendSupportMessage: (_, { input }, context) => sendMessage(context.commands, input, anyCaller(context)),
  reportPage: (_, { input }, context) => reportPage(context.commands, input, anyCaller(context)),
  receiveSupportLetter: (_, { input }, { commands }) => receiveSignedLetter(commands, input),

  changeSupportMessageStatus: onMessage(requireSupport, (ports, { id, status: stage }, caller) =>
    sendCounted(ports, id, { type: 'ChangeStage', data: { stage } }, caller),
  ),
  claimSupportMessage: onMessage(requireSupport, (ports, { id }, caller) => claimMessage(ports, id, caller)),
  assignSupportMessage: onMessage(requireAdministrator, (ports, { id, userId }, caller) =>
    assignMessage(ports, id, userId, caller),
  ),
  replyToSupportMessage: onMessage(requireSupport, (ports, { id, input }, caller) => reply(ports, id, input, caller)),
  announceSupportReply: onMessage(requireSupport, (ports, { id, writing }, caller) =>
    announceReply(ports, id, writing, caller),
  ),
  noteSupportMessage: onMessage(requireSupport, (ports, { id, text }, caller) => addNote(ports, id, text, caller)),
  markSupportMessageRead: onMessage(requireSupport, (ports, { id, read }, caller) =>
    sendCounted(ports, id, { type: 'MarkRead', data: { read } }, caller),
  ),
  blockSupportSender: onMessage(requireSupport, (ports, { id, blocked }) => blockSender(ports, id, blocked)),

  createCannedReply: byStaff(requireSupport, (ports, { input }, caller) => createCannedReply(ports, input, caller)),
  changeCannedReply: byStaff(requireSupport, (ports, { id, input }, caller) =>
    changeCannedReply(ports, id, input, caller),
  ),
  deleteCannedReply: byStaff(requireSupport, async (ports, { id }, caller) => ({
    id: await deleteCannedReply(ports, id, caller),
  })),

  createAnnouncement: byStaff(requireAdministrator, async (ports, { input }, caller) =>
    shownAnnouncement(await createAnnouncement(ports, input, caller)),
  ),
  changeAnnouncement: byStaff(requireAdministrator, async (ports, { id, input }, caller) =>
    shownAnnouncement(await changeAnnouncement(ports, id, input, caller)),
  ),
  endAnnouncement: byStaff(requireAdministrator, async (ports, { id }, caller) =>
    shownAnnouncement(await endAnnouncement(ports, id, caller)),
  ),
} satisfies Required<MutationResolvers>;
