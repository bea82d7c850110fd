import { DomainError } from '@volant/infra/errors/domain-error';
import { DEFAULT_LANGUAGE, spoken } from '@volant/proto/text/languages';
import {
  type Caller,
  type CommandPorts,
  loadMessage,
  repeatable,
  sendToMessage,
} from '../message/commands/message-commands.ts';
import { type ContactForm, parseContactForm, parseReport, type ReportForm } from '../message/domain/content.ts';
import type { Content, ExistingMessage } from '../message/domain/message.ts';
import { messageStream } from '../message/domain/message.ts';
import { takeMessage, takeReceipt } from './limits.ts';

export interface Receipt {
  readonly id: string;
  readonly createdAt: string;
}

interface Trap {
  /** Honeypot field that bots fill in, and some password managers. */
  readonly homepage?: string | null;
}

/** Stores a message of the contact form; durable once this resolves. */
export function sendMessage(ports: CommandPorts, form: ContactForm & Trap, caller: Caller): Promise<Receipt> {
  return receive(ports, parseContactForm(form), form, caller);
}

/** Stores the report of a page, under the same limits. */
export function reportPage(ports: CommandPorts, form: ReportForm & Trap, caller: Caller): Promise<Receipt> {
  return receive(ports, parseReport(form), form, caller);
}

async function receive(ports: CommandPorts, content: Content, form: Trap, caller: Caller): Promise<Receipt> {
  // The id covers the text, so that another text under a key reused by mistake is stored as another message.
  const messageId = repeatable(ports, caller, 'message', JSON.stringify(content));
  const earlier = caller.idempotencyKey === undefined ? undefined : await loadMessage(ports, messageId);
  if (earlier !== undefined) return receiptOf(earlier.message);

  const giveBack = await takeMessage(ports, caller.address);
  const receivedAt = ports.clock().toISOString();
  const senderId = caller.userId ?? null;
  if (await ports.blocked.has({ senderId, email: content.email })) throw new DomainError('SENDER_BLOCKED');
  const language = spoken(caller.language ?? DEFAULT_LANGUAGE, 'mails');
  const mark = form.homepage
    ? ({ suspected: true } as const)
    : (await sendsReceipt(ports, content)) && ({ receipt: true } as const);
  const data = { ...content, messageId, senderId, receivedAt, language, ...mark };
  const received = await sendToMessage(ports, messageId, { type: 'ReceiveMessage', data }, caller).catch(
    async (error: unknown) => {
      await giveBack();
      throw error;
    },
  );
  // Concurrent retries of one request count once.
  if (received.position === undefined) await giveBack();
  await refuseErasedSender(ports, received.message, caller);
  return receiptOf(received.message);
}

/** One receipt a day for an address, because anybody can type it; the message counts all the same. */
async function sendsReceipt(ports: CommandPorts, { email, report }: Content): Promise<boolean> {
  if (ports.mail === undefined || email === '' || report !== undefined) return false;
  return takeReceipt(ports, email);
}

/**
 * Covers the case that the account was erased while the message was under way. A retry is stored without an account.
 */
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
