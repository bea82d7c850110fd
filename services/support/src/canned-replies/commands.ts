import { takeChange } from '@volant/infra/cache/change-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { type CommandPorts, repeatable, type StaffCaller } from '../message/commands/message-commands.ts';
import { type CannedReplyForm, parseCannedReply } from './content.ts';
import { type CannedReplyCommand, cannedReplyCodec, cannedReplyDecider, cannedReplyStream } from './domain.ts';
import { type CannedReply, listCannedReplies } from './view.ts';

/** Of the installation. Several processes at once may exceed it by one each. */
export const CANNED_REPLIES = 100;
/** By one person. */
export const CHANGES_PER_HOUR = 120;

/** @throws DomainError TOO_MANY_CANNED_REPLIES, TOO_MANY_CHANGES, and those of the content */
export function createCannedReply(
  ports: CommandPorts,
  form: CannedReplyForm,
  caller: StaffCaller,
): Promise<CannedReply> {
  const data = parseCannedReply(form);
  const id = repeatable(ports, caller, 'canned reply', JSON.stringify(data));
  return ports.inTurn(() => save(ports, id, { type: 'CreateCannedReply', data }, caller));
}

/** @throws DomainError CANNED_REPLY_NOT_FOUND, TOO_MANY_CHANGES, and those of the content */
export function changeCannedReply(
  ports: CommandPorts,
  id: string,
  form: CannedReplyForm,
  caller: StaffCaller,
): Promise<CannedReply> {
  return save(ports, id, { type: 'ChangeCannedReply', data: parseCannedReply(form) }, caller);
}

/** Erases a canned reply with all its earlier texts. @throws DomainError CANNED_REPLY_NOT_FOUND, TOO_MANY_CHANGES */
export async function deleteCannedReply(ports: CommandPorts, id: string, caller: StaffCaller): Promise<string> {
  const { eventStore, clock, waitForViews, viewStore } = ports;
  const { userId: actor, correlationId } = caller;
  if (!(await listCannedReplies(viewStore)).some((one) => one.id === id))
    throw new DomainError('CANNED_REPLY_NOT_FOUND');
  await takeCannedChange(ports, actor);
  await eventStore.eraseStream(cannedReplyStream(id), { actor, correlationId }, clock().toISOString());
  await waitForViews(await eventStore.head());
  return id;
}

async function save(
  ports: CommandPorts,
  id: string,
  command: CannedReplyCommand,
  caller: StaffCaller,
): Promise<CannedReply> {
  const { eventStore, clock, newId, waitForViews, viewStore } = ports;
  const { userId: actor, correlationId } = caller;
  async function admit() {
    const known = await listCannedReplies(viewStore);
    if (known.length >= CANNED_REPLIES && !known.some((one) => one.id === id)) {
      throw new DomainError('TOO_MANY_CANNED_REPLIES', { limit: CANNED_REPLIES });
    }
    await takeCannedChange(ports, actor);
  }
  const context = {
    commandId: repeatable(ports, caller, command.type, id, JSON.stringify(command.data)),
    meta: { actor, correlationId },
    ...{ at: clock(), admit },
  };
  const stream = cannedReplyStream(id);
  const done = await handleCommand(eventStore, cannedReplyDecider, cannedReplyCodec, stream, command, context, newId);
  if (done.position !== undefined) await waitForViews(done.position);
  return { id, ...command.data };
}

/** @throws DomainError TOO_MANY_CHANGES */
function takeCannedChange({ cache }: CommandPorts, userId: string): Promise<void> {
  return takeChange(cache, `canned-replies:${userId}`, CHANGES_PER_HOUR);
}
