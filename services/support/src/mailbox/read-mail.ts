import { createHash } from 'node:crypto';
import { LARGEST_MAIL } from '@volant/infra/mail/mailbox';
import { LONGEST_EMAIL } from '@volant/proto/contact/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_MESSAGE } from '@volant/proto/text/lengths';
import type { Email } from 'postal-mime';
import type { IncomingMail } from '../message/domain/incoming-mail.ts';
import { attachmentsIn } from './attachments.ts';
import { beginningOf } from './beginning-of.ts';
import { kindOf, kindOfReport } from './mail-kind.ts';
import { bounded, type MailFile, MOST_TEXT, parseHeader, parseMail } from './parse-mail.ts';
import { splitQuoted } from './quoted-text.ts';
import type { ReplyAddresses } from './reply-address.ts';

const LONGEST_HEADER = 400;
/** Parts of a returned mail that are looked at. */
const MOST_RETURNED = 5;
const MOST_RETURNED_UNITS = 400_000;
/** Recipients of one mail that are looked at. */
const MOST_RECIPIENTS = 50;

const RECIPIENT_HEADERS = new Set([
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
  'apparently-to',
  'resent-to',
]);
const ADDRESS = /[^\s<>,;:"'()]{1,64}@[^\s<>,;:"'()]{1,190}/g;
const RETURN_HEADER = /^(?:reply-to|return-path):/i;
const MESSAGE_ID = /^<[^\s<>]{1,250}>$/;
/** Copies in a returned mail. */
const RETURNED = /^(?:message\/|text\/rfc822-headers)/;

/**
 * Reads a mail; undefined if it was not sent to an address of ours. The header is read first, so that other mails
 * cost nothing more.
 * @throws if it is no mail
 */
export async function readMail(
  source: Uint8Array,
  addresses: ReplyAddresses,
  at: string,
): Promise<IncomingMail | undefined> {
  // The text of a longer mail comes before its files.
  const raw = bounded(source.subarray(0, LARGEST_MAIL));
  const header = await parseHeader(raw);
  const first = kindOf(header);
  const recipient = messageOf(recipientsOf(header), addresses);
  if (recipient === undefined && first.kind !== 'BOUNCE') return undefined;
  const { text, files } = await parseMail(raw);
  const messageId = recipient ?? returnedOf(raw, files, addresses);
  if (messageId === undefined) return undefined;
  const { kind, ...doubt } = first.kind === 'BOUNCE' ? { kind: kindOfReport(header, files) } : first;
  if (kind === undefined) return { messageId, data: undefined };
  const subject = header.subject ?? '';
  const { body, quoted } = first.kind === 'BOUNCE' ? { body: text, quoted: '' } : splitQuoted(text, subject);
  const given = cleanLine((header.messageId ?? '').slice(0, LONGEST_EMAIL));
  const ownId = MESSAGE_ID.test(given) ? given : null;
  return {
    messageId,
    data: {
      id: digestOf([ownId ?? raw, text, ...files.flatMap(({ name, content }) => [name, content])]),
      kind,
      ...doubt,
      from: cleanLine((header.from?.address ?? '').slice(0, LONGEST_EMAIL)),
      body: short(body),
      quoted: short(quoted),
      attachments: kind === 'ANSWER' ? attachmentsIn(files, body) : 0,
      messageId: ownId,
      at,
    },
  };
}

/** Ids of other mails and of mails without one may be equal, so the content counts, too; not the way that it came. */
function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 22);
}

function recipientsOf({ headers }: Email): readonly string[] {
  return headers
    .filter(({ key }) => RECIPIENT_HEADERS.has(key))
    .flatMap(({ value }) => value.slice(0, MOST_TEXT).match(ADDRESS) ?? [])
    .slice(0, MOST_RECIPIENTS);
}

function messageOf(candidates: readonly string[], { messageOf: find }: ReplyAddresses): string | undefined {
  for (const address of candidates) {
    const found = find(address);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A returned mail of ours names its reply address. */
function returnedOf(raw: string, files: readonly MailFile[], addresses: ReplyAddresses): string | undefined {
  const returned = files.filter(({ type }) => RETURNED.test(type)).map(({ content }) => content.toString('latin1'));
  const marked = [raw, ...returned]
    .slice(0, MOST_RETURNED)
    .map((part) => part.slice(0, MOST_RETURNED_UNITS))
    .join('\n')
    .replace(/\r?\n[ \t]/g, ' ')
    .split('\n')
    .filter((line) => RETURN_HEADER.test(line))
    .slice(0, MOST_RECIPIENTS);
  return messageOf(
    marked.flatMap((line) => line.slice(0, LONGEST_HEADER).match(ADDRESS) ?? []),
    addresses,
  );
}

function short(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${beginningOf(text, LONGEST_MESSAGE - 1)}…` : text;
}
