import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@volant/infra/errors/domain-error';
import { LARGEST_MAIL } from '@volant/infra/mail/mailbox';
import type { CommandPorts } from '../message/commands/message-commands.ts';
import { receiveMail } from './receive-mail.ts';

interface SignedMail {
  /** The bytes of the mail as Latin-1, in pieces that the graph accepts. */
  readonly letter: readonly string[];
  /** `sha256=`, which may be left out, and the HMAC over the bytes, in hexadecimal. */
  readonly signature: string;
}

/** Takes a mail from the operator's mail server. @throws DomainError LETTER_REFUSED */
export async function receiveSignedMail(ports: CommandPorts, { letter, signature }: SignedMail): Promise<boolean> {
  const { inboundSecret } = ports.settings;
  const length = letter.reduce((sum, piece) => sum + piece.length, 0);
  if (inboundSecret === undefined || length > LARGEST_MAIL) throw new DomainError('LETTER_REFUSED');
  const source = Buffer.from(letter.join(''), 'latin1');
  const expected = Buffer.from(createHmac('sha256', inboundSecret).update(source).digest('hex'));
  const given = Buffer.from(
    signature
      .trim()
      .toLowerCase()
      .replace(/^sha256=/, ''),
  );
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new DomainError('LETTER_REFUSED');
  return receiveMail(ports, source);
}
