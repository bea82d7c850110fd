import { createHash } from 'node:crypto';
import { LARGEST_LETTER } from '@volant/infra/mail/mailbox';
import { LONGEST_EMAIL } from '@volant/proto/contact/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_MESSAGE } from '@volant/proto/text/lengths';
import type { Email } from 'postal-mime';
import type { LetterReceived } from '../support-message/events.ts';
import type { LetterKind } from '../support-message/support-message.ts';
import { beginningOf } from './beginning-of.ts';
import { kindOf } from './letter-kind.ts';
import { bounded, type LetterFile, MOST_TEXT, parseHeader, parseLetter } from './parse-letter.ts';
import { splitQuoted } from './quoted-text.ts';
import type { ReplyAddresses } from './reply-address.ts';

const LONGEST_HEADER = 400;
/** Parts of a returned letter that are looked at. */
const MOST_RETURNED = 5;
const MOST_RETURNED_UNITS = 400_000;
/** Recipients of one letter that are looked at. */
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
/** Parts that mail programs add by themselves. */
const NO_FILE =
  /^(?:application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted)|(?:vnd\.)?ms-tnef)|message\/|text\/(?:rfc822-headers|calendar|x-amp-html))/i;
/** A letter that a person forwards. */
const FORWARDED = /^message\/(?:rfc822|global)$/i;
const NO_FILE_NAME = /^winmail\.dat$/i;

export interface Letter {
  readonly data: LetterReceived['data'];
  /** The message whose reply address it was sent to. */
  readonly messageId: string;
}

/**
 * Reads a letter; undefined if it was not sent to an address of ours. The header is read first, so that other letters
 * cost nothing more.
 * @throws if it is no letter
 */
export async function readLetter(
  source: Uint8Array,
  addresses: ReplyAddresses,
  at: string,
): Promise<Letter | undefined> {
  // The text of a longer letter comes before its files.
  const raw = bounded(source.subarray(0, LARGEST_LETTER));
  const header = await parseHeader(raw);
  const kind = kindOf(header);
  const recipient = messageOf(recipientsOf(header), addresses);
  if (recipient === undefined && kind !== 'BOUNCE') return undefined;
  const { text, files } = await parseLetter(raw);
  const messageId = recipient ?? returnedOf(raw, files, addresses);
  if (messageId === undefined) return undefined;
  const { body, quoted } = kind === 'BOUNCE' ? { body: text, quoted: '' } : splitQuoted(text);
  const given = cleanLine((header.messageId ?? '').slice(0, LONGEST_EMAIL));
  const ownId = MESSAGE_ID.test(given) ? given : null;
  return {
    messageId,
    data: {
      id: createHash('sha256')
        .update(ownId ?? raw)
        .digest('base64url')
        .slice(0, 22),
      kind,
      from: cleanLine((header.from?.address ?? '').slice(0, LONGEST_EMAIL)),
      body: short(body),
      quoted: short(quoted),
      attachments: attachmentsIn(files, kind, body),
      messageId: ownId,
      at,
    },
  };
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

/** A returned letter of ours names its reply address. */
function returnedOf(raw: string, files: readonly LetterFile[], addresses: ReplyAddresses): string | undefined {
  const returned = files.filter(({ type }) => NO_FILE.test(type)).map(({ content }) => content.toString('latin1'));
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

/** An answer without a text also counts the parts that usually accompany one, because they are all it says. */
function attachmentsIn(files: readonly LetterFile[], kind: LetterKind, body: string): number {
  if (kind === 'ANSWER' && body === '') return files.length;
  const isAttachment = ({ isInText, isAlternative, type, name }: LetterFile) =>
    (kind === 'ANSWER' && FORWARDED.test(type)) ||
    (!isInText && !isAlternative && !NO_FILE.test(type) && !NO_FILE_NAME.test(name));
  return files.filter(isAttachment).length;
}
