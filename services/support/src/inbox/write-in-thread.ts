import { DomainError } from '@volant/infra/errors/domain-error';
import { type CommandPorts, loadMessage, repeatable, type StaffCaller } from '../message/commands/message-commands.ts';
import { parseEntryText } from '../message/domain/content.ts';
import type { Stage } from '../message/domain/message.ts';
import type { MessageRecord } from '../message/view/inbox-queries.ts';
import { sendCounted } from './handle-message.ts';
import { createWriters } from './writers.ts';

interface Reply {
  readonly message: string;
  readonly status?: Stage | null | undefined;
  /** Number of entries of the thread that the writer has seen. */
  readonly seen?: number | null | undefined;
}

/**
 * Records a reply; the queue mails it.
 * @throws DomainError REPLIES_OFF, THREAD_CHANGED, and those of the text and the message
 */
export async function reply(
  ports: CommandPorts,
  messageId: string,
  { message, status, seen }: Reply,
  caller: StaffCaller,
): Promise<MessageRecord> {
  if (ports.mail === undefined) throw new DomainError('REPLIES_OFF');
  const entry = entryOf(ports, 'reply', messageId, message, caller);
  const data = { entry, stage: status ?? undefined, seen: seen ?? undefined };
  return sendCounted(ports, messageId, { type: 'SendReply', data }, caller);
}

/** Tells the others that somebody is writing to a message, or not any more. @throws DomainError MESSAGE_NOT_FOUND */
export async function announceReply(
  ports: CommandPorts,
  messageId: string,
  writing: boolean,
  { userId }: StaffCaller,
): Promise<MessageRecord> {
  const record = await loadMessage(ports, messageId);
  if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
  await createWriters(ports).say(messageId, userId, writing);
  return record;
}

export async function addNote(
  ports: CommandPorts,
  messageId: string,
  text: string,
  caller: StaffCaller,
): Promise<MessageRecord> {
  const entry = entryOf(ports, 'note', messageId, text, caller);
  return sendCounted(ports, messageId, { type: 'AddNote', data: { entry } }, caller);
}

/** Refuses or accepts further messages of a message's sender. @throws DomainError MESSAGE_WITHOUT_ADDRESS */
export async function blockSender(ports: CommandPorts, messageId: string, blocked: boolean): Promise<MessageRecord> {
  const record = await loadMessage(ports, messageId);
  if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
  if (!blocked) await ports.blocked.release(record.message);
  else if (!(await ports.blocked.add(record.message))) throw new DomainError('MESSAGE_WITHOUT_ADDRESS');
  return record;
}

function entryOf(ports: CommandPorts, purpose: string, messageId: string, text: string, caller: StaffCaller) {
  const body = parseEntryText(text);
  const at = ports.clock().toISOString();
  return { id: repeatable(ports, caller, purpose, messageId, body), authorId: caller.userId, body, at };
}
