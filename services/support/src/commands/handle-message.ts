import { DomainError } from '@volant/infra/errors/domain-error';
import type { MessageCommand } from '../support-message/decide.ts';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import { type Caller, type CommandPorts, sendToMessage } from './message-commands.ts';

/** A caller who was checked to be support staff. */
export interface StaffCaller extends Caller {
  readonly userId: string;
}

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
  return sendToMessage(ports, messageId, command, caller, () => ports.limits.takeChange(messageId));
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

export async function removeHandler(
  ports: Pick<CommandPorts, 'eventStore' | 'clock' | 'newId' | 'waitForViews'>,
  messageId: string,
  userId: string,
): Promise<void> {
  const system = { userId: 'system', address: '', correlationId: ports.newId(), idempotencyKey: undefined };
  await sendToMessage(ports, messageId, { type: 'RemoveHandler', data: { userId } }, system);
}
