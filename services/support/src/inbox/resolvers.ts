import { requireAdministrator, requireSupport, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { type Guard, guarded } from '@volant/infra/graphql/guarded';
import { searchTerms } from '@volant/infra/text/searchable';
import { mapPart } from '@volant/infra/views/newest-first';
import type { CommandPorts, StaffCaller } from '../message/commands/message-commands.ts';
import { type SupportContext, staffCaller } from '../message/context.ts';
import type { MessageRecord } from '../message/view/inbox-queries.ts';
import type { MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import { assignMessage, claimMessage, sendCounted } from './handle-message.ts';
import { SupportMessage, shownMessage } from './shown-message.ts';
import { addNote, announceReply, blockSender, reply } from './write-in-thread.ts';

const Query = {
  supportMessages: guarded(requireSupport, async ({ filter, oldestFirst, ...paging }, context) => {
    const asFiltered = { stage: filter?.status ?? undefined, search: searchTerms(filter?.search) };
    const part = await context.commands.queries.list(asFiltered, paging, oldestFirst ?? false);
    return mapPart(part, (record) => shownMessage(record, context));
  }),

  // The schema leaves out the handler.
  mySupportMessages: guarded(requireViewer, async (paging, context, { userId }) =>
    mapPart(await context.commands.queries.list({ senderId: userId }, paging), (record) =>
      shownMessage(record, context),
    ),
  ),

  supportMessage: guarded(requireSupport, async ({ id }, context) => {
    const [record] = await context.commands.queries.byIds([id]);
    if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
    return shownMessage(record, context);
  }),
} satisfies QueryResolvers;

/** A mutation by somebody of the staff that answers with a message. */
function onMessage<Arguments>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: StaffCaller) => Promise<MessageRecord>,
) {
  return guarded(guard, async (args: Arguments, context: SupportContext, viewer) =>
    shownMessage(await send(context.commands, args, staffCaller(context, viewer)), context),
  );
}

const Mutation = {
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
} satisfies MutationResolvers;

export const INBOX_RESOLVERS = { Query, Mutation, SupportMessage };
