import { DomainError, isUnavailable } from '@volant/infra/errors/domain-error';
import { type CommandPorts, loadMessage, sendToMessage } from '../message/commands/message-commands.ts';

const SYSTEM = { userId: 'system', address: '', idempotencyKey: undefined };
/** The message was erased, or machines have filled its thread. */
const LOST: ReadonlySet<string> = new Set(['MESSAGE_NOT_FOUND', 'THREAD_FULL']);

/**
 * Adds a mail to the thread of the message whose reply address it was sent to. A mail that comes again changes
 * nothing. Logs contain no addresses and no text.
 * @returns false if the mail belongs to no message, cannot be read or comes from a blocked sender
 */
export async function receiveMail(ports: CommandPorts, source: Uint8Array): Promise<boolean> {
  const { readMail, clock, newId, log } = ports;
  if (readMail === undefined) return false;
  const mail = await readMail(source, clock().toISOString()).catch((error: unknown) => {
    if (isUnavailable(error)) throw error;
    log.warn({ bytes: source.length }, 'a letter could not be read');
    return undefined;
  });
  if (mail === undefined) return false;
  const { messageId, data } = mail;
  if (data === undefined) return true;
  const record = await loadMessage(ports, messageId);
  if (record === undefined || (await ports.blocked.has(record.message))) return false;
  try {
    const command = { type: 'ReceiveLetter', data } as const;
    await sendToMessage(ports, messageId, command, { ...SYSTEM, correlationId: newId() });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError && LOST.has(error.code))) throw error;
    log.warn({ code: error.code }, 'a letter was not kept');
    return false;
  }
}
