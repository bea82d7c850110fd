import { normalised } from '@volant/infra/text/outside-text';
import { cleanLines } from '@volant/proto/text/clean-text';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { decoded, withWholeBase64 } from './mend-charset.ts';
import { withHardBreaks } from './plain-lines.ts';
import { textOfHtml } from './text-of-html.ts';

const BOUNDS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, forceRfc822Attachments: true };
/** A mail with a file of the largest size has 14,000. */
const MOST_LINES = 20_000;
/** Parts of a mail that are read. */
const MOST_PARTS = 100;
/** Code units of text and HTML that are looked at. */
export const MOST_TEXT = 60_000;
const MOST_HTML = 400_000;

/** A part that is neither text nor a group of parts. */
export interface MailFile {
  readonly type: string;
  readonly name: string;
  /** Shown within the text, such as the picture of a signature. */
  readonly isInText: boolean;
  /** The text in another form, a signature, or the trace of a file that was removed. */
  readonly isAdded: boolean;
  /** Of a calendar. */
  readonly method: string | undefined;
  readonly content: Buffer;
}

export interface ParsedMail {
  readonly text: string;
  readonly files: readonly MailFile[];
}

/** The source up to its limits, with the mistakes of some programs mended. */
export function bounded(source: Uint8Array): string {
  const lines = firstLines(Buffer.from(source).toString('latin1')).trimStart();
  return withHardBreaks(withWholeBase64(firstParts(lines)));
}

/** Reads the header alone. @throws if it is too long */
export function parseHeader(source: string): Promise<Email> {
  const end = source.search(/\n\r?\n/);
  return PostalMime.parse(Buffer.from(end < 0 ? source : source.slice(0, end + 1), 'latin1'), BOUNDS);
}

/** Reads the parts. @throws if it is no mail */
export async function parseMail(source: string): Promise<ParsedMail> {
  const parser = new MailParser(BOUNDS);
  await parser.parse(Buffer.from(source, 'latin1'));
  return { text: cleaned(textOf(parser.root)), files: filesIn(parser.root) };
}

function firstLines(source: string): string {
  let end = -1;
  for (let line = 0; line < MOST_LINES; line += 1) {
    end = source.indexOf('\n', end + 1);
    if (end < 0) return source;
  }
  return source.slice(0, end);
}

/** Each part begins with a line of two dashes and its boundary. */
function firstParts(source: string): string {
  if (!/multipart/i.test(source)) return source;
  let parts = 0;
  for (const { index } of source.matchAll(/^--/gm)) {
    parts += 1;
    if (parts > MOST_PARTS) return source.slice(0, index);
  }
  return source;
}

/** A node of the parser's tree, which its types leave out. */
interface Part {
  readonly childNodes: readonly Part[];
  /** Null for a group of parts. */
  readonly content: ArrayBuffer | null;
  readonly contentId?: string;
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string | undefined>> };
    readonly multipart: string | false;
  };
  readonly contentDisposition: Part['contentType'];
  readonly headers: readonly { readonly key: string }[];
  decodeFlowedText(text: string, removesBlanks: boolean): string;
}

/** Keeps the tree, because the parser decodes texts only as their charset says, which may be wrong. */
class MailParser extends PostalMime {
  declare readonly root: Part;
}

const isText = ({ contentType, contentDisposition }: Part) =>
  /^text\/(?:plain|html)$/.test(contentType.parsed.value) && contentDisposition.parsed.value !== 'attachment';

function textOf(part: Part): string {
  const texts = part.childNodes.map(textOf).filter((text) => cleaned(text) !== '');
  if (part.contentType.multipart === 'alternative') return texts[0] ?? '';
  const own = isText(part) ? [ownText(part)] : [];
  return [...own, ...texts].join('\n').slice(0, MOST_TEXT);
}

function ownText(part: Part): string {
  const { value, params } = part.contentType.parsed;
  const bytes = Buffer.from(part.content ?? new ArrayBuffer(0)).subarray(0, MOST_HTML);
  const text = decoded(bytes, params.charset ?? '').slice(0, MOST_HTML);
  if (value === 'text/html') return textOfHtml(text);
  const isFlowed = /^flowed$/i.test(params.format ?? '');
  return (isFlowed ? part.decodeFlowedText(text, /^yes$/i.test(params.delsp ?? '')) : text).replace(/\r?\n$/, '');
}

function cleaned(text: string): string {
  return cleanLines(normalised(text.slice(0, MOST_TEXT), 'NFC', MOST_TEXT));
}

/** @param above kinds of the groups that the part is in, from the inside */
function filesIn(part: Part, above: readonly (string | false)[] = [], place = 0): readonly MailFile[] {
  const { contentType, contentDisposition, contentId, content, headers } = part;
  if (content === null || contentType.multipart !== false) {
    return part.childNodes.flatMap((child, at) => filesIn(child, [contentType.multipart, ...above], at));
  }
  const isRemoved = headers.some(({ key }) => key === 'x-mozilla-altered');
  if (isText(part) && !isRemoved) return [];
  const isAttached = contentDisposition.parsed.value === 'attachment';
  return [
    {
      type: contentType.parsed.value,
      name: decodeWords(contentDisposition.parsed.params.filename ?? contentType.parsed.params.name ?? ''),
      method: contentType.parsed.params.method,
      isInText: above.includes('related') && contentId !== undefined,
      isAdded: isRemoved || (above[0] === 'alternative' && !isAttached) || (above[0] === 'signed' && place > 0),
      content: Buffer.from(content),
    },
  ];
}
