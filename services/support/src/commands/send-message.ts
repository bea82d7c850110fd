import { DomainError } from '@volant/infra/errors/domain-error';
import { type ContactForm, parseContactForm } from '../support-message/content.ts';
import type { ExistingMessage } from '../support-message/support-message.ts';
import { messageStream } from '../support-message/support-message.ts';
import { type Caller, type CommandPorts, loadMessage, repeatable, sendToMessage } from './message-commands.ts';

export interface Receipt {
  readonly id: string;
  readonly createdAt: string;
}

export interface SentForm extends ContactForm {
  /** Filled in by machines alone. */
  readonly homepage?: string | null;
}

/** Keeps a message of the contact form; once this resolves it is durable. */
export async function sendMessage(ports: CommandPorts, form: SentForm, caller: Caller): Promise<Receipt> {
  const content = parseContactForm(form);
  // The text belongs to the id: under a key used twice by mistake, another text is another message and not lost.
  const messageId = repeatable(ports, caller, 'message', JSON.stringify(content));
  const earlier = caller.idempotencyKey === undefined ? undefined : await loadMessage(ports, messageId);
  if (earlier !== undefined) return receiptOf(earlier.message);

  const giveBack = await ports.limits.take(caller.address);
  const receivedAt = ports.clock().toISOString();
  if (form.homepage) {
    ports.log.info({ correlationId: caller.correlationId }, 'message of a machine dropped');
    return { id: messageId, createdAt: receivedAt };
  }
  const senderId = caller.userId ?? null;
  const data = { ...content, messageId, senderId, receivedAt };
  const kept = await sendToMessage(ports, messageId, { type: 'ReceiveMessage', data }, caller).catch(
    async (error: unknown) => {
      await giveBack();
      throw error;
    },
  );
  // The same request, sent twice at once, counts once.
  if (kept.position === undefined) await giveBack();
  await refuseErasedSender(ports, kept.message, caller);
  return receiptOf(kept.message);
}

/** The account was erased while the message was on its way; sent again, it comes from nobody's account. */
async function refuseErasedSender(ports: CommandPorts, message: ExistingMessage, caller: Caller): Promise<void> {
  const { senderId, messageId } = message;
  if (senderId === null || !(await ports.erasedUsers.has(senderId))) return;
  const { correlationId } = caller;
  const at = ports.clock().toISOString();
  await ports.eventStore.eraseStream(messageStream(messageId), { actor: 'system', correlationId }, at);
  throw new DomainError('CONFLICT');
}

function receiptOf({ messageId, receivedAt }: ExistingMessage): Receipt {
  return { id: messageId, createdAt: receivedAt };
}
