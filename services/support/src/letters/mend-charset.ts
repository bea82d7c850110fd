import { isUtf8 } from 'node:buffer';

const WINDOWS = new TextDecoder('windows-1252');
/** Characters of the bytes from 128, each at its place. Node 20 decodes them as ISO-8859-1 unless it is told to go on. */
const HIGH = WINDOWS.decode(
  Uint8Array.from({ length: 128 }, (_, at) => at + 128),
  { stream: true },
);
/** Of the code page of Western European DOS, which programs for command lines still use. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const DOS_NAME = /^(?:ibm|x-cp|cp)-?85[08]$/;
const UTF7_NAME = /^(?:unicode-1-1-)?utf-?7$/;
const WIDE_NAME = /^(?:utf-?(?:16|32)(?:[bl]e)?|unicode|(?:iso-10646-)?ucs-?[24])$/;
const WIDE_MARK = /^(?:\xff\xfe|\xfe\xff)/;
/** Of the bytes of a text in a language with Latin letters, half are zeros in UTF-16. */
const ZEROS_IN_WIDE = 1 / 4;
const BASE64 = /^content-transfer-encoding:[ \t]*base64[ \t\r]*$/im;
const BLANKS = /[ \t]+/g;
const BASE64_LINE = /^[A-Za-z0-9+/]+={0,2}\s*$/;

/**
 * Decodes a text whose charset is missing, wrong or unknown to decoders.
 * @param byParser decodes it as its charset says
 */
export function decoded(bytes: Buffer, charset: string, byParser: () => string): string {
  const name = charset.trim().toLowerCase();
  if (DOS_NAME.test(name)) return fromDos(bytes);
  if (UTF7_NAME.test(name)) return fromUtf7(bytes);
  if (WIDE_NAME.test(name) || isWide(bytes)) return fromWide(bytes);
  switch (encodingOf(name)) {
    case 'utf-8':
    case 'windows-1252':
      return isUtf8(bytes) ? bytes.toString() : byLine(bytes);
    case undefined:
      return isUtf8(bytes) ? bytes.toString() : inWindows(byParser());
    default:
      return byParser();
  }
}

/** The encoding that a charset means; undefined if decoders do not know the name. */
function encodingOf(charset: string): string | undefined {
  try {
    return new TextDecoder(charset || 'utf-8').encoding;
  } catch {
    return undefined;
  }
}

function isWide(bytes: Buffer): boolean {
  if (WIDE_MARK.test(bytes.toString('latin1', 0, 2))) return true;
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros > bytes.length * ZEROS_IN_WIDE;
}

/** Mailing lists add lines in another charset: lines that are not UTF-8 are Windows-1252. */
function byLine(bytes: Buffer): string {
  const lines = bytes.toString('latin1').split('\n');
  return lines.map((line) => utf8OrWindows(Buffer.from(line, 'latin1'))).join('\n');
}

/** Repairs Windows-1252 that was decoded as ISO-8859-1, as Node 20 does: € and ’ became control characters. */
function inWindows(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => HIGH.charAt(control.charCodeAt(0) - 128));
}

/** Programs also say UTF-16 of other texts. Which byte comes first, the byte order mark says, or where the zeros are. */
function fromWide(bytes: Buffer): string {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  const isMarked = mark === 0xfffe || mark === 0xfeff;
  if (!isMarked && !bytes.includes(0)) return utf8OrWindows(bytes);
  const isBigEndian = isMarked ? mark === 0xfeff : bytes.indexOf(0) % 2 === 0;
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
}

function fromDos(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (sign) => DOS.charAt(sign.charCodeAt(0) - 128));
}

function fromUtf7(bytes: Buffer): string {
  return utf8OrWindows(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, word: string) => {
    // The last bits only fill up the last sign.
    const letters = Buffer.from(word, 'base64').subarray(0, Math.floor((word.length * 6) / 16) * 2);
    return word === '' ? '+' : new TextDecoder('utf-16be').decode(letters);
  });
}

/** Mailing lists glue their footer to a text in base64, and some programs say base64 of a plain text. */
export function withWholeBase64(source: string): string {
  return source
    .split(/^(?=--)/m)
    .map(wholePart)
    .join('');
}

function wholePart(part: string): string {
  const headEnds = part.search(/\n\r?\n/) + 1;
  const head = part.slice(0, headEnds);
  if (!BASE64.test(head)) return part;
  const written = part.slice(headEnds).split('\n');
  const first = written.findIndex((line) => line.trim() !== '');
  if (first < 0) return part;
  const lines = isInGroups(written[first] ?? '') ? written.map((line) => line.replace(BLANKS, '')) : written;
  if (!BASE64_LINE.test(lines[first] ?? '')) {
    return head.replace(BASE64, 'Content-Transfer-Encoding: 8bit') + part.slice(headEnds);
  }
  const footer = lines.findIndex((line, at) => at > first && line.trim() !== '' && !BASE64_LINE.test(line));
  const padded = lines.findIndex((line) => /=\s*$/.test(line)) + 1;
  const ends = [footer, padded].filter((end) => end > 0);
  return ends.length === 0 ? part : `${head}${lines.slice(0, Math.min(...ends)).join('\n')}\n`;
}

/** Whether blanks separate groups of base64, as some programs print it, and not words. */
function isInGroups(line: string): boolean {
  const letters = line.replace(BLANKS, '');
  if (BASE64_LINE.test(line) || !BASE64_LINE.test(letters)) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(letters, 'base64'), { stream: true });
    return !/[^\P{Cc}\s]/u.test(text);
  } catch {
    return false;
  }
}

function utf8OrWindows(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : inWindows(WINDOWS.decode(bytes));
}
