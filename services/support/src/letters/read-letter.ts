import { createHash } from 'node:crypto';
import { LARGEST_LETTER } from '@volant/infra/mail/mailbox';
import { normalised } from '@volant/infra/text/outside-text';
import { LONGEST_EMAIL } from '@volant/proto/contact/email';
import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';
import { LONGEST_MESSAGE } from '@volant/proto/text/lengths';
import PostalMime, { type Email } from 'postal-mime';
import type { LetterReceived } from '../support-message/events.ts';
import type { LetterKind } from '../support-message/support-message.ts';
import { beginningOf } from './beginning-of.ts';
import { ANY_CHARSET, fromWindows, inBytes, inUtf8, inWindows, OWN, withWholeBase64 } from './mend-charset.ts';
import { withHardBreaks, withoutArmour } from './plain-lines.ts';
import { splitQuoted } from './quoted-text.ts';
import type { ReplyAddresses } from './reply-address.ts';
import { textOfHtml } from './text-of-html.ts';

const BOUNDS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, forceRfc822Attachments: true };
/** A letter with a file of the largest size has 14,000; parsing 500,000 takes half a minute. */
const MOST_LINES = 20_000;
/** Code units of text and HTML that are looked at. */
const MOST_TEXT = 60_000;
const MOST_HTML = 400_000;
const LONGEST_HEADER = 400;
/** Parts of a returned letter that are looked at. */
const MOST_RETURNED = 5;
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
const AUTOMATIC_SUBJECTS = [
  ...['automatic reply', 'autoreply', 'auto reply', 'auto-reply', 'auto response', 'automatic response'],
  ...['out of office', 'out of the office', 'out-of-office', 'vacation reply', 'réponse automatique'],
  ...['message automatique', 'absence du bureau', 'absent du bureau', 'message d’absence', "message d'absence"],
  ...['automatische antwort', 'abwesenheitsnotiz', 'abwesenheitsbenachrichtigung', 'abwesenheitsmeldung'],
  ...['automatisch antwoord', 'respuesta automática', 'risposta automatica', 'resposta automática', 'رد تلقائي'],
  ...['خارج المكتب', 'fuera de la oficina', 'fuori ufficio', 'fuori sede', 'fora do escritório'],
];
/** Words that people write, too, otherwise than before a colon. */
const AUTOMATIC_LABEL = /^(?:auto|ooo|absen(?:ce|t)|abwesend|abwesenheit|afwezig|ausente|assente) ?:/i;
const AUTOMATIC_PRECEDENCE = /^(?:bulk|junk|auto[-_]?reply)$/i;
const AUTOMATIC_HEADER = /^x-(?:mail-)?auto-?(?:re(?:ply|spon)|generated)|^x-vacation/;
const RETURNED_FROM = /^[<"]?(?:mailer-daemon|mail-daemon|microsoftexchange[\da-f]{8,})(?:@|[\s">]|$)|^<>$/i;
/** Of automatic letters. */
const RETURNED_SUBJECT =
  /^(?:undeliver|mail delivery (?:failed|failure)|delivery status notification|failure notice|returned mail|(?:mail |message )?non (?:remis|distribu)|échec de (?:la )?(?:remise|distribution)|unzustellbar|no se puede entregar|no entregado|non recapitabile|onbestelbaar|não (?:entregue|é possível entregar)|تعذر التسليم)/i;
/** Parts that mail programs add by themselves. */
const NO_FILE =
  /^(?:application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted)|(?:vnd\.)?ms-tnef)|message\/|text\/(?:rfc822-headers|calendar|x-amp-html))/i;
/** A letter that a person forwards. */
const FORWARDED = /^message\/(?:rfc822|global)$/i;
const NO_FILE_NAME = /^winmail\.dat$/i;

const UTF8 = /charset[ \t]{0,9}=[ \t]{0,9}"?utf-?8(?:[^\w-]|$)/i;
const ALTERNATIVE = /multipart\/alternative/i;

export interface Letter {
  readonly data: LetterReceived['data'];
  /** The message whose reply address it was sent to. */
  readonly messageId: string;
}

/** Reads a letter; undefined if it was not sent to an address of ours. @throws if it is no letter */
export async function readLetter(
  source: Uint8Array,
  addresses: ReplyAddresses,
  at: string,
): Promise<Letter | undefined> {
  // The text of a longer letter comes before its files.
  const first = Buffer.from(firstLines(source.subarray(0, LARGEST_LETTER))).toString('latin1');
  const raw = Buffer.from(withHardBreaks(withWholeBase64(first.trimStart())), 'latin1');
  const mail = await parsed(raw);
  const kind = kindOf(mail);
  const messageId =
    messageOf(recipientsOf(mail), addresses) ?? (kind === 'BOUNCE' ? returnedOf(raw, mail, addresses) : undefined);
  if (messageId === undefined) return undefined;
  const { body, quoted } = kind === 'BOUNCE' ? { body: textOf(mail), quoted: '' } : splitQuoted(textOf(mail));
  const given = cleanLine((mail.messageId ?? '').slice(0, LONGEST_EMAIL));
  const ownId = MESSAGE_ID.test(given) ? given : null;
  return {
    messageId,
    data: {
      id: createHash('sha256')
        .update(ownId ?? raw)
        .digest('base64url')
        .slice(0, 22),
      kind,
      from: cleanLine((mail.from?.address ?? '').slice(0, LONGEST_EMAIL)),
      body: short(body),
      quoted: short(quoted),
      attachments: filesOf(mail, kind, body),
      messageId: ownId,
      at,
    },
  };
}

function firstLines(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let line = 0; line < MOST_LINES; line += 1) {
    end = raw.indexOf(0x0a, end + 1);
    if (end < 0) return raw;
  }
  return raw.subarray(0, end);
}

/** Without a multipart/alternative, the HTML has the text of all parts, and the text only a rough copy of the HTML. */
async function parsed(raw: Uint8Array): Promise<Email> {
  const source = Buffer.from(raw).toString('latin1');
  let bytes = inBytes(source, OWN);
  let given = await PostalMime.parse(bytes?.source ?? raw, BOUNDS);
  if (bytes === undefined && isUnreadable(given)) given = await PostalMime.parse(inUtf8(raw), BOUNDS);
  if (bytes === undefined && isUnreadable(given)) {
    bytes = inBytes(source, ANY_CHARSET);
    given = await PostalMime.parse(bytes?.source ?? raw, BOUNDS);
  }
  const { text = '', html = '', ...mail } = given;
  const mended = (read: string) => {
    const shown = inWindows(read);
    return bytes?.read(shown) ?? (UTF8.test(source) ? shown : fromWindows(shown));
  };
  const isComplete = html !== '' && !ALTERNATIVE.test(source);
  return { ...mail, text: isComplete ? '' : mended(text.slice(0, MOST_TEXT)), html: mended(html.slice(0, MOST_HTML)) };
}

function isUnreadable({ text, html }: Email): boolean {
  return /[\0\ufffd]/.test(`${text}${html}`);
}

function headerOf({ headers }: Email, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value.trim();
}

function kindOf(mail: Email): LetterKind {
  const header = (name: string) => headerOf(mail, name);
  const type = header('content-type') ?? '';
  const isReport = /^multipart\/report\b/i.test(type);
  if (isReport && !/report-type\s*=\s*"?disposition-notification/i.test(type)) return 'BOUNCE';
  const from = mail.from?.address ?? '';
  if ([from, header('from') ?? ''].some((sender) => RETURNED_FROM.test(sender))) return 'BOUNCE';
  const subject = (mail.subject ?? '').trim();
  const submitted = header('auto-submitted') ?? 'no';
  const isAutomatic =
    isReport ||
    !/^no\b/i.test(submitted) ||
    AUTOMATIC_PRECEDENCE.test(header('precedence') ?? '') ||
    mail.headers.some(({ key }) => AUTOMATIC_HEADER.test(key)) ||
    header('return-path') === '<>' ||
    isAutomaticSubject(subject);
  if (!isAutomatic) return 'ANSWER';
  // People write as postmaster, too.
  const isReturned = /^postmaster@/i.test(from) || RETURNED_SUBJECT.test(subject);
  return !isReport && isReturned ? 'BOUNCE' : 'AUTOMATIC';
}

function isAutomaticSubject(subject: string): boolean {
  const words = subject.toLowerCase().replace(/^\[/, '');
  const begins = AUTOMATIC_SUBJECTS.find((one) => words.startsWith(one));
  return AUTOMATIC_LABEL.test(subject) || (begins !== undefined && !/^\p{L}/u.test(words.slice(begins.length)));
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
function returnedOf(raw: Uint8Array, { attachments }: Email, addresses: ReplyAddresses): string | undefined {
  const parts = [raw, ...attachments.filter(({ mimeType }) => NO_FILE.test(mimeType)).map(({ content }) => content)];
  const marked = parts
    .slice(0, MOST_RETURNED)
    .map((part) => Buffer.from(part as Uint8Array).toString('latin1', 0, MOST_HTML))
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

function textOf({ text = '', html = '' }: Email): string {
  return withoutArmour(cleaned(text) || cleaned(textOfHtml(html).slice(0, MOST_TEXT)));
}

function cleaned(text: string): string {
  return cleanLines(normalised(text, 'NFC', MOST_TEXT));
}

function short(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${beginningOf(text, LONGEST_MESSAGE - 1)}…` : text;
}

/** An answer without a text also counts the parts that usually accompany one, because they are all it says. */
function filesOf({ attachments }: Email, kind: LetterKind, body: string): number {
  if (kind === 'ANSWER' && body === '') return attachments.length;
  const isFile = ({ related, mimeType, filename }: Email['attachments'][number]) =>
    (kind === 'ANSWER' && FORWARDED.test(mimeType)) ||
    (!related && !NO_FILE.test(mimeType) && !NO_FILE_NAME.test(filename ?? ''));
  return attachments.filter(isFile).length;
}
