import { isUtf8 } from 'node:buffer';

const WINDOWS = new TextDecoder('windows-1252');
/** Characters of the bytes from 128, each at its place. Node 20 decodes them as ISO-8859-1 unless it is told to go on. */
const HIGH = WINDOWS.decode(
  Uint8Array.from({ length: 128 }, (_, at) => at + 128),
  { stream: true },
);
const RUN =
  /[\x81\x8d\x8f\x90\x9d\xa0-\xff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]+/g;
const CHARSET = /(charset[ \t]*=[ \t]*["']?)([\w:-]+)/gi;
/** Of the code page of Western European DOS, which programs for command lines still use. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const DOS_NUMBER = /85[08]$/;
/** Charsets that no decoder knows: with several bytes for each character, with words in base64, or of DOS. */
export const OWN =
  /^(?:utf-?(?:16|32)(?:[bl]e)?|(?:unicode-1-1-)?utf-?7|unicode|(?:iso-10646-)?ucs-?[24]|(?:ibm|x-cp|cp)-?85[08])$/i;
/** Matches all charsets, for letters whose texts are not in the charset they name. */
export const ANY_CHARSET = /^/;
const TEXT_TYPE = /^content-type:\s*text\/(?:plain|html)/gim;
const UTF7 = /^(?:unicode-1-1-)?utf-?7$/i;
const BASE64 = /^content-transfer-encoding:[ \t]*base64[ \t\r]*$/im;
const BLANKS = /[ \t]+/g;
const BASE64_LINE = /^[A-Za-z0-9+/]+={0,2}\s*$/;

/** A letter without a charset, or with a wrong one: lines that are not UTF-8 are taken as Windows-1252. */
export function inUtf8(raw: Uint8Array): Uint8Array {
  const lines = Buffer.from(raw).toString('latin1').split('\n');
  return Buffer.from(lines.map((line) => decoded(Buffer.from(line, 'latin1'))).join('\n'));
}

/** Repairs Windows-1252 that was decoded as ISO-8859-1, as Node 20 does: € and ’ became control characters. */
export function inWindows(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => HIGH.charAt(control.charCodeAt(0) - 128));
}

/** Repairs text whose UTF-8 was decoded as Windows-1252. Unchanged if any part of it cannot be such UTF-8. */
export function fromWindows(text: string): string {
  const runs = text.match(RUN) ?? [];
  return runs.every((run) => isUtf8(bytesOf(run))) ? text.replace(RUN, (run) => bytesOf(run).toString()) : text;
}

/** The source with one byte for each character, and how to read its texts; undefined if no part has such a charset. */
export function inBytes(source: string, charset: RegExp) {
  const names = [...source.matchAll(CHARSET)].map(([, , name = '']) => name).filter((name) => charset.test(name));
  if (names.length === 0 && charset !== ANY_CHARSET) return undefined;
  const has = (charset: RegExp) => names.some((name) => charset.test(name));
  const decode = has(UTF7) ? fromUtf7 : has(DOS_NUMBER) ? fromDos : fromWide;
  const labelled = charset === ANY_CHARSET ? source.replace(TEXT_TYPE, '$&; charset=iso-8859-1') : source;
  const single = labelled.replace(CHARSET, (label: string, before: string, name: string) =>
    charset.test(name) ? `${before}iso-8859-1` : label,
  );
  return {
    source: Buffer.from(single, 'latin1'),
    read: (text: string) => (isOfBytes(text) ? decode(bytesOf(text)) : text),
  };
}

/** Programs also say UTF-16 of other texts. Which byte comes first, the byte order mark says, or where the zeros are. */
function fromWide(bytes: Buffer): string {
  const mark = bytes.readUInt16BE(0);
  const isMarked = mark === 0xfffe || mark === 0xfeff;
  if (!isMarked && !bytes.includes(0)) return decoded(bytes);
  const isBigEndian = isMarked ? mark === 0xfeff : bytes.indexOf(0) % 2 === 0;
  // The parser sets one byte as the last line break.
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
}

function fromDos(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (sign) => DOS.charAt(sign.charCodeAt(0) - 128));
}

function fromUtf7(bytes: Buffer): string {
  return decoded(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, word: string) => {
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

function decoded(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : inWindows(WINDOWS.decode(bytes));
}

function isOfBytes(text: string): boolean {
  const others = text.match(/[^\0-\xff]/g) ?? [];
  return text.length > 1 && others.every((character) => HIGH.includes(character));
}

function bytesOf(text: string): Buffer {
  const single = text.replace(/[^\0-\xff]/g, (character) => String.fromCharCode(HIGH.indexOf(character) + 128));
  return Buffer.from(single, 'latin1');
}
