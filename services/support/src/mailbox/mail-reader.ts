import { createTaskThread } from '@volant/infra/process/thread/task-thread';
import type { IncomingMail, ReadMail } from '../message/domain/incoming-mail.ts';

/** Mails within the limits take less than a second on an idle machine. */
const DEADLINE_MS = 20_000;

export interface MailTask {
  readonly source: Uint8Array;
  readonly mailbox: string;
  readonly secret: string;
  readonly at: string;
}

/** Reads mails on a thread, by the settings of `createReplyAddresses`. */
export function createMailReader(mailbox: string, secret: string): ReadMail {
  const program = new URL('../mail-thread.ts', import.meta.url);
  const run = createTaskThread<MailTask, IncomingMail | undefined>({ program, deadlineMs: DEADLINE_MS });
  return (source, at) => run({ source, mailbox, secret, at });
}
