import { takeChange } from '@volant/infra/cache/change-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import {
  type CommandPorts,
  removeHandler,
  type StaffCaller,
  sendToMessage,
} from '../message/commands/message-commands.ts';
import type { MessageCommand } from '../message/domain/decide.ts';
import type { MessageRecord } from '../message/view/inbox-queries.ts';

/** Changes of one message, by any handler. */
const CHANGES_PER_HOUR = 120;

/** Exactly one of several concurrent callers wins, by the version of the message's stream. */
export async function claimMessage(
  ports: CommandPorts,
  messageId: string,
  caller: StaffCaller,
): Promise<MessageRecord> {
  const { userId } = caller;
  const record = await sendToMessage(ports, messageId, { type: 'ClaimMessage', data: { userId } }, caller);
  await refuseErasedHandler(ports, messageId, userId, 'UNAUTHENTICATED');
  return record;
}

export async function assignMessage(
  ports: CommandPorts,
  messageId: string,
  handlerId: string,
  caller: StaffCaller,
): Promise<MessageRecord> {
  if (!(await ports.isStaff(handlerId))) throw new DomainError('HANDLER_NOT_FOUND');
  const record = await sendCounted(ports, messageId, { type: 'AssignMessage', data: { handlerId } }, caller);
  await refuseErasedHandler(ports, messageId, handlerId, 'HANDLER_NOT_FOUND');
  return record;
}

/** Claims are not counted, because a message accepts only one. */
export function sendCounted(
  ports: CommandPorts,
  messageId: string,
  command: MessageCommand,
  caller: StaffCaller,
): Promise<MessageRecord> {
  return sendToMessage(ports, messageId, command, caller, () =>
    takeChange(ports.cache, `message:${messageId}`, CHANGES_PER_HOUR),
  );
}

/** Covers the case that the handler's account was erased while the command was under way. */
async function refuseErasedHandler(
  ports: CommandPorts,
  messageId: string,
  handlerId: string,
  code: string,
): Promise<void> {
  if (!(await ports.erasedUsers.has(handlerId))) return;
  await removeHandler(ports, messageId, handlerId);
  throw new DomainError(code);
}
